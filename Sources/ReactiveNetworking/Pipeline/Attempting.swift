import Foundation

extension Transport {
    /// Makes one attempt: prepares the request, sends it, and follows redirects as the policy allows.
    func attempt(
        _ operation: Operation,
        within decorator: (@Sendable (any Transport, Operation) -> any Transport)?,
        on worker: any Scheduler
    ) -> SignalProducer<TransportEvent, AttemptFailure> {
        let attempt = SignalProducer<TransportEvent, AttemptFailure>.deferred {
            operation.beginAttempt()
            if let refusal = operation.refusal {
                return SignalProducer(error: AttemptFailure(error: .requestFailure(error: refusal)))
            }
            do throws(RequestError) {
                return try travelling(operation, within: decorator)
                    .map { event in
                        operation.note(event)
                        return event
                    }
                    .mapError { AttemptFailure($0) }
            } catch {
                return SignalProducer(error: AttemptFailure(error: .requestFailure(error: error)))
            }
        }
        // Synchronous user code may take a while. It must block neither the caller nor the clock, which starts further
        // attempts and serves all deadlines.
        guard operation.mayBeRevised else { return operation.mayBlock ? attempt.start(on: worker) : attempt }
        return .deferred { operation.mayBlock ? attempt.start(on: worker) : attempt }
    }

    /// Sends one attempt's request through the decorator, the transforms of the hooks, and all redirects.
    private func travelling(
        _ operation: Operation,
        within decorator: (@Sendable (any Transport, Operation) -> any Transport)?
    ) throws(RequestError) -> SignalProducer<TransportEvent, TransportError> {
        let hooks = operation.hooks
        let hasTransforms = !(hooks?.transforms.isEmpty ?? true)
        guard hasTransforms || decorator != nil else {
            let request = try operation.withRequest { request throws(RequestError) in try request.prepared() }
            operation.enter(.connecting)
            return redirecting(request, operation.redirectPolicy, for: operation)
        }
        let journey = AuthorizedTransport(transport: self, operation: operation)
        let way = hooks?.wrapping(journey) ?? journey
        let request = try operation.request.preparedWithoutAuthorization()
        return (decorator?(way, operation) ?? way).exchange(request)
    }
}

extension Operation {
    fileprivate var mayBlock: Bool { withRequest { $0.authorization?.mayBlock } ?? false }
}

/// The transport inside the transforms and the decorator: it authorizes the request that they have produced, sends it,
/// and follows redirects.
private struct AuthorizedTransport: Transport {
    let transport: any Transport
    let operation: Operation

    func exchange(_ request: PreparedRequest) -> SignalProducer<TransportEvent, TransportError> {
        do throws(RequestError) {
            let request = try operation.request.authorized(request)
            operation.enter(.connecting)
            return transport.redirecting(request, operation.redirectPolicy, for: operation)
        } catch {
            return SignalProducer(error: .abortedByClient(error))
        }
    }
}
