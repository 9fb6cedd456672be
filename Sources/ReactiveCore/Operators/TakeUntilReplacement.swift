extension SignalProducer {
    /// Goes over to `replacement` for good when that sends its first event, of whatever kind.
    ///
    /// ```
    /// source                  ──1──2──3──4──|
    /// replacement             ────────A──B────C──|
    /// take(untilReplacement:) ──1──2──A──B────C──|
    /// ```
    ///
    /// The completion of the source is ignored; its failure and its interruption are forwarded. The replacement starts first.
    public func take(untilReplacement replacement: SignalProducer) -> SignalProducer {
        SignalProducer { [body] sink, run in
            guard run.open(interrupt: { sink.terminate(.interrupted) }) else { return }
            let (replacementRun, source) = (Run(feeding: run), Run(feeding: run))
            // Set and read inside the exclusion only, so that no value of the source can follow one of the replacement.
            let isReplaced = Guarded(false)
            let replaced = Sink<Value, Failure> { value in
                if !isReplaced.state {
                    isReplaced.state = true
                    source.dispose()
                }
                sink.value(value)
            } terminate: {
                sink.terminate($0)
            }
            let replaceable = Sink<Value, Failure> { value in
                if !isReplaced.state { sink.value(value) }
            } terminate: { _ in
            }
            run.adopt(source)
            run.adopt(replacementRun)
            replacement.body(replaced.entering(run), replacementRun)
            guard !run.isStopped, !source.isDisposed else { return }
            body(
                Sink(value: { run.send($0, to: replaceable) }) { termination in
                    if case .completed = termination { return }
                    run.post {
                        if !isReplaced.state { run.finish(sink, with: termination) }
                    }
                },
                source
            )
        }
    }
    /// Takes a signal or a property in place of a producer.
    @_disfavoredOverload
    public func take(
        untilReplacement replacement: some SignalProducerConvertible<Value, Failure>
    ) -> SignalProducer {
        take(untilReplacement: replacement.producer)
    }
}

extension Signal {
    /// See ``SignalProducer/take(untilReplacement:)``.
    public func take(untilReplacement replacement: SignalProducer<Value, Failure>) -> Signal {
        lift { $0.take(untilReplacement: replacement) }
    }

    /// See ``SignalProducer/take(untilReplacement:)``.
    @_disfavoredOverload
    public func take(untilReplacement replacement: some SignalProducerConvertible<Value, Failure>) -> Signal {
        take(untilReplacement: replacement.producer)
    }
}
