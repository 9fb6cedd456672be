// Written by .ci/swift-5-forms.

import ReactiveCore

extension SignalProducer {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public func uniqueValues<Identity: Hashable & Sendable>(_ identity: @escaping (Value) -> Identity) -> SignalProducer
    {
        nonisolated(unsafe) let identity = identity
        return uniqueValues(core: (), { identity($0) })
    }

    @inlinable
    func uniqueValues<Identity: Hashable & Sendable>(core: Void, _ identity: @escaping @Sendable (Value) -> Identity)
        -> SignalProducer
    {
        return uniqueValues(identity)
    }
}

extension Signal {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public func uniqueValues<Identity: Hashable & Sendable>(_ identity: @escaping (Value) -> Identity) -> Signal {
        nonisolated(unsafe) let identity = identity
        return uniqueValues(core: (), { identity($0) })
    }

    @inlinable
    func uniqueValues<Identity: Hashable & Sendable>(core: Void, _ identity: @escaping @Sendable (Value) -> Identity)
        -> Signal
    {
        return uniqueValues(identity)
    }
}
