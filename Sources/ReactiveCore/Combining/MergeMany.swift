extension SignalProducer {
    /// Starts these producers in order, and forwards the values of all of them as they come.
    ///
    /// Completes when all have ended; an interruption of one of them counts as its end. A failure of one of them ends all.
    ///
    /// ```
    /// first    ──1──────3──|
    /// second   ─────2─────────4──|
    /// merge    ──1──2───3─────4──|
    /// ```
    @inlinable
    public static func merge(
        _ first: SignalProducer,
        _ second: SignalProducer,
        _ third: SignalProducer,
        _ fourth: SignalProducer,
        _ others: SignalProducer...
    ) -> SignalProducer {
        merging([first, second, third, fourth] + others)
    }

    /// The same for anything that stands for a producer: signals, properties, or some of each.
    @_disfavoredOverload
    @inlinable
    public static func merge(_ producers: any SignalProducerConvertible<Value, Failure>...) -> SignalProducer {
        merging(producers.map { $0.producer })
    }

    /// The same for the elements of a sequence. Completes at once if there are none.
    @inlinable
    public static func merge<Producers: Sequence>(_ producers: Producers) -> SignalProducer
    where
        Producers.Element: SignalProducerConvertible,
        Producers.Element.Value == Value,
        Producers.Element.Failure == Failure
    {
        merging(producers.map { $0.producer })
    }

    /// Starts this producer and `other`, and forwards the values of both; see `merge(_:)`.
    @inlinable
    public func merge(with other: SignalProducer) -> SignalProducer {
        .merging([self, other])
    }

    /// The same for anything that stands for a producer.
    @_disfavoredOverload
    @inlinable
    public func merge(with other: some SignalProducerConvertible<Value, Failure>) -> SignalProducer {
        merge(with: other.producer)
    }

    @inlinable
    static func merging(_ producers: [SignalProducer], _ strategy: FlattenStrategy = .merge) -> SignalProducer {
        SignalProducer<SignalProducer, Failure>(producers)
            .flattening(strategy, outer: { $0 }, inner: { $0 }, { $0 })
    }
}

extension Signal {
    /// See `merge(_:)`.
    @inlinable
    public static func merge(_ signals: Signal...) -> Signal {
        merge(signals)
    }

    /// The same for the elements of a sequence. A signal that has completed if there are none.
    @inlinable
    public static func merge(_ signals: some Sequence<Signal>) -> Signal {
        Signal(starting: .merging(signals.map { $0.producer }))
    }

    /// See `merge(with:)`.
    @inlinable
    public func merge(with other: Signal) -> Signal {
        .merge([self, other])
    }
}
