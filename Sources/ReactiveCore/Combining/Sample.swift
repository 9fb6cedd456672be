extension SignalProducer {
    /// Sends the latest value of this producer together with the sampler's value whenever the sampler sends one.
    ///
    /// This producer is started before the sampler. A value of the sampler that arrives before the first value of this
    /// producer is dropped. The result completes when both producers have completed, and is interrupted when one of
    /// them is.
    ///
    /// ```
    /// source   ──1──2─────3──────|
    /// sampler  ────────a─────b───────|
    /// sample   ────────2a────3b──────|
    /// ```
    ///
    /// - Parameter sampler: The producer that decides when to send.
    /// - Returns: A producer of pairs.
    @inlinable
    public func sample<Sample>(with sampler: SignalProducer<Sample, Never>) -> SignalProducer<(Value, Sample), Failure>
    {
        SignalProducer<(Value, Sample), Failure> { sink, run in
            guard run.open(interrupt: { sink.terminate(.interrupted) }) else { return }
            let latest = Confined(Value?.none, to: run)
            let runningCount = Confined(2, to: run)
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

    /// Sends the latest value of this producer together with the sampler's value whenever the sampler, such as a
    /// signal, sends one.
    ///
    /// - Parameter sampler: The input that decides when to send, such as a signal.
    /// - Returns: A producer of pairs.
    @inlinable
    public func sample<Sampler: SignalProducerConvertible>(
        with sampler: Sampler
    ) -> SignalProducer<(Value, Sampler.Value), Failure> where Sampler.Failure == Never {
        sample(with: sampler.producer)
    }

    /// Sends the latest value of this producer whenever the sampler sends a value.
    ///
    /// - Parameter sampler: The producer that decides when to send.
    /// - Returns: A producer of the sampled values.
    @inlinable
    public func sample(on sampler: SignalProducer<some Sendable, Never>) -> SignalProducer {
        sample(with: sampler).map { $0.0 }
    }

    /// Sends the latest value of this producer whenever the sampler, such as a signal, sends a value.
    ///
    /// - Parameter sampler: The input that decides when to send, such as a signal.
    /// - Returns: A producer of the sampled values.
    @inlinable
    public func sample(
        on sampler: some SignalProducerConvertible<some Sendable, Never>
    ) -> SignalProducer {
        sample(on: sampler.producer)
    }
}

extension Signal {
    /// Sends the latest value of this signal together with the sampler's value whenever the sampler sends one.
    ///
    /// - Parameter sampler: The producer that decides when to send.
    /// - Returns: A signal of pairs.
    @inlinable
    public func sample<Sample>(with sampler: SignalProducer<Sample, Never>) -> Signal<(Value, Sample), Failure> {
        lift { $0.sample(with: sampler) }
    }

    /// Sends the latest value of this signal together with the sampler's value whenever the sampler, such as a
    /// property, sends one.
    ///
    /// - Parameter sampler: The input that decides when to send, such as a signal.
    /// - Returns: A signal of pairs.
    @inlinable
    public func sample<Sampler: SignalProducerConvertible>(
        with sampler: Sampler
    ) -> Signal<(Value, Sampler.Value), Failure> where Sampler.Failure == Never {
        lift { $0.sample(with: sampler.producer) }
    }

    /// Sends the latest value of this signal whenever the sampler sends a value.
    ///
    /// - Parameter sampler: The producer that decides when to send.
    /// - Returns: A signal of the sampled values.
    @inlinable
    public func sample(on sampler: SignalProducer<some Sendable, Never>) -> Signal {
        lift { $0.sample(on: sampler) }
    }

    /// Sends the latest value of this signal whenever the sampler, such as a property, sends a value.
    ///
    /// - Parameter sampler: The input that decides when to send, such as a signal.
    /// - Returns: A signal of the sampled values.
    @inlinable
    public func sample(on sampler: some SignalProducerConvertible<some Sendable, Never>) -> Signal {
        lift { $0.sample(on: sampler.producer) }
    }
}
