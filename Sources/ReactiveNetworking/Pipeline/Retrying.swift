import Foundation

extension SignalProducer where Failure == AttemptFailure {
    /// Makes further attempts while the policy of the request requests them, attempts are left, the delay fits into the
    /// remaining time, and the budget allows it (N6-N8, N10).
    func retrying(for operation: Operation) -> SignalProducer<Value, Network.OperationError> {
        let mayNeedBudget = operation.mayBeRevised || operation.retryPolicy.budget != nil
        let account = mayNeedBudget ? RetryAccount() : nil
        let result = retry(on: operation.clock) { failure, _ in
            let attempt = operation.attemptFailed(failure.error)
            let policy = operation.retryPolicy
            let decision = policy.decision(on: failure, of: operation, after: attempt, paidFrom: account)
            switch decision {
            case .retry(let delay, let reason): operation.willRetry(after: delay, because: reason)
            case .stop(let reason): operation.stop(because: reason)
            }
            return decision.asRetryDecision
        }
        .mapError { $0.error.naming(operation.request) }
        guard let account else { return result }
        // A consumer may take the value without waiting for the completion.
        return result.on(value: { _ in account.succeeded(with: operation.request, operation.retryPolicy.budget) })
    }
}

private enum NextStep {
    case retry(after: Duration, RetryPolicy.RetryReason)
    case stop(RetryPolicy.StopReason)

    var asRetryDecision: RetryDecision {
        switch self {
        case .retry(let delay, _): .retry(after: delay)
        case .stop: .stop
        }
    }
}

extension RetryPolicy {
    /// Decides whether to make another attempt, one question per line.
    fileprivate func decision(
        on failure: AttemptFailure,
        of operation: Operation,
        after attempt: Int,
        paidFrom account: RetryAccount?
    ) -> NextStep {
        if let reason = failure.stopReason { return .stop(reason) }
        if failure.error.hookError != nil { return .stop(.notTransient) }
        let judged = Failure(request: operation.request, error: failure.error, response: failure.response)
        if case .stop(let reason) = verdict(on: judged) { return .stop(reason) }
        guard attempt <= operation.maxRetries else { return .stop(.retryLimitReached) }
        let backoff = nextDelay(of: operation, after: attempt)
        let delay = max(backoff, failure.response?.retryAfter ?? .zero)
        guard delay < operation.remaining else { return .stop(.deadline) }
        if let budget, let account, !account.withdraw(after: failure, of: operation.request, from: budget) {
            return .stop(.budget)
        }
        return .retry(after: delay, delay > backoff ? .retryAfter : .policy)
    }

    private func nextDelay(of operation: Operation, after attempt: Int) -> Duration {
        let previous = operation.lastBackoff
        let delay = backoff.delay(forAttempt: attempt, previous: previous, fraction: random())
        operation.lastBackoff = delay
        return delay
    }
}
