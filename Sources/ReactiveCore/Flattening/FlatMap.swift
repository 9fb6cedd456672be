extension SignalProducer {
    /// Makes a producer of every value, and runs these as `strategy` says; their values are those of the result.
    ///
    /// A failure or an interruption of this producer, or the failure of an inner one, ends everything at once; disposing of
    /// a start disposes of this producer and of all inner ones. Any number of inner producers that complete at once need
    /// constant stack and memory. What inner producers send at the same time from several threads is serialised.
    ///
    /// ```
    /// source            ──1─────2──────────|
    /// flatMap(.merge)   ────10──10─20──20──|     { SignalProducer(values: $0 * 10, $0 * 10) }
    /// ```
    @inlinable
    @available(swift, introduced: 6)
    public func flatMap<New>(
        _ strategy: FlattenStrategy,
        _ transform: @escaping @Sendable (Value) -> SignalProducer<New, Failure>
    ) -> SignalProducer<New, Failure> {
        flattening(strategy, outer: { $0 }, inner: { $0 }, transform)
    }

    /// The same for inner producers of the same type, so that `{ _ in .empty }` needs no context.
    @inlinable
    @available(swift, introduced: 6)
    public func flatMap(
        _ strategy: FlattenStrategy,
        _ transform: @escaping @Sendable (Value) -> SignalProducer
    ) -> SignalProducer {
        flattening(strategy, outer: { $0 }, inner: { $0 }, transform)
    }

    /// The same for inner producers that cannot fail.
    @_disfavoredOverload
    @inlinable
    @available(swift, introduced: 6)
    public func flatMap<New>(
        _ strategy: FlattenStrategy,
        _ transform: @escaping @Sendable (Value) -> SignalProducer<New, Never>
    ) -> SignalProducer<New, Failure> {
        flattening(strategy, outer: { $0 }, inner: Never.promoted, transform)
    }

    /// The same for a closure that returns anything that stands for a producer.
    @_disfavoredOverload
    @inlinable
    @available(swift, introduced: 6)
    public func flatMap<Inner: SignalProducerConvertible>(
        _ strategy: FlattenStrategy,
        _ transform: @escaping @Sendable (Value) -> Inner
    ) -> SignalProducer<Inner.Value, Failure> where Inner.Failure == Failure {
        flattening(strategy, outer: { $0 }, inner: { $0 }, { transform($0).producer })
    }

    /// The same for a closure that returns anything that stands for a producer that cannot fail.
    @_disfavoredOverload
    @inlinable
    @available(swift, introduced: 6)
    public func flatMap<Inner: SignalProducerConvertible>(
        _ strategy: FlattenStrategy,
        _ transform: @escaping @Sendable (Value) -> Inner
    ) -> SignalProducer<Inner.Value, Failure> where Inner.Failure == Never {
        flattening(strategy, outer: { $0 }, inner: Never.promoted, { transform($0).producer })
    }
}

extension SignalProducer where Failure == Never {
    /// The same for inner producers that can fail where this one cannot.
    @_disfavoredOverload
    @inlinable
    @available(swift, introduced: 6)
    public func flatMap<New, InnerFailure>(
        _ strategy: FlattenStrategy,
        _ transform: @escaping @Sendable (Value) -> SignalProducer<New, InnerFailure>
    ) -> SignalProducer<New, InnerFailure> {
        flattening(strategy, outer: Never.promoted, inner: { $0 }, transform)
    }

    /// The same for a closure that returns anything that stands for a producer, which can fail where this one cannot.
    @_disfavoredOverload
    @inlinable
    @available(swift, introduced: 6)
    public func flatMap<Inner: SignalProducerConvertible>(
        _ strategy: FlattenStrategy,
        _ transform: @escaping @Sendable (Value) -> Inner
    ) -> SignalProducer<Inner.Value, Inner.Failure> {
        flattening(strategy, outer: Never.promoted, inner: { $0 }, { transform($0).producer })
    }

