// Written by .ci/swift-5-forms.

import ReactiveCore

extension SignalProducer {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public func skip(while shouldContinue: @escaping (Value) -> Bool) -> SignalProducer {
        nonisolated(unsafe) let shouldContinue = shouldContinue
        return skip(core: (), while: { shouldContinue($0) })
    }

    @inlinable
    func skip(core: Void, while shouldContinue: @escaping @Sendable (Value) -> Bool) -> SignalProducer {
        return skip(while: shouldContinue)
    }
}

extension Signal {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public func skip(while shouldContinue: @escaping (Value) -> Bool) -> Signal {
        nonisolated(unsafe) let shouldContinue = shouldContinue
        return skip(core: (), while: { shouldContinue($0) })
    }

    @inlinable
    func skip(core: Void, while shouldContinue: @escaping @Sendable (Value) -> Bool) -> Signal {
        return skip(while: shouldContinue)
    }
}
