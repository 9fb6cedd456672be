// Written by .ci/swift-5-forms.

import ReactiveCore

extension SignalProducer {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public func flatMap<Inner: SignalProducerConvertible>(
        _ strategy: FlattenStrategy,
        _ transform: @escaping (Value) -> Inner
    ) -> SignalProducer<Inner.Value, Failure> where Inner.Failure == Failure {
        nonisolated(unsafe) let transform = transform
        return flatMap(core: (), strategy, { transform($0) })
    }

    @inlinable
    func flatMap<Inner: SignalProducerConvertible>(
        core: Void,
        _ strategy: FlattenStrategy,
        _ transform: @escaping @Sendable (Value) -> Inner
    ) -> SignalProducer<Inner.Value, Failure> where Inner.Failure == Failure {
        return flatMap(strategy, transform)
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public func flatMap(_ strategy: FlattenStrategy, _ transform: @escaping (Value) -> SignalProducer) -> SignalProducer
    {
        nonisolated(unsafe) let transform = transform
        return flatMap(core: (), strategy, { transform($0) })
    }

    @inlinable
    func flatMap(core: Void, _ strategy: FlattenStrategy, _ transform: @escaping @Sendable (Value) -> SignalProducer)
        -> SignalProducer
    {
        return flatMap(strategy, transform)
    }
}

extension SignalProducerProtocol {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public func flatMap<Inner: SignalProducerConvertible>(
        _ strategy: FlattenStrategy,
        _ transform: @escaping (Value) -> Inner
    ) -> SignalProducer<Inner.Value, Failure> where Inner.Failure == Never {
        nonisolated(unsafe) let transform = transform
        return flatMap(core: (), strategy, { transform($0) })
    }

    @inlinable
    func flatMap<Inner: SignalProducerConvertible>(
        core: Void,
        _ strategy: FlattenStrategy,
        _ transform: @escaping @Sendable (Value) -> Inner
    ) -> SignalProducer<Inner.Value, Failure> where Inner.Failure == Never {
        return flatMap(strategy, transform)
    }
}

extension SignalProducerProtocol where Failure == Never {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public func flatMap<Inner: SignalProducerConvertible>(
        _ strategy: FlattenStrategy,
        _ transform: @escaping (Value) -> Inner
    ) -> SignalProducer<Inner.Value, Inner.Failure> {
        nonisolated(unsafe) let transform = transform
        return flatMap(core: (), strategy, { transform($0) })
    }

    @inlinable
    func flatMap<Inner: SignalProducerConvertible>(
        core: Void,
        _ strategy: FlattenStrategy,
        _ transform: @escaping @Sendable (Value) -> Inner
    ) -> SignalProducer<Inner.Value, Inner.Failure> {
        return flatMap(strategy, transform)
    }
}

extension Signal {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public func flatMap<Inner: SignalProducerConvertible>(
        _ strategy: FlattenStrategy,
        _ transform: @escaping (Value) -> Inner
    ) -> Signal<Inner.Value, Failure> where Inner.Failure == Failure {
        nonisolated(unsafe) let transform = transform
        return flatMap(core: (), strategy, { transform($0) })
    }

    @inlinable
    func flatMap<Inner: SignalProducerConvertible>(
        core: Void,
        _ strategy: FlattenStrategy,
        _ transform: @escaping @Sendable (Value) -> Inner
    ) -> Signal<Inner.Value, Failure> where Inner.Failure == Failure {
        return flatMap(strategy, transform)
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public func flatMap(_ strategy: FlattenStrategy, _ transform: @escaping (Value) -> SignalProducer<Value, Failure>)
        -> Signal
    {
        nonisolated(unsafe) let transform = transform
        return flatMap(core: (), strategy, { transform($0) })
    }

    @inlinable
    func flatMap(
        core: Void,
        _ strategy: FlattenStrategy,
        _ transform: @escaping @Sendable (Value) -> SignalProducer<Value, Failure>
    ) -> Signal {
        return flatMap(strategy, transform)
    }
}

extension SignalProtocol {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public func flatMap<Inner: SignalProducerConvertible>(
        _ strategy: FlattenStrategy,
        _ transform: @escaping (Value) -> Inner
    ) -> Signal<Inner.Value, Failure> where Inner.Failure == Never {
        nonisolated(unsafe) let transform = transform
        return flatMap(core: (), strategy, { transform($0) })
    }

    @inlinable
    func flatMap<Inner: SignalProducerConvertible>(
        core: Void,
        _ strategy: FlattenStrategy,
        _ transform: @escaping @Sendable (Value) -> Inner
    ) -> Signal<Inner.Value, Failure> where Inner.Failure == Never {
        return flatMap(strategy, transform)
    }
}

extension SignalProtocol where Failure == Never {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public func flatMap<Inner: SignalProducerConvertible>(
        _ strategy: FlattenStrategy,
        _ transform: @escaping (Value) -> Inner
    ) -> Signal<Inner.Value, Inner.Failure> {
        nonisolated(unsafe) let transform = transform
        return flatMap(core: (), strategy, { transform($0) })
    }

    @inlinable
    func flatMap<Inner: SignalProducerConvertible>(
        core: Void,
        _ strategy: FlattenStrategy,
        _ transform: @escaping @Sendable (Value) -> Inner
    ) -> Signal<Inner.Value, Inner.Failure> {
        return flatMap(strategy, transform)
    }
}
