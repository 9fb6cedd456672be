// Written by .ci/swift-5-forms.

import ReactiveCore

extension SignalProducer {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public func attemptMap<New: Sendable>(_ transform: @escaping (Value) -> Result<New, Failure>) -> SignalProducer<
        New, Failure
    > {
        nonisolated(unsafe) let transform = transform
        return attemptMap(core: (), { transform($0) })
    }

    @inlinable
    func attemptMap<New: Sendable>(core: Void, _ transform: @escaping @Sendable (Value) -> Result<New, Failure>)
        -> SignalProducer<New, Failure>
    {
        return attemptMap(transform)
    }
}

extension SignalProducerProtocol where Failure == any Error {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public func attemptMap<New: Sendable>(_ transform: @escaping (Value) throws -> New) -> SignalProducer<
        New, any Error
    > {
        nonisolated(unsafe) let transform = transform
        return attemptMap(core: (), { try transform($0) })
    }

    @inlinable
    func attemptMap<New: Sendable>(core: Void, _ transform: @escaping @Sendable (Value) throws -> New)
        -> SignalProducer<New, any Error>
    {
        return attemptMap(transform)
    }
}

extension SignalProducerProtocol where Failure == Never {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public func attemptMap<New: Sendable>(_ transform: @escaping (Value) throws -> New) -> SignalProducer<
        New, any Error
    > {
        nonisolated(unsafe) let transform = transform
        return attemptMap(core: (), { try transform($0) })
    }

    @inlinable
    func attemptMap<New: Sendable>(core: Void, _ transform: @escaping @Sendable (Value) throws -> New)
        -> SignalProducer<New, any Error>
    {
        return attemptMap(transform)
    }
}

extension Signal {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public func attemptMap<New: Sendable>(_ transform: @escaping (Value) -> Result<New, Failure>) -> Signal<
        New, Failure
    > {
        nonisolated(unsafe) let transform = transform
        return attemptMap(core: (), { transform($0) })
    }

    @inlinable
    func attemptMap<New: Sendable>(core: Void, _ transform: @escaping @Sendable (Value) -> Result<New, Failure>)
        -> Signal<New, Failure>
    {
        return attemptMap(transform)
    }
}

extension SignalProtocol where Failure == any Error {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public func attemptMap<New: Sendable>(_ transform: @escaping (Value) throws -> New) -> Signal<New, any Error> {
        nonisolated(unsafe) let transform = transform
        return attemptMap(core: (), { try transform($0) })
    }

    @inlinable
    func attemptMap<New: Sendable>(core: Void, _ transform: @escaping @Sendable (Value) throws -> New) -> Signal<
        New, any Error
    > {
        return attemptMap(transform)
    }
}

extension SignalProtocol where Failure == Never {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public func attemptMap<New: Sendable>(_ transform: @escaping (Value) throws -> New) -> Signal<New, any Error> {
        nonisolated(unsafe) let transform = transform
        return attemptMap(core: (), { try transform($0) })
    }

    @inlinable
    func attemptMap<New: Sendable>(core: Void, _ transform: @escaping @Sendable (Value) throws -> New) -> Signal<
        New, any Error
    > {
        return attemptMap(transform)
    }
}
