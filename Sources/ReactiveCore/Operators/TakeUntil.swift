extension SignalProducer {
    /// Completes when a trigger sends a value or completes.
    ///
    /// ```
    /// source       ──1──2──3──4──|
    /// trigger      ────────•
    /// take(until:) ──1──2──|
    /// ```
    ///
    /// The trigger starts before the source; if it fires immediately, the source is not started. An interruption of the
    /// trigger has no effect.
    ///
    /// - Parameter trigger: The producer that ends the stream.
    /// - Returns: A producer of the values sent before the trigger fires.
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

    /// Completes when a signal, a property, or another ``SignalProducerConvertible`` sends a value or completes.
    ///
    /// - Parameter trigger: The stream that ends the result.
    /// - Returns: A producer of the values sent before the trigger fires.
    public func take(until trigger: some SignalProducerConvertible<Void, Never>) -> SignalProducer {
        take(until: trigger.producer)
    }
}

extension Signal {
    /// Completes when a trigger sends a value or completes.
    ///
    /// For more information, see ``SignalProducer/take(until:)-(SignalProducer<Void,Never>)``.
    ///
    /// - Parameter trigger: The producer that ends the stream.
    /// - Returns: A signal of the values sent before the trigger fires.
    public func take(until trigger: SignalProducer<Void, Never>) -> Signal {
        lift { $0.take(until: trigger) }
    }

    /// Completes when a signal, a property, or another ``SignalProducerConvertible`` sends a value or completes.
    ///
    /// - Parameter trigger: The stream that ends the result.
    /// - Returns: A signal of the values sent before the trigger fires.
    public func take(until trigger: some SignalProducerConvertible<Void, Never>) -> Signal {
        take(until: trigger.producer)
    }
}
