extension SignalProducer {
    /// Adds the latest value of another producer to every value of this producer.
    ///
    /// `other` is started first. A value that arrives before the first value of `other` is dropped. Only the end of
    /// this producer ends the result: `other` may end before, and is disposed of with this producer.
    ///
    /// ```
    /// source      ──1─────2──3─────|
    /// other       ─────a──────b─|
    /// withLatest  ────────2a─3a────|
    /// ```
    ///
    /// - Parameter other: The producer of the values to add.
    /// - Returns: A producer of pairs.
    @inlinable
    public func withLatest<Other>(from other: SignalProducer<Other, Never>) -> SignalProducer<(Value, Other), Failure> {
        SignalProducer<(Value, Other), Failure> { sink, run in
            guard run.open(interrupt: { sink.terminate(.interrupted) }) else { return }
            let latest = Confined(Other?.none, to: run)
            let additions = Sink<Other, Failure>(value: { latest.state = $0 }, terminate: sink.terminate)
            let source = Sink<Value, Failure>(
                value: { value in if let addition = latest.state { sink.value((value, addition)) } },
                terminate: sink.terminate
            )
            other.start(Sink(value: { run.send($0, to: additions) }, terminate: { _ in }), under: run)
            start(
                Sink(value: { run.send($0, to: source) }, terminate: { run.terminate(source, with: $0) }),
                under: run
            )
        }
    }

    /// Adds the latest value of an input such as a signal or a property to every value of this producer.
    ///
    /// - Parameter other: The source of the values to add.
    /// - Returns: A producer of pairs.
    @inlinable
    public func withLatest<Other: SignalProducerConvertible>(
        from other: Other
    ) -> SignalProducer<(Value, Other.Value), Failure> where Other.Failure == Never {
        withLatest(from: other.producer)
    }
}

extension Signal {
    /// Adds the latest value of a producer to every value of this signal.
    ///
    /// - Parameter other: The producer of the values to add.
    /// - Returns: A signal of pairs.
    @inlinable
    public func withLatest<Other>(from other: SignalProducer<Other, Never>) -> Signal<(Value, Other), Failure> {
        lift { $0.withLatest(from: other) }
    }

    /// Adds the latest value of an input such as a signal or a property to every value of this signal.
    ///
    /// - Parameter other: The source of the values to add.
    /// - Returns: A signal of pairs.
    @inlinable
    public func withLatest<Other: SignalProducerConvertible>(
        from other: Other
    ) -> Signal<(Value, Other.Value), Failure> where Other.Failure == Never {
        lift { $0.withLatest(from: other.producer) }
    }
}
