extension SignalProducer {
    /// Completes when a lifetime ends.
    ///
    /// ```
    /// source        ──1──2──3──4──|
    /// lifetime      ────────╴
    /// take(during:) ──1──2──|
    /// ```
    ///
    /// If the lifetime has already ended, a start completes immediately without starting the source.
    ///
    /// - Parameter lifetime: The lifetime to follow.
    /// - Returns: A producer of the values sent during the lifetime.
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
    /// Completes when a lifetime ends.
    ///
    /// For more information, see ``SignalProducer/take(during:)``.
    ///
    /// - Parameter lifetime: The lifetime to follow.
    /// - Returns: A signal of the values sent during the lifetime.
    public func take(during lifetime: Lifetime) -> Signal {
        lift { $0.take(during: lifetime) }
    }
}
