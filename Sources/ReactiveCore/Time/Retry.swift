extension SignalProducer {
    /// Starts the producer again when it fails, at once, and at most `count` times.
    ///
    /// ```
    /// attempt 1    ──1──✗ a
    /// attempt 2         ──1──2──|
    /// retry(upTo:) ──1────1──2──|
    /// ```
    ///
    /// Values that were sent stay sent; only the last failure is forwarded. The count belongs to one start, and there is no
    /// limit to it: a million failures in a row take constant stack and memory (R30, decision 5).
    @inlinable
    public func retry(upTo count: Int) -> SignalProducer {
        precondition(count >= 0, "A producer cannot be retried \(count) times")
        return retrying(on: nil) { _, attempt, _ in
            attempt <= count ? .retry(after: .zero) : .stop
        }
    }

    /// Starts the producer again `interval` after it fails, at most `count` times.
    ///
    /// The last failure is forwarded at once. Disposing of the start during a wait cancels the wait.
    @inlinable
    public func retry(upTo count: Int, interval: Duration, on scheduler: any TimedScheduler) -> SignalProducer {
        precondition(count >= 0, "A producer cannot be retried \(count) times")
        return retrying(on: scheduler) { _, attempt, _ in
            attempt <= count ? .retry(after: interval) : .stop
        }
    }

    /// Starts the producer again when it fails, at most `count` times, with waits that follow `backoff`.
    ///
    /// - Parameters:
    ///   - count: the number of attempts that may follow the first.
    ///   - backoff: how long to wait. Its position belongs to one start.
    ///   - scheduler: where the waiting is done.
    ///   - fraction: the random source for the jitter: a number in `0..<1`, asked for once per wait.
    @inlinable
    @available(swift, introduced: 6)
    public func retry(
        upTo count: Int,
        backoff: Backoff,
        on scheduler: any TimedScheduler,
        fraction: @escaping @Sendable () -> Double = { .random(in: 0..<1) }
    ) -> SignalProducer {
        precondition(count >= 0, "A producer cannot be retried \(count) times")
        return retrying(on: scheduler) { _, attempt, previous in
            guard attempt <= count else { return .stop }
            return .retry(after: backoff.delay(forAttempt: attempt, previous: previous, fraction: fraction()))
        }
    }

    /// Starts the producer again after failures of some kind, within limits.
    ///
    /// ```swift
    /// fetch.retry(when: { $0.isTransient }, upTo: 5, backoff: .exponential(jitter: .full), within: .seconds(30), on: clock)
    /// ```
    ///
    /// - Parameters:
    ///   - isWorthIt: whether another attempt can help after this failure; runs on the thread of the failure.
    ///   - count: the number of attempts that may follow the first.
    ///   - backoff: how long to wait, with its jitter and its cap. Its position belongs to one start.
    ///   - limit: the time from the start after which no attempt begins: a wait that would last longer is not begun.
    ///   - scheduler: where the waiting is done.
    ///   - fraction: the random source for the jitter: a number in `0..<1`, asked for once per wait.
    @available(swift, introduced: 6)
    public func retry(
        when isWorthIt: @escaping @Sendable (_ failure: Failure) -> Bool,
        upTo count: Int = .max,
        backoff: Backoff,
        within limit: Duration? = nil,
        on scheduler: any TimedScheduler,
        fraction: @escaping @Sendable () -> Double = { .random(in: 0..<1) }
    ) -> SignalProducer {
        precondition(count >= 0, "A producer cannot be retried \(count) times")
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

    /// Starts the producer again for as long as a policy says so.
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
    ///   - scheduler: where the waiting is done and the next attempt starts. Attempts do not overlap: one whose predecessor
    ///     has failed but not returned yet follows on that one's thread.
    ///   - decide: gets the failure and the number of attempts made so far in this start, beginning with 1; runs on the thread
    ///     of the failure.
    @inlinable
    @available(swift, introduced: 6)
    public func retry(
        on scheduler: any TimedScheduler,
        _ decide: @escaping @Sendable (_ failure: Failure, _ attempt: Int) -> RetryDecision
    ) -> SignalProducer {
        retrying(on: scheduler) { failure, attempt, _ in decide(failure, attempt) }
    }

    @inlinable
    func retrying(on scheduler: (any TimedScheduler)?, _ decide: @escaping RetryMachine.Decide) -> Self {
        SignalProducer { sink, run in
            guard run.open(interrupt: { sink.terminate(.interrupted) }) else { return }
            RetryMachine(self, sink, run, scheduler, decide).begin()
        }
    }

    @usableFromInline typealias RetryMachine = Retrying<Value, Failure>
}

/// One start of a producer that is retried: attempts in a row, of which one is alive at a time.
@usableFromInline
final class Retrying<Value: Sendable, Failure: Error>: Sendable {
    @usableFromInline typealias Decide =
        @Sendable (_ failure: Failure, _ attempt: Int, _ previousDelay: Duration?) -> RetryDecision

    @usableFromInline
    struct State: Sendable {
        @usableFromInline var attempt = 0
        @usableFromInline var previousDelay: Duration?

        @inlinable init() {}
    }

    @usableFromInline let producer: SignalProducer<Value, Failure>
    @usableFromInline let sink: Sink<Value, Failure>
    @usableFromInline let run: Run
    @usableFromInline let scheduler: (any TimedScheduler)?
    @usableFromInline let decide: Decide
    @usableFromInline let current = SerialDisposable()
    @usableFromInline let trampoline = Trampoline()
    @usableFromInline let state = InlineLocked(State())

    @inlinable
    init(
        _ producer: SignalProducer<Value, Failure>,
        _ sink: Sink<Value, Failure>,
        _ run: Run,
        _ scheduler: (any TimedScheduler)?,
        _ decide: @escaping Decide
    ) {
        self.producer = producer
        self.sink = sink
        self.run = run
        self.scheduler = scheduler
        self.decide = decide
    }

    @inlinable
    func begin() {
        run.adopt(current)
        attempt()
    }

    @inlinable
    func attempt() {
        trampoline.bounce {
            guard !run.isStopped else { return }
            let source = Run(feeding: run)
            current.inner = source
            producer.body(
                Sink(value: { self.run.send($0, to: self.sink) }, terminate: { self.receive($0) }),
                source
            )
        }
    }

    @inlinable
    func receive(_ termination: Termination<Failure>) {
        guard case .failed(let error) = termination, !run.isStopped else {
            return run.terminate(sink, with: termination)
        }
        let (attempt, previousDelay) = state.withLock { state in
            state.attempt += 1
            return (state.attempt, state.previousDelay)
        }
        guard case .retry(let delay) = decide(error, attempt, previousDelay) else {
            return run.terminate(sink, with: termination)
        }
        guard let scheduler else { return self.attempt() }
        state.withLock { $0.previousDelay = delay }
        run.schedule(on: scheduler, at: scheduler.now.advanced(by: max(delay, .zero))) { self.attempt() }
    }
}
