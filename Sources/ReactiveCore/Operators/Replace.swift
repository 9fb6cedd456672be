extension SignalProducer {
    /// Continues with another producer from the first value for which `replacement` returns one. The source is stopped,
    /// and that value is not sent.
    ///
    /// ```
    /// source       ──1──2──x──3──|
    /// replacement            ──8──9──|      for x
    /// replaced     ──1──2──────8──9──|
    /// ```
    @inlinable
    package func replaced(
        by replacement: @escaping @Sendable (Value) -> SignalProducer?
    ) -> SignalProducer {
        SignalProducer { [body] sink, run in
            guard run.open(interrupt: { sink.terminate(.interrupted) }) else { return }
            let current = SerialDisposable()
            run.adopt(current)
            let source = Run(feeding: run)
            current.inner = source
            body(
                Sink { value in
                    guard !source.isEnded else { return }
                    guard let substitute = replacement(value) else { return run.send(value, to: sink) }
                    guard !run.isStopped else { return }
                    // End the source, and do not dispose of it: its interruption would interrupt the whole.
                    source.end()
                    let successor = Run(feeding: run)
                    current.inner = successor
                    substitute.body(sink.entering(run), successor)
                } terminate: { termination in
                    if !source.isEnded { run.terminate(sink, with: termination) }
                },
                source
            )
        }
    }
}
