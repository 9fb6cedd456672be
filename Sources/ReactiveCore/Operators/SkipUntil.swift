extension SignalProducer {
    /// Drops values until a trigger sends a value or completes.
    ///
    /// ```
    /// source       ──1──2──3──4──|
    /// trigger      ────────•
    /// skip(until:) ────────3──4──|
    /// ```
    ///
    /// The trigger starts before the source and is disposed of once it has fired. An interruption of the trigger has no
    /// effect.
    ///
    /// - Parameter trigger: The producer to wait for.
    /// - Returns: A producer of the values sent after the trigger has fired.
    public func skip(until trigger: SignalProducer<Void, Never>) -> SignalProducer {
        SignalProducer { [body] sink, run in
            guard run.open(interrupt: { sink.terminate(.interrupted) }) else { return }
            let (triggerRun, source) = (Run(feeding: run), Run(feeding: run))
            let isOpen = Confined(false, to: run)
            let fire: @Sendable () -> Void = {
                run.post { isOpen.state = true }
                triggerRun.dispose()
            }
            let gate = Sink<Value, Failure>(value: { if isOpen.state { sink.value($0) } }, terminate: sink.terminate)
            run.adopt(triggerRun)
            trigger.body(Sink(value: { fire() }) { if case .completed = $0 { fire() } }, triggerRun)
            run.adopt(source)
            body(gate.entering(run), source)
        }
    }

    /// Drops values until a signal, a property, or another ``SignalProducerConvertible`` sends a value or completes.
    ///
    /// - Parameter trigger: The stream to wait for.
    /// - Returns: A producer of the values sent after the trigger has fired.
    public func skip(until trigger: some SignalProducerConvertible<Void, Never>) -> SignalProducer {
        skip(until: trigger.producer)
    }
}

extension Signal {
    /// Drops values until a trigger sends a value or completes.
    ///
    /// For more information, see ``SignalProducer/skip(until:)``.
    ///
    /// - Parameter trigger: The producer to wait for.
    /// - Returns: A signal of the values sent after the trigger has fired.
    public func skip(until trigger: SignalProducer<Void, Never>) -> Signal {
        lift { $0.skip(until: trigger) }
    }

    /// Drops values until a signal, a property, or another ``SignalProducerConvertible`` sends a value or completes.
    ///
    /// - Parameter trigger: The stream to wait for.
    /// - Returns: A signal of the values sent after the trigger has fired.
    public func skip(until trigger: some SignalProducerConvertible<Void, Never>) -> Signal {
        skip(until: trigger.producer)
    }
}
