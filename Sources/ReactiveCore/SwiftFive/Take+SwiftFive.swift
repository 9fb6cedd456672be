// Written by .ci/swift-five: what code in Swift 5 mode gets in place of the functions for Swift 6.

extension SignalProducer {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public func take(while shouldContinue: @escaping (Value) -> Bool, _ mode: Void = ()) -> SignalProducer {
        nonisolated(unsafe) let shouldContinue = shouldContinue
        return take(while: { shouldContinue($0) })
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public func take(until shouldContinue: @escaping (Value) -> Bool, _ mode: Void = ()) -> SignalProducer {
        nonisolated(unsafe) let shouldContinue = shouldContinue
        return take(until: { shouldContinue($0) })
    }
}

extension Signal {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public func take(while shouldContinue: @escaping (Value) -> Bool, _ mode: Void = ()) -> Signal {
        nonisolated(unsafe) let shouldContinue = shouldContinue
        return take(while: { shouldContinue($0) })
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public func take(until shouldContinue: @escaping (Value) -> Bool, _ mode: Void = ()) -> Signal {
        nonisolated(unsafe) let shouldContinue = shouldContinue
        return take(until: { shouldContinue($0) })
    }
}
