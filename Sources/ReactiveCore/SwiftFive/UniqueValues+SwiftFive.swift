// Written by .ci/swift-five: what code in Swift 5 mode gets in place of the functions for Swift 6.

extension SignalProducer {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public func uniqueValues<Identity: Hashable & Sendable>(
        _ identity: @escaping (Value) -> Identity,
        _ mode: Void = ()
    ) -> SignalProducer {
        nonisolated(unsafe) let identity = identity
        return uniqueValues({ identity($0) })
    }
}

extension Signal {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public func uniqueValues<Identity: Hashable & Sendable>(
        _ identity: @escaping (Value) -> Identity,
        _ mode: Void = ()
    ) -> Signal {
        nonisolated(unsafe) let identity = identity
        return uniqueValues({ identity($0) })
    }
}
