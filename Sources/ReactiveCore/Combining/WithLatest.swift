extension SignalProducer {
    /// Adds the latest value of `other` to every value of this producer (R23).
    ///
    /// `other` is started first. A value that comes before the first one of `other` is dropped. Only the end of this
    /// producer counts: `other` may end before, and is disposed of with it.
    ///
    /// ```
    /// source      ──1─────2──3─────|
    /// other       ─────a──────b─|
    /// withLatest  ────────2a─3a────|
    /// ```
    @inlinable
    public func withLatest<Other>(from other: SignalProducer<Other, Never>) -> SignalProducer<(Value, Other), Failure> {
        SignalProducer<(Value, Other), Failure> { sink, run in
            guard run.open(interrupt: { sink.terminate(.interrupted) }) else { return }
            let latest = other.emptySlot()
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

    /// Takes a signal or a property in place of a producer.
    @_disfavoredOverload
    @inlinable
    public func withLatest<Other: SignalProducerConvertible>(
        from other: Other
    ) -> SignalProducer<(Value, Other.Value), Failure> where Other.Failure == Never {
        withLatest(from: other.producer)
    }
}

extension Signal {
    /// See ``SignalProducer/withLatest(from:)``.
    @inlinable
    public func withLatest<Other>(from other: SignalProducer<Other, Never>) -> Signal<(Value, Other), Failure> {
        lift { $0.withLatest(from: other) }
    }

    /// See ``SignalProducer/withLatest(from:)``.
    @_disfavoredOverload
    @inlinable
    public func withLatest<Other: SignalProducerConvertible>(
        from other: Other
    ) -> Signal<(Value, Other.Value), Failure> where Other.Failure == Never {
        lift { $0.withLatest(from: other.producer) }
    }
}