    /// The same where nothing can fail.
    @_disfavoredOverload
    @inlinable
    @available(swift, introduced: 6)
    public func flatMap<Inner: SignalProducerConvertible>(
        _ strategy: FlattenStrategy,
        _ transform: @escaping @Sendable (Value) -> Inner
    ) -> SignalProducer<Inner.Value, Never> where Inner.Failure == Never {
        flattening(strategy, outer: Never.promoted, inner: Never.promoted, { transform($0).producer })
    }
}

extension Signal {
    /// See `SignalProducer.flatMap(_:_:)`.
    @inlinable
    @available(swift, introduced: 6)
    public func flatMap<New>(
        _ strategy: FlattenStrategy,
        _ transform: @escaping @Sendable (Value) -> SignalProducer<New, Failure>
    ) -> Signal<New, Failure> {
        lift { $0.flatMap(strategy, transform) }
    }

    /// See `SignalProducer.flatMap(_:_:)`.
    @inlinable
    @available(swift, introduced: 6)
    public func flatMap(
        _ strategy: FlattenStrategy,
        _ transform: @escaping @Sendable (Value) -> SignalProducer<Value, Failure>
    ) -> Signal {
        lift { $0.flatMap(strategy, transform) }
    }

    /// See `SignalProducer.flatMap(_:_:)`.
    @_disfavoredOverload
    @inlinable
    @available(swift, introduced: 6)
    public func flatMap<New>(
        _ strategy: FlattenStrategy,
        _ transform: @escaping @Sendable (Value) -> SignalProducer<New, Never>
    ) -> Signal<New, Failure> {
        lift { $0.flatMap(strategy, transform) }
    }

    /// See `SignalProducer.flatMap(_:_:)`.
    @_disfavoredOverload
    @inlinable
    @available(swift, introduced: 6)
    public func flatMap<Inner: SignalProducerConvertible>(
        _ strategy: FlattenStrategy,
        _ transform: @escaping @Sendable (Value) -> Inner
    ) -> Signal<Inner.Value, Failure> where Inner.Failure == Failure {
        lift { $0.flatMap(strategy, transform) }
    }

    /// See `SignalProducer.flatMap(_:_:)`.
    @_disfavoredOverload
    @inlinable
    @available(swift, introduced: 6)
    public func flatMap<Inner: SignalProducerConvertible>(
        _ strategy: FlattenStrategy,
        _ transform: @escaping @Sendable (Value) -> Inner
    ) -> Signal<Inner.Value, Failure> where Inner.Failure == Never {
        lift { $0.flatMap(strategy, transform) }
    }
}

extension Signal where Failure == Never {
    /// See `SignalProducer.flatMap(_:_:)`.
    @_disfavoredOverload
    @inlinable
    @available(swift, introduced: 6)
    public func flatMap<New, InnerFailure>(
        _ strategy: FlattenStrategy,
        _ transform: @escaping @Sendable (Value) -> SignalProducer<New, InnerFailure>
    ) -> Signal<New, InnerFailure> {
        lift { $0.flatMap(strategy, transform) }
    }

    /// See `SignalProducer.flatMap(_:_:)`.
    @_disfavoredOverload
    @inlinable
    @available(swift, introduced: 6)
    public func flatMap<Inner: SignalProducerConvertible>(
        _ strategy: FlattenStrategy,
        _ transform: @escaping @Sendable (Value) -> Inner
    ) -> Signal<Inner.Value, Inner.Failure> {
        lift { $0.flatMap(strategy, transform) }
    }

    /// See `SignalProducer.flatMap(_:_:)`.
    @_disfavoredOverload
    @inlinable
    @available(swift, introduced: 6)
    public func flatMap<Inner: SignalProducerConvertible>(
        _ strategy: FlattenStrategy,
        _ transform: @escaping @Sendable (Value) -> Inner
    ) -> Signal<Inner.Value, Never> where Inner.Failure == Never {
        lift { $0.flatMap(strategy, transform) }
    }
}
