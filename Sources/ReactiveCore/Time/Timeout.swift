extension SignalProducer {
    /// Fails with `error` unless the producer has ended within `interval` of its start (R29).
    ///
    /// ```
    /// source   ──1─────2─────3──|
    /// timeout  ──1─────2──✗ error
    /// ```
    ///
    /// There is one deadline for the whole stream, not one per value. It is set before the source starts: where both run on
    /// one scheduler, the deadline wins a tie at its own instant. At the deadline the source is disposed of, and nothing it
    /// sends afterwards is delivered, whatever the threads do.
    ///
    /// - Parameters:
    ///   - interval: the time the producer has; zero or less fails at the scheduler's next opportunity.
    ///   - error: what to fail with.
    ///   - scheduler: measures the time, and is where the failure is sent.
    @inlinable
    public func timeout(
        after interval: Duration,
        raising error: Failure,
        on scheduler: any TimedScheduler
    ) -> SignalProducer {
        timeout(after: interval, on: scheduler) { error }
    }

    /// Fails with what `makeError` says at the deadline; see `timeout(after:raising:on:)`.
    @inlinable
    @available(swift, introduced: 6)
    public func timeout(
        after interval: Duration,
        on scheduler: any TimedScheduler,
        raising makeError: @escaping @Sendable () -> Failure
    ) -> SignalProducer {
        SignalProducer { [body] sink, run in
            guard run.open(interrupt: { sink.terminate(.interrupted) }) else { return }
            let timer = scheduler.schedule(at: scheduler.now.advanced(by: max(interval, .zero))) {
                run.terminate(sink, with: .failed(makeError()))
            }
            if let timer { run.adopt(timer) }
            guard !run.isStopped else { return }
            let source = Run(feeding: run)
            run.adopt(source)
            body(sink.entering(run), source)
        }
    }
}

extension SignalProducer where Failure == Never {
    /// Gives a producer that cannot fail a deadline; see `SignalProducer.timeout(after:raising:on:)`.
    @_disfavoredOverload
    @inlinable
    public func timeout<NewFailure: Error>(
        after interval: Duration,
        raising error: NewFailure,
        on scheduler: any TimedScheduler
    ) -> SignalProducer<Value, NewFailure> {
        promoteError(NewFailure.self).timeout(after: interval, raising: error, on: scheduler)
    }
}

extension Signal {
    /// See `timeout(after:raising:on:)`.
    @inlinable
    public func timeout(after interval: Duration, raising error: Failure, on scheduler: any TimedScheduler) -> Signal {
        lift { $0.timeout(after: interval, raising: error, on: scheduler) }
    }
}

extension Signal where Failure == Never {
    /// See `SignalProducer.timeout(after:raising:on:)`.
    @_disfavoredOverload
    @inlinable
    public func timeout<NewFailure: Error>(
        after interval: Duration,
        raising error: NewFailure,
        on scheduler: any TimedScheduler
    ) -> Signal<Value, NewFailure> {
        lift { $0.timeout(after: interval, raising: error, on: scheduler) }
    }
}
