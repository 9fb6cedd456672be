import Foundation

/// How one attempt failed, with the response it failed on: the policy for retries wants to see its headers.
struct AttemptFailure: Error {
    var error: Network.OperationError
    var response: ResponseHead?
    /// Why there must be no further attempt, whatever the policy says.
    var stopReason: StopReason?
}

extension Transport {
    /// One attempt: the request is made anew, sent, and redirected as far as the policy goes.
    func attempt(
        _ operation: Operation,
        _ redirects: RedirectPolicy,
        on worker: any Scheduler
    ) -> SignalProducer<TransportEvent, AttemptFailure> {
        let attempt = SignalProducer<TransportEvent, AttemptFailure>.deferred {
            operation.beginAttempt()
            let request: PreparedRequest
            do throws(RequestError) {
                request = try operation.request.prepared()
            } catch {
                return SignalProducer(error: AttemptFailure(error: .requestFailure(error: error)))
            }
            operation.enter(.connecting)
            return redirecting(request, redirects, for: operation)
                .map { event in
                    operation.note(event)
                    return event
                }
                .mapError { AttemptFailure($0) }
        }
        // A source of authorization may take its time, and must hold up neither the caller nor the clock, on which a
        // further attempt begins and all deadlines wait.
        return operation.request.authorization == nil ? attempt : attempt.start(on: worker)
    }
}
