/// The decision about a failed attempt.
enum NextStep: Sendable {
    /// The delay ends early when a network that is offline becomes online, if one is given.
    case retry(after: Duration, RetryPolicy.RetryReason, orOnceNot: SignalProducer<Bool, Never>?)
    case stop(RetryPolicy.StopReason)
}

/// The connection that follows one that has ended.
package struct Reconnection: Sendable {
    package var delay: Duration
    /// The failure of the connection that has ended; `nil` if the server has ended it regularly.
    package var failure: Network.OperationError?

    package init(delay: Duration, failure: Network.OperationError? = nil) {
        self.delay = delay
        self.failure = failure
    }
}

extension Operation {
    /// Decides whether to make another attempt, one question per line (N6-N8, N10).
    func decision(on failure: AttemptFailure) -> NextStep {
        let attempt = attemptFailed(failure.error)
        let policy = context.retryPolicy
        if let reason = failure.stopReason { return .stop(reason) }
        if failure.error.cause(as: HookError.self) != nil { return .stop(.notTransient) }
        // A cache that must not ask the server answers the same again (H21).
        if failure.response?.cacheStatus?.values.isUnavailable == true { return .stop(.statusNotRetryable) }
        let judged = RetryPolicy.Failure(request: context.request, error: failure.error, response: failure.response)
        if case .stop(let reason) = policy.decision(on: judged) { return .stop(reason) }
        guard attempt <= context.maxRetries else { return .stop(.retryLimitReached) }
        let backoff = nextDelay(after: attempt, policy)
        let delay = max(backoff, failure.response?.retryAfter ?? .zero)
        guard delay < remaining else { return .stop(.deadline) }
        if let budget = policy.budget, let account = context.account,
            !account.withdraw(after: failure, of: context.request, from: budget)
        {
            return .stop(.budget)
        }
        let isOffline = failure.isOnTheWay ? policy.offlineState?.values : nil
        return .retry(after: delay, delay > backoff ? .retryAfter : .policy, orOnceNot: isOffline)
    }

    private func nextDelay(after attempt: Int, _ policy: RetryPolicy) -> Duration {
        let previous = progress { $0.lastBackoff }
        let delay = policy.backoff.delay(forAttempt: attempt, previous: previous, fraction: policy.random())
        progress { $0.lastBackoff = delay }
        return delay
    }

    /// Makes the next attempt after a delay, or as soon as the network is online again (Q6).
    func attempt(after delay: Duration, orOnceNot isOffline: SignalProducer<Bool, Never>) {
        let wasOffline = Locked(false)
        let end: @Sendable (RetryPolicy.WaitEnd, Step) -> Void = { reason, step in
            guard self.leave(step) else { return }
            if wasOffline.value { self.record(.retryWaitEnded(reason)) }
            self.attempt()
        }
        perform { step in
            let clock = context.clock
            let wait = CompositeDisposable()
            wait += clock.schedule(at: clock.now.advanced(by: max(delay, .zero))) { end(.delay, step) }
            wait += isOffline.startWithValues { isOffline in
                if isOffline { wasOffline.value = true }
                guard !isOffline, wasOffline.value else { return }
                if clock.isVirtual { return end(.online, step) }
                // On the clock, as all further attempts: the others who observe the status must not wait for this one.
                wait += clock.schedule { end(.online, step) }
            }
            return wait
        }
    }

    /// Connects again after a delay, for a stream that outlives its connections. Each connection has a deadline of its
    /// own for its head, and counts as activity until then (E10, E15).
    func reconnect(_ next: Reconnection) {
        leaveConnecting()
        if let failure = next.failure { _ = attemptFailed(failure) } else { enter(.waitingToRetry) }
        record(.reconnecting(after: next.delay, next.failure))
        wait(next.delay) {
            guard !self.context.network.core.running.isDrained else { return self.finish(.failed(Self.closed)) }
            if self.beginConnecting() { self.attempt() }
        }
    }
}

extension AttemptFailure {
    /// A Boolean value that indicates whether the attempt ended on the way to the server, as it does without a network.
    var isOnTheWay: Bool {
        guard let failure = error.cause(as: TransportError.self), !failure.mayHaveReachedServer else { return false }
        return switch failure.kind {
        case .offline, .cannotResolveHost, .cannotConnect, .connectTimedOut: true
        default: false
        }
    }
}
