extension SignalProducer {
    /// Fails with an error unless the producer ends before a deadline.
    ///
    /// ```
    /// source   ──1─────2─────3──|
    /// timeout  ──1─────2──✗ error
    /// ```
    ///
    /// The deadline applies to the whole stream, not to each value. It is scheduled before the source starts: if both
    /// use the same scheduler, the deadline wins a tie at its own instant. At the deadline, the source is disposed of,
    /// and no later event of the source is delivered.
    ///
    /// - Parameters:
    ///   - interval: The time from the start to the deadline. Values that are not positive fail at the scheduler's next
    ///     opportunity.
    ///   - error: The failure to send at the deadline.
    ///   - scheduler: The scheduler that measures the time and delivers the failure.
    /// - Returns: A producer that fails at the deadline.
    @inlinable
    public func timeout(
        after interval: Duration,
        raising error: Failure,
        on scheduler: any TimedScheduler
    ) -> SignalProducer {
        timeout(after: interval, on: scheduler) { error }
    }

    /// Fails with an error made by a closure unless the producer ends before a deadline.
    ///
    /// For more information, see `timeout(after:raising:on:)`.
    ///
    /// - Parameters:
    ///   - interval: The time from the start to the deadline. Values that are not positive fail at the scheduler's next
    ///     opportunity.
    ///   - scheduler: The scheduler that measures the time and delivers the failure.
    ///   - makeError: A closure that returns the failure. It is called at the deadline, on the scheduler.
    /// - Returns: A producer that fails at the deadline.
    @_disfavoredOverload
    @inlinable
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
    /// Fails with an error unless a producer that cannot fail ends before a deadline.
    ///
    /// For more information, see `SignalProducer.timeout(after:raising:on:)`.
    ///
    /// - Parameters:
    ///   - interval: The time from the start to the deadline. Values that are not positive fail at the scheduler's next
    ///     opportunity.
    ///   - error: The failure to send at the deadline.
    ///   - scheduler: The scheduler that measures the time and delivers the failure.
    /// - Returns: A producer that fails at the deadline.
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
    /// Fails with an error unless the signal ends before a deadline.
    ///
    /// For more information, see `SignalProducer.timeout(after:raising:on:)`.
    ///
    /// - Parameters:
    ///   - interval: The time from the start to the deadline. Values that are not positive fail at the scheduler's next
    ///     opportunity.
    ///   - error: The failure to send at the deadline.
    ///   - scheduler: The scheduler that measures the time and delivers the failure.
    /// - Returns: A signal that fails at the deadline.
    @inlinable
    public func timeout(after interval: Duration, raising error: Failure, on scheduler: any TimedScheduler) -> Signal {
        lift { $0.timeout(after: interval, raising: error, on: scheduler) }
    }
}

extension Signal where Failure == Never {
    /// Fails with an error unless a signal that cannot fail ends before a deadline.
    ///
    /// For more information, see `SignalProducer.timeout(after:raising:on:)`.
    ///
    /// - Parameters:
    ///   - interval: The time from the start to the deadline. Values that are not positive fail at the scheduler's next
    ///     opportunity.
    ///   - error: The failure to send at the deadline.
    ///   - scheduler: The scheduler that measures the time and delivers the failure.
    /// - Returns: A signal that fails at the deadline.
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
