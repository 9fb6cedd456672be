import Foundation

/// How one attempt failed, with the response it failed on: the policy for retries wants to see its headers.
struct AttemptFailure: Error {
    var error: Network.OperationError
    var response: ResponseHead?
    /// Why there must be no further attempt, whatever the policy says.
    var stopReason: RetryPolicy.StopReason?
}

extension Transport {
    /// One attempt: the request is made anew, sent, and redirected as far as the policy goes.
    func attempt(
        _ operation: Operation,
        _ redirects: RedirectPolicy,
        within decorator: (@Sendable (any Transport, Operation) -> any Transport)?,
        on worker: any Scheduler
    ) -> SignalProducer<TransportEvent, AttemptFailure> {
        let attempt = SignalProducer<TransportEvent, AttemptFailure>.deferred {
            operation.beginAttempt()
            if let refusal = operation.refusal {
                return SignalProducer(error: AttemptFailure(error: .requestFailure(error: refusal)))
            }
            do throws(RequestError) {
                return try travelling(operation, redirects, within: decorator)
                    .map { event in
                        operation.note(event)
                        return event
                    }
                    .mapError { AttemptFailure($0) }
            } catch {
                return SignalProducer(error: AttemptFailure(error: .requestFailure(error: error)))
            }
        }
        // Code that answers on the spot may take its time, and must hold up neither the caller nor the clock, on which a
        // further attempt begins and all deadlines wait.
        guard operation.mayBeRevised else { return operation.mayBlock ? attempt.start(on: worker) : attempt }
        return .deferred { operation.mayBlock ? attempt.start(on: worker) : attempt }
    }

    /// The way of one attempt's request through the decorator, the layers of the hooks, and over all redirects.
    private func travelling(
        _ operation: Operation,
        _ redirects: RedirectPolicy,
        within decorator: (@Sendable (any Transport, Operation) -> any Transport)?
    ) throws(RequestError) -> SignalProducer<TransportEvent, TransportError> {
        let hasLayers = !(operation.hooks?.layers.isEmpty ?? true)
        guard hasLayers || decorator != nil else {
            let request = try operation.withRequest { request throws(RequestError) in try request.prepared() }
            operation.enter(.connecting)
            return redirecting(request, redirects, for: operation)
        }
        let journey = AuthorizedTransport(transport: self, operation: operation, redirects: redirects)
        let way = operation.hooks?.wrapping(journey) ?? journey
        let request = try operation.request.preparedWithoutAuthorization()
        return (decorator?(way, operation) ?? way).exchange(request)
    }
}

extension Operation {
    fileprivate var mayBlock: Bool { withRequest { $0.authorization?.mayBlock } ?? false }
}

/// What the innermost layer holds, or the decorator: the request is authorized as the layers have left it, sent, and redirected.
private struct AuthorizedTransport: Transport {
    let transport: any Transport
    let operation: Operation
    let redirects: RedirectPolicy

    func exchange(_ request: PreparedRequest) -> SignalProducer<TransportEvent, TransportError> {
        do throws(RequestError) {
            let request = try operation.request.authorized(request)
            operation.enter(.connecting)
            return transport.redirecting(request, redirects, for: operation)
        } catch {
            return SignalProducer(error: .abortedByClient(error))
        }
    }
}
