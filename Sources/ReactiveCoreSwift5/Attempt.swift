// Written by .ci/swift-5-forms.

import ReactiveCore

extension SignalProducer {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public func attempt(_ action: @escaping (Value) -> Result<Void, Failure>) -> SignalProducer {
        nonisolated(unsafe) let action = action
        return attempt(core: (), { action($0) })
    }

    @inlinable
    func attempt(core: Void, _ action: @escaping @Sendable (Value) -> Result<Void, Failure>) -> SignalProducer {
        return attempt(action)
    }
}

extension SignalProducerProtocol where Failure == any Error {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public func attempt(_ action: @escaping (Value) throws -> Void) -> SignalProducer<Value, any Error> {
        nonisolated(unsafe) let action = action
        return attempt(core: (), { try action($0) })
    }

    @inlinable
    func attempt(core: Void, _ action: @escaping @Sendable (Value) throws -> Void) -> SignalProducer<Value, any Error> {
        return attempt(action)
    }
}

extension SignalProducerProtocol where Failure == Never {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public func attempt(_ action: @escaping (Value) throws -> Void) -> SignalProducer<Value, any Error> {
        nonisolated(unsafe) let action = action
        return attempt(core: (), { try action($0) })
    }

    @inlinable
    func attempt(core: Void, _ action: @escaping @Sendable (Value) throws -> Void) -> SignalProducer<Value, any Error> {
        return attempt(action)
    }
}

extension Signal {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public func attempt(_ action: @escaping (Value) -> Result<Void, Failure>) -> Signal {
        nonisolated(unsafe) let action = action
        return attempt(core: (), { action($0) })
    }

    @inlinable
    func attempt(core: Void, _ action: @escaping @Sendable (Value) -> Result<Void, Failure>) -> Signal {
        return attempt(action)
    }
}

extension SignalProtocol where Failure == any Error {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public func attempt(_ action: @escaping (Value) throws -> Void) -> Signal<Value, any Error> {
        nonisolated(unsafe) let action = action
        return attempt(core: (), { try action($0) })
    }

    @inlinable
    func attempt(core: Void, _ action: @escaping @Sendable (Value) throws -> Void) -> Signal<Value, any Error> {
        return attempt(action)
    }
}

extension SignalProtocol where Failure == Never {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public func attempt(_ action: @escaping (Value) throws -> Void) -> Signal<Value, any Error> {
        nonisolated(unsafe) let action = action
        return attempt(core: (), { try action($0) })
    }

    @inlinable
    func attempt(core: Void, _ action: @escaping @Sendable (Value) throws -> Void) -> Signal<Value, any Error> {
        return attempt(action)
    }
}
