extension SignalProducer where Failure == Network.OperationError {
    /// Lets the user's failure check replace the failure of an operation without a response, or swallow it.
    ///
    /// The check runs after all attempts, so retries are decided by the original failure.
    func judgingFailures(of operation: Operation, on worker: any Scheduler) -> SignalProducer {
        guard operation.mayBeRevised || operation.withRequest({ $0.validation?.failureCheck != nil }) else {
            return self
        }
        return flatMapError { error -> SignalProducer in
            let request = operation.request
            guard error.hasNoResponse, let check = request.validation?.failureCheck?.value else {
                return SignalProducer(error: error)
            }
            if case .timedOut = error { operation.stop(because: .deadline) }
            return SignalProducer { observer, _ in
                let subject = ResponseValidation.FailureSubject(request: request, error: error)
                do {
                    switch try check(subject) {
                    case .standard: observer.send(error: error)
                    case .swallowed: observer.sendInterrupted()
                    }
                } catch let own as Network.OperationError {
                    observer.send(error: own)
                } catch {
                    observer.send(error: .requestFailure(error: TranslatedFailure(subject.error, into: error)))
                }
            }
            .start(on: worker)
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
        default: transportError != nil
        }
    }
}
