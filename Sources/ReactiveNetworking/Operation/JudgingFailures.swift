extension Operation {
    /// Returns the user's check of the failure of an operation without a response, if there is one.
    func failureCheck(for error: Network.OperationError) -> ResponseValidation.FailureCheck? {
        guard let check = context.withRequest({ $0.validation?.failureCheck?.value }), error.hasNoResponse else {
            return nil
        }
        return check
    }

    /// Lets the user's check replace the failure of the operation, or swallow it.
    ///
    /// The check runs after all attempts, so retries are decided by the original failure.
    func judge(_ error: Network.OperationError, _ check: @escaping ResponseValidation.FailureCheck) {
        if case .timedOut = error { stop(because: .deadline) }
        perform(isLast: true) { step in
            context.network.core.worker.schedule {
                guard self.isCurrent(step) else { return }
                let subject = ResponseValidation.FailureSubject(request: self.context.request, error: error)
                do {
                    switch try check(subject) {
                    case .standard: self.conclude(.failed(error))
                    case .swallowed: self.conclude(.interrupted)
                    }
                } catch let own as Network.OperationError {
                    self.conclude(.failed(own))
                } catch {
                    let translated = TranslatedFailure(subject.error, into: error)
                    self.conclude(.failed(.requestFailure(error: translated)))
                }
            }
        }
    }
}

extension Network.OperationError {
    /// A Boolean value that indicates whether the request was sent, or should have been, and the failure is not due to
    /// a response.
    fileprivate var hasNoResponse: Bool {
        switch self {
        case .timedOut(_, let phase, _, let lastFailure): phase != .parsing && lastFailure?.hasNoResponse ?? true
        case .invalidResponseType: true
        default: cause(as: TransportError.self) != nil
        }
    }
}
