// The static forms of streams that cannot fail beside streams that can: the failure of the result is that of those that can.
// Disfavoured, and at most one of three: so that a `promoteError()` can only mean the failure of the others.

extension SignalProducer {
    /// The values of two producers as they come.
    @inlinable
    public static func merge(_ first: SignalProducer, _ second: SignalProducer) -> SignalProducer {
        merging([first, second])
    }

    /// The values of three producers as they come.
    @inlinable
    public static func merge(
        _ first: SignalProducer,
        _ second: SignalProducer,
        _ third: SignalProducer
    ) -> SignalProducer {
        merging([first, second, third])
    }

    /// The values of two inputs as they come, whatever stands for a producer.
    @inlinable
    public static func merge(
        _ first: some SignalProducerConvertible<Value, Failure>,
        _ second: some SignalProducerConvertible<Value, Failure>
    ) -> SignalProducer {
        merge(first.producer, second.producer)
    }

    /// The values of two inputs as they come, the second of which cannot fail.
    @_disfavoredOverload
    @inlinable
    public static func merge(
        _ first: some SignalProducerConvertible<Value, Failure>,
        _ second: any SignalProducerConvertible<Value, Never>
    ) -> SignalProducer {
        merge(first.producer, second.producer.promoteError(Failure.self))
    }

    /// The values of two inputs as they come, the first of which cannot fail.
    @_disfavoredOverload
    @inlinable
    public static func merge(
        _ first: any SignalProducerConvertible<Value, Never>,
        _ second: some SignalProducerConvertible<Value, Failure>
    ) -> SignalProducer {
        merge(first.producer.promoteError(Failure.self), second.producer)
    }

    /// The values of three inputs as they come, whatever stands for a producer.
    @inlinable
    public static func merge(
        _ first: some SignalProducerConvertible<Value, Failure>,
        _ second: some SignalProducerConvertible<Value, Failure>,
        _ third: some SignalProducerConvertible<Value, Failure>
    ) -> SignalProducer {
        merge(first.producer, second.producer, third.producer)
    }

    /// The values of three inputs as they come, the third of which cannot fail.
    @_disfavoredOverload
    @inlinable
    public static func merge(
        _ first: some SignalProducerConvertible<Value, Failure>,
        _ second: some SignalProducerConvertible<Value, Failure>,
        _ third: any SignalProducerConvertible<Value, Never>
    ) -> SignalProducer {
        merge(first.producer, second.producer, third.producer.promoteError(Failure.self))
    }

    /// The values of three inputs as they come, the second of which cannot fail.
    @_disfavoredOverload
    @inlinable
    public static func merge(
        _ first: some SignalProducerConvertible<Value, Failure>,
        _ second: any SignalProducerConvertible<Value, Never>,
        _ third: some SignalProducerConvertible<Value, Failure>
    ) -> SignalProducer {
        merge(first.producer, second.producer.promoteError(Failure.self), third.producer)
    }

    /// The values of three inputs as they come, the first of which cannot fail.
    @_disfavoredOverload
    @inlinable
    public static func merge(
        _ first: any SignalProducerConvertible<Value, Never>,
        _ second: some SignalProducerConvertible<Value, Failure>,
        _ third: some SignalProducerConvertible<Value, Failure>
    ) -> SignalProducer {
        merge(first.producer.promoteError(Failure.self), second.producer, third.producer)
    }
}

extension Signal {
    /// The values of two inputs as they come, the second of which cannot fail.
    @_disfavoredOverload
    @inlinable
    public static func merge(
        _ first: Signal,
        _ second: Signal<Value, Never>
    ) -> Signal {
        first.merge(with: second)
    }

    /// The values of two inputs as they come, the first of which cannot fail.
    @_disfavoredOverload
    @inlinable
    public static func merge(
        _ first: Signal<Value, Never>,
        _ second: Signal<Value, Failure>
    ) -> Signal {
        first.merge(with: second)
    }
}
