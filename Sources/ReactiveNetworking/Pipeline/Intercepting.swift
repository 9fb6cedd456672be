/// How an attempt ends for those around the interceptors.
private enum Interrupted: Error {
    case failed(AttemptFailure)
    case repeated(after: Duration)
}

extension SignalProducer where Failure == AttemptFailure {
    /// Asks the interceptors after each attempt, and makes another one where they want it (F-24).
    func intercepted(for operation: Operation) -> SignalProducer {
        guard let interception = operation.interception else { return self }
        return mapError(Interrupted.failed)
            .flatMap(.concat) { value in
                interception.delay(after: nil, for: operation)
                    .attemptMap { delay in delay.map { .failure(.repeated(after: $0)) } ?? .success(value) }
            }
            .flatMapError { end -> SignalProducer<Value, Interrupted> in
                // What a hook has thrown is final, an interceptor included that has thrown at a success.
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
                case .repeated: preconditionFailure("A repetition ends in its last attempt, or by disposal")
                }
            }
    }
}

extension Interception {
    /// How long to wait for another attempt, or `nil` if the outcome stands.
    fileprivate func delay(
        after error: Network.OperationError?,
        for operation: Operation
    ) -> SignalProducer<Duration?, Interrupted> {
        verdict(on: error, of: operation)
            .mapError { .failed(AttemptFailure(error: .requestFailure(error: $0))) }
            .map { verdict in
                guard case .retry(let delay) = verdict, operation.canRepeat(after: delay) else { return nil }
                if let error { _ = operation.attemptFailed(error) } else { operation.enter(.betweenAttempts) }
                return delay
            }
    }
}

extension Operation {
    fileprivate func canRepeat(after delay: Duration) -> Bool {
        !hasHandedOn && attempts <= maxRetries && max(delay, .zero) < remaining && request.body?.canBeReplayed ?? true
    }
}
