/// The end of an attempt as the interceptors decide it.
private enum Interrupted: Error {
    case failed(AttemptFailure)
    case repeated(after: Duration)
}

extension SignalProducer where Failure == AttemptFailure {
    /// Asks the interceptors after each attempt, and makes another attempt if they request one.
    func intercepted(for operation: Operation) -> SignalProducer {
        guard let interception = operation.interception else { return self }
        return mapError(Interrupted.failed)
            .flatMap(.concat) { value in
                interception.delay(after: nil, for: operation)
                    .attemptMap { delay in delay.map { .failure(.repeated(after: $0)) } ?? .success(value) }
            }
            .flatMapError { end -> SignalProducer<Value, Interrupted> in
                // An error that a hook has thrown is final, even if an interceptor threw it after a success.
                guard case .failed(let failure) = end, failure.error.hookError == nil else {
                    return SignalProducer<Value, Interrupted>(error: end)
                }
                return interception.delay(after: failure.error, for: operation)
                    .attemptMap { .failure($0.map { .repeated(after: $0) } ?? end) }
            }
            .retry(on: operation.clock) { end, _ in
                guard case .repeated(let delay) = end else { return .stop }
                operation.willRetry(after: delay, because: .interceptor)
                return .retry(after: delay)
            }
            .mapError { end in
                switch end {
                case .failed(let failure): failure
                case .repeated: preconditionFailure("A repetition ends with its last attempt or by disposal")
                }
            }
    }
}

extension OperationInterceptors {
    /// Produces the delay before another attempt, or `nil` if the outcome stands.
    fileprivate func delay(
        after error: Network.OperationError?,
        for operation: Operation
    ) -> SignalProducer<Duration?, Interrupted> {
        verdict(on: error, of: operation)
            .mapError { .failed(AttemptFailure(error: .requestFailure(error: $0))) }
            .attemptMap { verdict -> Result<Duration?, Interrupted> in
                guard let delay = verdict.delay, operation.canRepeat(after: delay) else { return .success(nil) }
                if let error { _ = operation.attemptFailed(error) } else { operation.enter(.waitingToRetry) }
                guard let environment = verdict.environment else { return .success(delay) }
                do throws(HookError) {
                    try operation.move(to: environment)
                    return .success(delay)
                } catch {
                    return .failure(.failed(AttemptFailure(error: .requestFailure(error: error))))
                }
            }
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

extension Operation {
    fileprivate func canRepeat(after delay: Duration) -> Bool {
        !hasHandedOn && attempts <= maxRetries && max(delay, .zero) < remaining && request.body?.canBeReplayed ?? true
    }
}
