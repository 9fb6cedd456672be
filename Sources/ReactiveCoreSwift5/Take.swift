// Written by .ci/swift-5-forms.

import ReactiveCore

extension SignalProducer {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public func take(while shouldContinue: @escaping (Value) -> Bool) -> SignalProducer {
        nonisolated(unsafe) let shouldContinue = shouldContinue
        return take(core: (), while: { shouldContinue($0) })
    }

    @inlinable
    func take(core: Void, while shouldContinue: @escaping @Sendable (Value) -> Bool) -> SignalProducer {
        return take(while: shouldContinue)
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public func take(until shouldContinue: @escaping (Value) -> Bool) -> SignalProducer {
        nonisolated(unsafe) let shouldContinue = shouldContinue
        return take(core: (), until: { shouldContinue($0) })
    }

    @inlinable
    func take(core: Void, until shouldContinue: @escaping @Sendable (Value) -> Bool) -> SignalProducer {
        return take(until: shouldContinue)
    }
}

extension Signal {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public func take(while shouldContinue: @escaping (Value) -> Bool) -> Signal {
        nonisolated(unsafe) let shouldContinue = shouldContinue
        return take(core: (), while: { shouldContinue($0) })
    }

    @inlinable
    func take(core: Void, while shouldContinue: @escaping @Sendable (Value) -> Bool) -> Signal {
        return take(while: shouldContinue)
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public func take(until shouldContinue: @escaping (Value) -> Bool) -> Signal {
        nonisolated(unsafe) let shouldContinue = shouldContinue
        return take(core: (), until: { shouldContinue($0) })
    }

    @inlinable
    func take(core: Void, until shouldContinue: @escaping @Sendable (Value) -> Bool) -> Signal {
        return take(until: shouldContinue)
    }
}
