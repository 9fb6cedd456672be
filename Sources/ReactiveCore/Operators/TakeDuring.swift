extension SignalProducer {
    /// Completes when `lifetime` ends (R23). A start after that completes at once, without starting the source.
    ///
    /// ```
    /// source        ──1──2──3──4──|
    /// lifetime      ────────╴
    /// take(during:) ──1──2──|
    /// ```
    public func take(during lifetime: Lifetime) -> SignalProducer {
        SignalProducer { [body] sink, run in
            guard run.open(interrupt: { sink.terminate(.interrupted) }) else { return }
            run.add(lifetime.observeEnded { run.terminate(sink, with: .completed) })
            guard !run.isStopped else { return }
            let source = Run(feeding: run)
            run.adopt(source)
            body(sink.entering(run), source)
        }
    }
}

extension Signal {
    /// See ``SignalProducer/take(during:)``.
    public func take(during lifetime: Lifetime) -> Signal {
        lift { $0.take(during: lifetime) }
    }
}
