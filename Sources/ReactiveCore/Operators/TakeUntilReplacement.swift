extension SignalProducer {
    /// Switches to a replacement permanently when the replacement sends its first event of any kind.
    ///
    /// ```
    /// source                  ──1──2──3──4──|
    /// replacement             ────────A──B────C──|
    /// take(untilReplacement:) ──1──2──A──B────C──|
    /// ```
    ///
    /// The completion of the source is ignored; its failure and its interruption are forwarded. The replacement starts
    /// before the source.
    ///
    /// - Parameter replacement: The producer to switch to.
    /// - Returns: A producer of the values of the source and then of the replacement.
    public func take(untilReplacement replacement: SignalProducer) -> SignalProducer {
        SignalProducer { [body] sink, run in
            guard run.open(interrupt: { sink.terminate(.interrupted) }) else { return }
            let (replacementRun, source) = (Run(feeding: run), Run(feeding: run))
            // Set and read only inside the exclusion, so that no value of the source can follow one of the replacement.
            let isReplaced = Confined(false, to: run)
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
    /// Switches to a signal, a property, or another ``SignalProducerConvertible`` permanently when it sends its first
    /// event.
    ///
    /// - Parameter replacement: The stream to switch to.
    /// - Returns: A producer of the values of the source and then of the replacement.
    public func take(
        untilReplacement replacement: some SignalProducerConvertible<Value, Failure>
    ) -> SignalProducer {
        take(untilReplacement: replacement.producer)
    }
}

extension Signal {
    /// Switches to a replacement permanently when the replacement sends its first event of any kind.
    ///
    /// For more information, see ``SignalProducer/take(untilReplacement:)``.
    ///
    /// - Parameter replacement: The producer to switch to.
    /// - Returns: A signal of the values of the source and then of the replacement.
    public func take(untilReplacement replacement: SignalProducer<Value, Failure>) -> Signal {
        lift { $0.take(untilReplacement: replacement) }
    }

    /// Switches to a signal, a property, or another ``SignalProducerConvertible`` permanently when it sends its first
    /// event.
    ///
    /// For more information, see ``SignalProducer/take(untilReplacement:)``.
    ///
    /// - Parameter replacement: The stream to switch to.
    /// - Returns: A signal of the values of the source and then of the replacement.
    public func take(untilReplacement replacement: some SignalProducerConvertible<Value, Failure>) -> Signal {
        take(untilReplacement: replacement.producer)
    }
}
