// Written by .ci/swift-five: what code in Swift 5 mode gets in place of the functions for Swift 6.

extension SignalProducer {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public func attemptMap<New: Sendable>(_ transform: @escaping (Value) -> Result<New, Failure>, _ mode: Void = ())
        -> SignalProducer<New, Failure>
    {
        nonisolated(unsafe) let transform = transform
        return attemptMap({ transform($0) })
    }
}

extension SignalProducer where Failure == any Error {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    @_disfavoredOverload
    public func attemptMap<New: Sendable>(_ transform: @escaping (Value) throws -> New, _ mode: Void = ())
        -> SignalProducer<New, any Error>
    {
        nonisolated(unsafe) let transform = transform
        return attemptMap({ try transform($0) })
    }
}

extension SignalProducer where Failure == Never {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    @_disfavoredOverload
    public func attemptMap<New: Sendable>(_ transform: @escaping (Value) throws -> New, _ mode: Void = ())
        -> SignalProducer<New, any Error>
    {
        nonisolated(unsafe) let transform = transform
        return attemptMap({ try transform($0) })
    }
}

extension Signal {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public func attemptMap<New: Sendable>(_ transform: @escaping (Value) -> Result<New, Failure>, _ mode: Void = ())
        -> Signal<New, Failure>
    {
        nonisolated(unsafe) let transform = transform
        return attemptMap({ transform($0) })
    }
}

extension Signal where Failure == any Error {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    @_disfavoredOverload
    public func attemptMap<New: Sendable>(_ transform: @escaping (Value) throws -> New, _ mode: Void = ()) -> Signal<
        New, any Error
    > {
        nonisolated(unsafe) let transform = transform
        return attemptMap({ try transform($0) })
    }
}

extension Signal where Failure == Never {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    @_disfavoredOverload
    public func attemptMap<New: Sendable>(_ transform: @escaping (Value) throws -> New, _ mode: Void = ()) -> Signal<
        New, any Error
    > {
        nonisolated(unsafe) let transform = transform
        return attemptMap({ try transform($0) })
    }
}
