// Written by .ci/swift-five: what code in Swift 5 mode gets in place of the functions for Swift 6.

extension SignalProducer {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public func map<New: Sendable>(_ transform: @escaping (Value) -> New, _ mode: Void = ()) -> SignalProducer<
        New, Failure
    > {
        nonisolated(unsafe) let transform = transform
        return map({ transform($0) })
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @_disfavoredOverload
    @inlinable
    @preconcurrency
    public func map<New: Sendable>(_ keyPath: any KeyPath<Value, New> & Sendable, _ mode: Void = ()) -> SignalProducer<
        New, Failure
    > {
        return map(keyPath)
    }
}

extension Signal {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public func map<New: Sendable>(_ transform: @escaping (Value) -> New, _ mode: Void = ()) -> Signal<New, Failure> {
        nonisolated(unsafe) let transform = transform
        return map({ transform($0) })
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @_disfavoredOverload
    @inlinable
    @preconcurrency
    public func map<New: Sendable>(_ keyPath: any KeyPath<Value, New> & Sendable, _ mode: Void = ()) -> Signal<
        New, Failure
    > {
        return map(keyPath)
    }
}
