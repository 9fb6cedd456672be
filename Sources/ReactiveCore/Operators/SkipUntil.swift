extension SignalProducer {
    /// Drops values until `trigger` sends a value or completes.
    ///
    /// ```
    /// source       ──1──2──3──4──|
    /// trigger      ────────•
    /// skip(until:) ────────3──4──|
    /// ```
    ///
    /// The trigger starts first, and is disposed of once it has fired. Its interruption means nothing.
    public func skip(until trigger: SignalProducer<Void, Never>) -> SignalProducer {
        SignalProducer { [body] sink, run in
            guard run.open(interrupt: { sink.terminate(.interrupted) }) else { return }
            let (triggerRun, source) = (Run(feeding: run), Run(feeding: run))
            let isOpen = Guarded(false)
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

    /// Takes a signal or a property in place of a producer.
    @_disfavoredOverload
    public func skip(until trigger: some SignalProducerConvertible<Void, Never>) -> SignalProducer {
        skip(until: trigger.producer)
    }
}

extension Signal {
    /// See ``SignalProducer/skip(until:)``.
    public func skip(until trigger: SignalProducer<Void, Never>) -> Signal {
        lift { $0.skip(until: trigger) }
    }

    /// Takes a signal or a property in place of a producer.
    @_disfavoredOverload
    public func skip(until trigger: some SignalProducerConvertible<Void, Never>) -> Signal {
        skip(until: trigger.producer)
    }
}
