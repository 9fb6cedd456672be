// Written by .ci/swift-five: what code in Swift 5 mode gets in place of the functions for Swift 6.

extension SignalProducer {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public func attempt(_ action: @escaping (Value) -> Result<Void, Failure>, _ mode: Void = ()) -> SignalProducer {
        nonisolated(unsafe) let action = action
        return attempt({ action($0) })
    }
}

extension SignalProducer where Failure == any Error {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    @_disfavoredOverload
    public func attempt(_ action: @escaping (Value) throws -> Void, _ mode: Void = ()) -> SignalProducer<
        Value, any Error
    > {
        nonisolated(unsafe) let action = action
        return attempt({ try action($0) })
    }
}

extension SignalProducer where Failure == Never {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    @_disfavoredOverload
    public func attempt(_ action: @escaping (Value) throws -> Void, _ mode: Void = ()) -> SignalProducer<
        Value, any Error
    > {
        nonisolated(unsafe) let action = action
        return attempt({ try action($0) })
    }
}

extension Signal {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public func attempt(_ action: @escaping (Value) -> Result<Void, Failure>, _ mode: Void = ()) -> Signal {
        nonisolated(unsafe) let action = action
        return attempt({ action($0) })
    }
}

extension Signal where Failure == any Error {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    @_disfavoredOverload
    public func attempt(_ action: @escaping (Value) throws -> Void, _ mode: Void = ()) -> Signal<Value, any Error> {
        nonisolated(unsafe) let action = action
        return attempt({ try action($0) })
    }
}

extension Signal where Failure == Never {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    @_disfavoredOverload
    public func attempt(_ action: @escaping (Value) throws -> Void, _ mode: Void = ()) -> Signal<Value, any Error> {
        nonisolated(unsafe) let action = action
        return attempt({ try action($0) })
    }
}
