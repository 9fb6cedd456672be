extension Transport {
    /// Performs one exchange with the credentials of the operation's scheme, and a second one if the scheme answers a
    /// 401. The second response is final.
    ///
    /// Credentials apply to their origin only: a request that a redirect leads to another origin is sent without them,
    /// and a 401 from there is final (N15).
    func authorizing(
        _ request: PreparedRequest,
        for operation: Operation
    ) -> SignalProducer<TransportEvent, TransportError> {
        guard let scheme = operation.scheme, !request.hasLeftOrigin else {
            return exchange(request, loggedBy: operation)
        }
        guard !request.headers.contains(HTTP.Headers.Name.authorization) else {
            let exchange = exchange(request, loggedBy: operation)
            return scheme.observesEveryResponse ? exchange.notifying(scheme, request) : exchange
        }
        return asking(scheme.grant(for: request), for: operation) { grant in
            exchange(request, with: grant, for: operation).replaced { event in
                guard case .head(let head) = event else { return nil }
                scheme.didReceive(head, for: request)
                guard head.status == .unauthorized,
                    !operation.request.acceptedCodes.contains(.unauthorized)
                else { return nil }
                return answering(head, to: request, sentWith: grant, scheme, for: operation)
            }
        }
    }

    /// Returns the exchange that follows a 401, if any.
    private func answering(
        _ head: ResponseHead,
        to request: PreparedRequest,
        sentWith grant: Credentials?,
        _ scheme: any AuthorizationScheme,
        for operation: Operation
    ) -> SignalProducer<TransportEvent, TransportError>? {
        let sent = (try? request.with(grant)) ?? request
        guard let answer = scheme.answer(to: UnauthorizedResponse(request: sent, response: head), after: grant)
        else { return nil }
        guard request.content?.canBeReplayed ?? true else {
            return SignalProducer(error: .abortedByClient(RequestError.bodyAlreadyConsumed))
        }
        operation.follows(head)
        operation.willReauthorize(after: head.status)
        return asking(answer.map { .some($0) }, for: operation) { grant in
            exchange(request, with: grant, for: operation).notifying(scheme, request)
        }
    }

    private func asking(
        _ grant: SignalProducer<Credentials?, RequestError>,
        for operation: Operation,
        _ next: @escaping @Sendable (Credentials?) -> SignalProducer<TransportEvent, TransportError>
    ) -> SignalProducer<TransportEvent, TransportError> {
        operation.enter(.preparing)
        // If the source provides no credentials, send the request without them.
        return grant.take(first: 1).reduce(nil) { $1 }
            .mapError { .abortedByClient($0) }
            .flatMap(.concat) { grant in
                operation.enter(.connecting)
                return next(grant)
            }
    }

    private func exchange(
        _ request: PreparedRequest,
        with grant: Credentials?,
        for operation: Operation
    ) -> SignalProducer<TransportEvent, TransportError> {
        do throws(RequestError) {
            return try exchange(request.with(grant), loggedBy: operation)
        } catch {
            return SignalProducer(error: .abortedByClient(error))
        }
    }
}

extension SignalProducer where Value == TransportEvent {
    fileprivate func notifying(_ scheme: any AuthorizationScheme, _ request: PreparedRequest) -> SignalProducer {
        on(value: { event in
            if case .head(let head) = event { scheme.didReceive(head, for: request) }
        })
    }
}

extension PreparedRequest {
    fileprivate func with(_ grant: Credentials?) throws(RequestError) -> PreparedRequest {
        guard let grant else { return self }
        return try header(HTTP.Headers.Name.authorization, grant.headerValue)
    }
}
