// The static forms of streams that cannot fail beside streams that can: the failure of the result is that of those that can.
// Disfavoured, and at most one of three: so that a `promoteError()` can only mean the failure of the others.

extension SignalProducer {
    /// The latest values of three producers.
    @inlinable
    public static func combineLatest<Second, Third>(
        _ first: SignalProducer,
        _ second: SignalProducer<Second, Failure>,
        _ third: SignalProducer<Third, Failure>
    ) -> SignalProducer<(Value, Second, Third), Failure> {
        latest(of: first, second, third)
    }

    /// The latest values of two inputs, the second of which cannot fail.
    @_disfavoredOverload
    @inlinable
    public static func combineLatest<Second>(
        _ first: some SignalProducerConvertible<Value, Failure>,
        _ second: any SignalProducerConvertible<Second, Never>
    ) -> SignalProducer<(Value, Second), Failure> {
        combineLatest(first.producer, second.producer.promoteError(Failure.self))
    }

    /// The latest values of two inputs, the first of which cannot fail.
    @_disfavoredOverload
    @inlinable
    public static func combineLatest<Second>(
        _ first: any SignalProducerConvertible<Value, Never>,
        _ second: some SignalProducerConvertible<Second, Failure>
    ) -> SignalProducer<(Value, Second), Failure> {
        combineLatest(first.producer.promoteError(Failure.self), second.producer)
    }

    /// The latest values of three inputs, whatever stands for a producer.
    @inlinable
    public static func combineLatest<Second, Third>(
        _ first: some SignalProducerConvertible<Value, Failure>,
        _ second: some SignalProducerConvertible<Second, Failure>,
        _ third: some SignalProducerConvertible<Third, Failure>
    ) -> SignalProducer<(Value, Second, Third), Failure> {
        combineLatest(first.producer, second.producer, third.producer)
    }

    /// The latest values of three inputs, the third of which cannot fail.
    @_disfavoredOverload
    @inlinable
    public static func combineLatest<Second, Third>(
        _ first: some SignalProducerConvertible<Value, Failure>,
        _ second: some SignalProducerConvertible<Second, Failure>,
        _ third: any SignalProducerConvertible<Third, Never>
    ) -> SignalProducer<(Value, Second, Third), Failure> {
        combineLatest(first.producer, second.producer, third.producer.promoteError(Failure.self))
    }

    /// The latest values of three inputs, the second of which cannot fail.
    @_disfavoredOverload
    @inlinable
    public static func combineLatest<Second, Third>(
        _ first: some SignalProducerConvertible<Value, Failure>,
        _ second: any SignalProducerConvertible<Second, Never>,
        _ third: some SignalProducerConvertible<Third, Failure>
    ) -> SignalProducer<(Value, Second, Third), Failure> {
        combineLatest(first.producer, second.producer.promoteError(Failure.self), third.producer)
    }

    /// The latest values of three inputs, the first of which cannot fail.
    @_disfavoredOverload
    @inlinable
    public static func combineLatest<Second, Third>(
        _ first: any SignalProducerConvertible<Value, Never>,
        _ second: some SignalProducerConvertible<Second, Failure>,
        _ third: some SignalProducerConvertible<Third, Failure>
    ) -> SignalProducer<(Value, Second, Third), Failure> {
        combineLatest(first.producer.promoteError(Failure.self), second.producer, third.producer)
    }
}

extension Signal {
    /// The latest values of two inputs, the second of which cannot fail.
    @_disfavoredOverload
    @inlinable
    public static func combineLatest<Second>(
        _ first: Signal,
        _ second: Signal<Second, Never>
    ) -> Signal<(Value, Second), Failure> {
        first.combineLatest(with: second)
    }

    /// The latest values of two inputs, the first of which cannot fail.
    @_disfavoredOverload
    @inlinable
    public static func combineLatest<Second>(
        _ first: Signal<Value, Never>,
        _ second: Signal<Second, Failure>
    ) -> Signal<(Value, Second), Failure> {
        first.combineLatest(with: second)
    }
}
