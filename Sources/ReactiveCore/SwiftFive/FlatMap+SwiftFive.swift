// Written by .ci/swift-five: what code in Swift 5 mode gets in place of the functions for Swift 6.

extension SignalProducer {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public func flatMap<New>(
        _ strategy: FlattenStrategy,
        _ transform: @escaping (Value) -> SignalProducer<New, Failure>,
        _ mode: Void = ()
    ) -> SignalProducer<New, Failure> {
        nonisolated(unsafe) let transform = transform
        return flatMap(strategy, { transform($0) })
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public func flatMap(
        _ strategy: FlattenStrategy,
        _ transform: @escaping (Value) -> SignalProducer,
        _ mode: Void = ()
    ) -> SignalProducer {
        nonisolated(unsafe) let transform = transform
        return flatMap(strategy, { transform($0) })
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @_disfavoredOverload
    @inlinable
    public func flatMap<New>(
        _ strategy: FlattenStrategy,
        _ transform: @escaping (Value) -> SignalProducer<New, Never>,
        _ mode: Void = ()
    ) -> SignalProducer<New, Failure> {
        nonisolated(unsafe) let transform = transform
        return flatMap(strategy, { transform($0) })
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public func flatMap<Inner: SignalProducerConvertible>(
        _ strategy: FlattenStrategy,
        _ transform: @escaping (Value) -> Inner,
        _ mode: Void = ()
    ) -> SignalProducer<Inner.Value, Failure> where Inner.Failure == Failure {
        nonisolated(unsafe) let transform = transform
        return flatMap(strategy, { transform($0) })
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @_disfavoredOverload
    @inlinable
    public func flatMap<Inner: SignalProducerConvertible>(
        _ strategy: FlattenStrategy,
        _ transform: @escaping (Value) -> Inner,
        _ mode: Void = ()
    ) -> SignalProducer<Inner.Value, Failure> where Inner.Failure == Never {
        nonisolated(unsafe) let transform = transform
        return flatMap(strategy, { transform($0) })
    }
}

extension SignalProducer where Failure == Never {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @_disfavoredOverload
    @inlinable
    public func flatMap<New, InnerFailure>(
        _ strategy: FlattenStrategy,
        _ transform: @escaping (Value) -> SignalProducer<New, InnerFailure>,
        _ mode: Void = ()
    ) -> SignalProducer<New, InnerFailure> {
        nonisolated(unsafe) let transform = transform
        return flatMap(strategy, { transform($0) })
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @_disfavoredOverload
    @inlinable
    public func flatMap<Inner: SignalProducerConvertible>(
        _ strategy: FlattenStrategy,
        _ transform: @escaping (Value) -> Inner,
        _ mode: Void = ()
    ) -> SignalProducer<Inner.Value, Inner.Failure> {
        nonisolated(unsafe) let transform = transform
        return flatMap(strategy, { transform($0) })
    }
}

extension Signal {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public func flatMap<New>(
        _ strategy: FlattenStrategy,
        _ transform: @escaping (Value) -> SignalProducer<New, Failure>,
        _ mode: Void = ()
    ) -> Signal<New, Failure> {
        nonisolated(unsafe) let transform = transform
        return flatMap(strategy, { transform($0) })
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public func flatMap(
        _ strategy: FlattenStrategy,
        _ transform: @escaping (Value) -> SignalProducer<Value, Failure>,
        _ mode: Void = ()
    ) -> Signal {
        nonisolated(unsafe) let transform = transform
        return flatMap(strategy, { transform($0) })
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @_disfavoredOverload
    @inlinable
    public func flatMap<New>(
        _ strategy: FlattenStrategy,
        _ transform: @escaping (Value) -> SignalProducer<New, Never>,
        _ mode: Void = ()
    ) -> Signal<New, Failure> {
        nonisolated(unsafe) let transform = transform
        return flatMap(strategy, { transform($0) })
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public func flatMap<Inner: SignalProducerConvertible>(
        _ strategy: FlattenStrategy,
        _ transform: @escaping (Value) -> Inner,
        _ mode: Void = ()
    ) -> Signal<Inner.Value, Failure> where Inner.Failure == Failure {
        nonisolated(unsafe) let transform = transform
        return flatMap(strategy, { transform($0) })
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @_disfavoredOverload
    @inlinable
    public func flatMap<Inner: SignalProducerConvertible>(
        _ strategy: FlattenStrategy,
        _ transform: @escaping (Value) -> Inner,
        _ mode: Void = ()
    ) -> Signal<Inner.Value, Failure> where Inner.Failure == Never {
        nonisolated(unsafe) let transform = transform
        return flatMap(strategy, { transform($0) })
    }
}

extension Signal where Failure == Never {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @_disfavoredOverload
    @inlinable
    public func flatMap<New, InnerFailure>(
        _ strategy: FlattenStrategy,
        _ transform: @escaping (Value) -> SignalProducer<New, InnerFailure>,
        _ mode: Void = ()
    ) -> Signal<New, InnerFailure> {
        nonisolated(unsafe) let transform = transform
        return flatMap(strategy, { transform($0) })
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @_disfavoredOverload
    @inlinable
    public func flatMap<Inner: SignalProducerConvertible>(
        _ strategy: FlattenStrategy,
        _ transform: @escaping (Value) -> Inner,
        _ mode: Void = ()
    ) -> Signal<Inner.Value, Inner.Failure> {
        nonisolated(unsafe) let transform = transform
        return flatMap(strategy, { transform($0) })
    }
}
