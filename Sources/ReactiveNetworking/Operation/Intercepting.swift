/// The result of an accepted response.
struct AcceptedResult: Sendable {
    /// Delivers the result and the completion, at the place of the delivery.
    let deliver: @Sendable () -> Void
}

extension Operation {
    /// Asks the interceptors about the outcome of an attempt, and makes another attempt if they request one.
    ///
    /// - Parameter outcome: The outcome of the attempt.
    func intercept(_ outcome: Result<AcceptedResult, AttemptFailure>) {
        // An error that a hook has thrown is final.
        guard let interceptors = context.interceptors, outcome.error?.cause(as: HookError.self) == nil else {
            return accept(outcome)
        }
        start(interceptors.decision(on: outcome.error, of: self)) { decision, step in
            if self.leave(step) { self.carryOut(decision, after: outcome) }
        } terminate: { end, step in
            guard self.leave(step) else { return }
            switch end {
            case .completed: self.accept(outcome)
            case .failed(let error): self.accept(.failure(AttemptFailure(error: .requestFailure(error: error))))
            case .interrupted: self.finish(.interrupted)
            }
        }
    }

    private func carryOut(
        _ decision: Hooks.Decision,
        after outcome: Result<AcceptedResult, AttemptFailure>
    ) {
        guard let delay = decision.delay, canRepeat(after: delay) else { return accept(outcome) }
        if let error = outcome.error { _ = attemptFailed(error) } else { enter(.waitingToRetry) }
        do throws(HookError) {
            if let environment = decision.environment { try context.revisions?.move(to: environment) }
        } catch {
            return accept(.failure(AttemptFailure(error: .requestFailure(error: error))))
        }
        retry(after: delay, because: .interceptor)
    }

    private func canRepeat(after delay: Duration) -> Bool {
        let (hasHandedOn, attempts) = progress { ($0.hasHandedOn, $0.attempts) }
        return !hasHandedOn && attempts <= context.maxRetries && max(delay, .zero) < remaining
            && context.request.body?.canBeReplayed ?? true
    }
}

extension Result where Failure == AttemptFailure {
    fileprivate var error: Network.OperationError? {
        if case .failure(let failure) = self { failure.error } else { nil }
    }
}

extension Hooks.Decision {
    fileprivate var delay: Duration? {
        switch self {
        case .proceed: nil
        case .retry(let delay), .retryIn(_, let delay): delay
        }
    }

    fileprivate var environment: Network.Environment? {
        if case .retryIn(let environment, _) = self { environment } else { nil }
    }
}
