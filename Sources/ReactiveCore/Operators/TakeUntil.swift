extension SignalProducer {
    /// Completes when `trigger` sends a value or completes (R23).
    ///
    /// ```
    /// source       ──1──2──3──4──|
    /// trigger      ────────•
    /// take(until:) ──1──2──|
    /// ```
    ///
    /// The trigger starts first; if it has fired by then, the source is not started. An interruption of the trigger means
    /// nothing.
    public func take(until trigger: SignalProducer<Void, Never>) -> SignalProducer {
        SignalProducer { [body] sink, run in
            guard run.open(interrupt: { sink.terminate(.interrupted) }) else { return }
            let (triggerRun, source) = (Run(feeding: run), Run(feeding: run))
            run.adopt(triggerRun)
            trigger.body(
                Sink(value: { run.terminate(sink, with: .completed) }) {
                    if case .completed = $0 { run.terminate(sink, with: .completed) }
                },
                triggerRun
            )
            guard !run.isStopped else { return }
            run.adopt(source)
            body(sink.entering(run), source)
        }
    }

    /// Takes a signal or a property in place of a producer.
    @_disfavoredOverload
    public func take(until trigger: some SignalProducerConvertible<Void, Never>) -> SignalProducer {
        take(until: trigger.producer)
    }
}

extension Signal {
    /// See ``SignalProducer/take(until:)-(SignalProducer<Void,Never>)``.
    public func take(until trigger: SignalProducer<Void, Never>) -> Signal {
        lift { $0.take(until: trigger) }
    }

    /// Takes a signal or a property in place of a producer.
    @_disfavoredOverload
    public func take(until trigger: some SignalProducerConvertible<Void, Never>) -> Signal {
        take(until: trigger.producer)
    }
}
