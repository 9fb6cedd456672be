import Foundation

extension SignalProducer where Value == RawResponse, Failure == AttemptFailure {
    /// Makes a value of the response: on `worker` if that is work, in place if it is not, or if there is no `worker` (N13).
    func parsing<Output>(
        _ ending: ResponseEnding<Output>,
        for operation: Operation,
        on worker: (any Scheduler)?
    ) -> SignalProducer<Output, AttemptFailure> {
        let method = operation.request.method
        guard ending.parsesOnWorker else { return attemptMap { ending.output(of: $0, to: method) } }
        guard let worker else {
            return attemptMap { response in
                operation.enter(.parsing)
                return ending.output(of: response, to: method)
            }
        }
        return flatMap(.concat) { response in
            SignalProducer<Output, AttemptFailure> { () -> Result<Output, AttemptFailure> in
                operation.enter(.parsing)
                return ending.output(of: response, to: method)
            }
            .start(on: worker)
        }
    }
}

extension ResponseEnding {
    fileprivate func output(of response: RawResponse, to method: HTTP.Method) -> Result<Output, AttemptFailure> {
        if response.data.isEmpty, isEmptinessMissingData(response.head.status, method) {
            return .failure(AttemptFailure(error: .missingData, response: response.head))
        }
        do {
            return .success(try make(response))
        } catch {
            return .failure(AttemptFailure(error: .parseFailure(cause: error), response: response.head))
        }
    }

    private func isEmptinessMissingData(_ status: HTTP.StatusCode, _ method: HTTP.Method) -> Bool {
        switch emptyBody {
        case .isFine: false
        case .isMissingData: true
        case .isFineWithoutContent: method != .head && ![204, 205, 304].contains(status)
        }
    }
}
