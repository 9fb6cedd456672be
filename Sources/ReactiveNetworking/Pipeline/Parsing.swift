import Foundation

extension SignalProducer where Value == RawResponse, Failure == AttemptFailure {
    /// Decodes the response: on `worker` if decoding is expensive, and in place otherwise or without a `worker` (N13).
    func parsing<Output>(
        _ ending: BufferedReceiver<Output>,
        for operation: Operation,
        on worker: (any Scheduler)?
    ) -> SignalProducer<Output, AttemptFailure> {
        guard ending.parsesOnWorker else { return attemptMap { ending.output(of: $0, for: operation) } }
        guard let worker else {
            return attemptMap { response in
                operation.enter(.parsing)
                return ending.output(of: response, for: operation)
            }
        }
        return flatMap(.concat) { response in
            SignalProducer<Output, AttemptFailure> { () -> Result<Output, AttemptFailure> in
                operation.enter(.parsing)
                return ending.output(of: response, for: operation)
            }
            .start(on: worker)
        }
    }
}

extension BufferedReceiver {
    fileprivate func output(of response: RawResponse, for operation: Operation) -> Result<Output, AttemptFailure> {
        if response.data.isEmpty, isEmptinessMissingData(response.head.status, operation.withRequest { $0.method }) {
            return .failure(AttemptFailure(error: .missingData, response: response.head))
        }
        do {
            return .success(try make(response, operation.decoder))
        } catch {
            return .failure(AttemptFailure(error: .parseFailure(cause: error), response: response.head))
        }
    }

    private func isEmptinessMissingData(_ status: HTTP.StatusCode, _ method: HTTP.Method) -> Bool {
        switch emptyBody {
        case .allowed: false
        case .missing: true
        case .allowedForNoContent: method != .head && ![204, 205, 304].contains(status)
        }
    }
}
