extension SignalProducer {
    /// Sends the latest value of this producer, and the sampler's, whenever the sampler sends one (R23).
    ///
    /// This producer is started before the sampler. A value of the sampler that comes before the first one of this
    /// producer is dropped. Completes when both have; interrupted as soon as one of them is.
    ///
    /// ```
    /// source   ──1──2─────3──────|
    /// sampler  ────────a─────b───────|
    /// sample   ────────2a────3b──────|
    /// ```
    @inlinable
    public func sample<Sample>(with sampler: SignalProducer<Sample, Never>) -> SignalProducer<(Value, Sample), Failure>
    {
        SignalProducer<(Value, Sample), Failure> { sink, run in
            guard run.open(interrupt: { sink.terminate(.interrupted) }) else { return }
            let latest = emptySlot()
            let runningCount = Guarded(2)
            let terminate: @Sendable (Termination<Failure>) -> Void = { termination in
                guard case .completed = termination else { return run.terminate(sink, with: termination) }
                run.post {
                    runningCount.state -= 1
                    if runningCount.state == 0 { run.finish(sink, with: .completed) }
                }
            }
            let source = Sink<Value, Failure>(value: { latest.state = $0 }, terminate: sink.terminate)
            let samples = Sink<Sample, Failure>(
                value: { sample in if let value = latest.state { sink.value((value, sample)) } },
                terminate: sink.terminate
            )
            start(Sink(value: { run.send($0, to: source) }, terminate: terminate), under: run)
            sampler.start(
                Sink(value: { run.send($0, to: samples) }, terminate: { terminate($0.mapError(Never.promoted)) }),
                under: run
            )
        }
    }

    /// Takes a signal or a property in place of a producer.
    @_disfavoredOverload
    @inlinable
    public func sample<Sampler: SignalProducerConvertible>(
        with sampler: Sampler
    ) -> SignalProducer<(Value, Sampler.Value), Failure> where Sampler.Failure == Never {
        sample(with: sampler.producer)
    }

    /// Sends the latest value of this producer whenever the sampler sends a value; see ``sample(with:)``.
    @inlinable
    public func sample(on sampler: SignalProducer<some Sendable, Never>) -> SignalProducer {
        sample(with: sampler).map { $0.0 }
    }

    /// Takes a signal or a property in place of a producer.
    @_disfavoredOverload
    @inlinable
    public func sample(
        on sampler: some SignalProducerConvertible<some Sendable, Never>
    ) -> SignalProducer {
        sample(on: sampler.producer)
    }
}

extension Signal {
    /// See ``SignalProducer/sample(with:)``.
    @inlinable
    public func sample<Sample>(with sampler: SignalProducer<Sample, Never>) -> Signal<(Value, Sample), Failure> {
        lift { $0.sample(with: sampler) }
    }

    /// See ``SignalProducer/sample(with:)``.
    @_disfavoredOverload
    @inlinable
    public func sample<Sampler: SignalProducerConvertible>(
        with sampler: Sampler
    ) -> Signal<(Value, Sampler.Value), Failure> where Sampler.Failure == Never {
        lift { $0.sample(with: sampler.producer) }
    }

    /// See ``SignalProducer/sample(on:)``.
    @inlinable
    public func sample(on sampler: SignalProducer<some Sendable, Never>) -> Signal {
        lift { $0.sample(on: sampler) }
    }

    /// See ``SignalProducer/sample(on:)``.
    @_disfavoredOverload
    @inlinable
    public func sample(on sampler: some SignalProducerConvertible<some Sendable, Never>) -> Signal {
        lift { $0.sample(on: sampler.producer) }
    }
}
