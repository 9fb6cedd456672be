import Foundation

/// The decision about a failed attempt.
enum NextStep: Sendable {
    /// The delay ends early when a network that is offline becomes online, if one is given.
    case retry(after: Duration, RetryPolicy.RetryReason, orOnceNot: SignalProducer<Bool, Never>?)
    case stop(RetryPolicy.StopReason)
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
}
