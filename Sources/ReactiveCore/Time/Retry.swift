extension SignalProducer {
    /// Restarts the producer immediately when it fails, up to a number of times.
    ///
    /// ```
    /// attempt 1    ──1──✗ a
    /// attempt 2         ──1──2──|
    /// retry(upTo:) ──1────1──2──|
    /// ```
    ///
    /// Values that were sent stay sent; only the last failure is forwarded. Each start counts its own retries. Stack
    /// and memory use is constant even for a million failures in a row.
    ///
    /// - Parameter count: The maximum number of retries after the first attempt. It must not be negative.
    /// - Returns: A producer that retries.
    @inlinable
    public func retry(upTo count: Int) -> SignalProducer {
        require(count >= 0, "A producer cannot be retried \(count) times")
        return retrying(on: nil) { _, attempt, _ in
            attempt <= count ? .retry(after: .zero) : .stop
        }
    }

    /// Restarts the producer after an interval when it fails, up to a number of times.
    ///
    /// The last failure is forwarded without delay. Disposing of the start cancels a pending retry.
    ///
    /// - Parameters:
    ///   - count: The maximum number of retries after the first attempt. It must not be negative.
    ///   - interval: The time between a failure and the next attempt. Negative values are treated as zero.
    ///   - scheduler: The scheduler that measures the interval and starts the next attempt.
    /// - Returns: A producer that retries.
    @inlinable
    public func retry(upTo count: Int, interval: Duration, on scheduler: any TimedScheduler) -> SignalProducer {
        require(count >= 0, "A producer cannot be retried \(count) times")
        return retrying(on: scheduler) { _, attempt, _ in
            attempt <= count ? .retry(after: interval) : .stop
        }
    }

    /// Restarts the producer with growing delays when it fails, up to a number of times.
    ///
    /// - Parameters:
    ///   - count: The maximum number of retries after the first attempt. It must not be negative.
    ///   - backoff: The delays between the attempts. Each start begins with the first delay.
    ///   - scheduler: The scheduler that measures the delays and starts the next attempt.
    ///   - fraction: The random source for the jitter, which returns a number in `0..<1`. It is called once per delay.
    /// - Returns: A producer that retries.
    @_disfavoredOverload
    @inlinable
    public func retry(
        upTo count: Int,
        backoff: Backoff,
        on scheduler: any TimedScheduler,
        fraction: @escaping @Sendable () -> Double = { .random(in: 0..<1) }
    ) -> SignalProducer {
        require(count >= 0, "A producer cannot be retried \(count) times")
        return retrying(on: scheduler) { _, attempt, previous in
            guard attempt <= count else { return .stop }
            return .retry(after: backoff.delay(forAttempt: attempt, previous: previous, fraction: fraction()))
        }
    }

    /// Restarts the producer when it fails with a retryable error, within limits.
    ///
    /// ```swift
    /// let backoff = Backoff.exponential(jitter: .full)
    /// fetch.retry(when: { $0.isTransient }, upTo: 5, backoff: backoff, within: .seconds(30), on: clock)
    /// ```
    ///
    /// - Parameters:
    ///   - isWorthIt: A closure that returns whether another attempt can help after a failure. It runs on the thread of
    ///     the failure.
    ///   - count: The maximum number of retries after the first attempt. It must not be negative.
    ///   - backoff: The delays between the attempts. Each start begins with the first delay.
    ///   - limit: The time from the start after which no attempt begins. If the next delay would exceed it, the failure
    ///     is forwarded at once.
    ///   - scheduler: The scheduler that measures the delays and starts the next attempt.
    ///   - fraction: The random source for the jitter, which returns a number in `0..<1`. It is called once per delay.
    /// - Returns: A producer that retries.
    @_disfavoredOverload
    public func retry(
        when isWorthIt: @escaping @Sendable (_ failure: Failure) -> Bool,
        upTo count: Int = .max,
        backoff: Backoff,
        within limit: Duration? = nil,
        on scheduler: any TimedScheduler,
        fraction: @escaping @Sendable () -> Double = { .random(in: 0..<1) }
    ) -> SignalProducer {
        require(count >= 0, "A producer cannot be retried \(count) times")
        return .deferred {
            let begun = scheduler.now
            return retrying(on: scheduler) { failure, attempt, previous in
                guard attempt <= count, isWorthIt(failure) else { return .stop }
                let delay = backoff.delay(forAttempt: attempt, previous: previous, fraction: fraction())
                let elapsed = begun.duration(to: scheduler.now)
                if let limit, delay > limit - elapsed { return .stop }
                return .retry(after: delay)
            }
        }
    }

    /// Restarts the producer when it fails, as long as a closure decides so.
    ///
    /// ```swift
    /// fetch.retry(on: clock) { failure, attempt in
    ///     guard attempt < 4 else { return .stop }           // budget spent
    ///     guard failure.isTransient else { return .stop }   // a second try cannot help
    ///     return .retry(after: backoff.delay(forAttempt: attempt))
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - scheduler: The scheduler that measures the delays and starts the next attempt. Attempts do not overlap: if
    ///     the previous attempt has failed but not yet returned, the next one follows on its thread.
    ///   - decide: A closure that decides what to do about a failure, given the number of attempts made so far in this
    ///     start, starting at 1. It runs on the thread of the failure.
    /// - Returns: A producer that retries.
    @_disfavoredOverload
    @inlinable
    public func retry(
        on scheduler: any TimedScheduler,
        _ decide: @escaping @Sendable (_ failure: Failure, _ attempt: Int) -> RetryDecision
    ) -> SignalProducer {
        retrying(on: scheduler) { failure, attempt, _ in decide(failure, attempt) }
    }

    @inlinable
    func retrying(
        on scheduler: (any TimedScheduler)?,
        _ decide:
            @escaping @Sendable (_ failure: Failure, _ attempt: Int, _ previousDelay: Duration?) -> RetryDecision
    ) -> SignalProducer {
        restarting(on: scheduler) { termination, attempt, previousDelay in
            guard case .failed(let error) = termination else { return .stop }
            return decide(error, attempt, previousDelay)
        }
    }
}
