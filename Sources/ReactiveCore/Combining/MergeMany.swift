extension SignalProducer {
    /// Starts producers in order, and sends the values of all of them.
    ///
    /// The result completes when all producers have ended; an interruption of a producer counts as its end. A failure
    /// of one producer ends all.
    ///
    /// ```
    /// first    ──1──────3──|
    /// second   ─────2─────────4──|
    /// merge    ──1──2───3─────4──|
    /// ```
    ///
    /// - Parameters:
    ///   - first: The producer that is started first.
    ///   - second: The producer that is started next.
    ///   - others: The remaining producers.
    /// - Returns: A producer of the values of all producers.
    @inlinable
    public static func merge(
        _ first: SignalProducer,
        _ second: SignalProducer,
        _ others: SignalProducer...
    ) -> SignalProducer {
        merging([first, second] + others)
    }

    /// Starts inputs in order, such as signals and properties, and sends the values of all of them.
    ///
    /// - Parameter producers: The inputs.
    /// - Returns: A producer of the values of all inputs.
    @_disfavoredOverload
    @inlinable
    public static func merge(_ producers: any SignalProducerConvertible<Value, Failure>...) -> SignalProducer {
        merging(producers.map { $0.producer })
    }

    /// Starts the elements of a sequence in order, and sends the values of all of them.
    ///
    /// - Parameter producers: The inputs.
    /// - Returns: A producer of the values of all inputs. If there are none, it completes immediately.
    @inlinable
    public static func merge<Producers: Sequence>(_ producers: Producers) -> SignalProducer
    where
        Producers.Element: SignalProducerConvertible,
        Producers.Element.Value == Value,
        Producers.Element.Failure == Failure
    {
        merging(producers.map { $0.producer })
    }

    /// Starts this producer and another one, and sends the values of both.
    ///
    /// - Parameter other: The producer that is started second.
    /// - Returns: A producer of the values of both. It completes when both have ended, and fails when one of them does.
    @inlinable
    public func merge(with other: SignalProducer) -> SignalProducer {
        .merging([self, other])
    }

    /// Starts this producer and another input, such as a signal or a property, and sends the values of both.
    ///
    /// - Parameter other: The input that is started second.
    /// - Returns: A producer of the values of both.
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
    /// Sends the values of all signals.
    ///
    /// - Parameter signals: The signals.
    /// - Returns: A signal that completes when all signals have ended, and fails when one of them does.
    @inlinable
    public static func merge(_ signals: Signal...) -> Signal {
        merge(signals)
    }

    /// Sends the values of all elements of a sequence.
    ///
    /// - Parameter signals: The signals.
    /// - Returns: A signal of the values of all signals. If there are none, it has completed.
    @inlinable
    public static func merge(_ signals: some Sequence<Signal>) -> Signal {
        Signal(starting: .merging(signals.map { $0.producer }))
    }

    /// Sends the values of this signal and another one.
    ///
    /// - Parameter other: The other signal.
    /// - Returns: A signal that completes when both signals have ended, and fails when one of them does.
    @inlinable
    public func merge(with other: Signal) -> Signal {
        .merge([self, other])
    }
}
