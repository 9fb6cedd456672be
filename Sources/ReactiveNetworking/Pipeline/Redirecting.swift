import Foundation

extension Transport {
    /// Performs one exchange and follows its redirects, after the delay that the server asks for (N8). The last
    /// response is the result.
    func redirecting(
        _ request: PreparedRequest,
        _ policy: RedirectPolicy,
        for operation: Operation,
        after hopCount: Int = 0
    ) -> SignalProducer<TransportEvent, TransportError> {
        let exchange = authorizing(request, for: operation)
        guard policy.limit > 0 else { return exchange }
        return exchange.replaced { event in
            guard case .head(let head) = event else { return nil }
            let location: String
            switch head.redirectLocation {
            case .absent: return nil
            case .conflicting: return SignalProducer(error: .conflictingLocations(request))
            case .value(let value): location = value
            }
            operation.follows(head)
            let wait = head.retryAfter ?? .zero
            switch policy.request(after: request, answeredBy: head, to: location, hopCount: hopCount + 1) {
            case .failure(let error):
                return SignalProducer(error: error)
            case .success where wait >= operation.remaining:
                return SignalProducer(error: .waitTooLong(wait, request))
            case .success(let next):
                return redirecting(next, policy, for: operation, after: hopCount + 1)
                    .on(starting: { operation.enter(.connecting) })
                    .mapError(\.afterRedirect)
                    .started(after: wait, on: operation.clock)
            }
        }
    }
}

extension SignalProducer {
    fileprivate func started(after wait: Duration, on clock: any TimedScheduler) -> SignalProducer {
        wait > .zero ? .empty.delay(wait, on: clock).concat(self) : self
    }
}

extension TransportError {
    fileprivate static func waitTooLong(_ wait: Duration, _ request: PreparedRequest) -> TransportError {
        let reason = "the server asks to wait \(wait) before following the redirect, but less time is left"
        return TransportError(.redirectRefused, host: request.url.host, phase: .receiving, detail: reason)
    }

    fileprivate static func conflictingLocations(_ request: PreparedRequest) -> TransportError {
        let reason = "the response has several different locations"
        return TransportError(.redirectRefused, host: request.url.host, phase: .receiving, detail: reason)
    }

    /// The error, marked as possibly processed: the redirected request was answered, so a server has seen it (N7).
    fileprivate var afterRedirect: TransportError {
        var error = self
        error.mayHaveReachedServer = true
        return error
    }
}

extension ResponseHead {
    /// The location of a redirect. A redirect without a location is an ordinary response.
    fileprivate var redirectLocation: HTTP.Headers.Single {
        guard [301, 302, 303, 307, 308].contains(status) else { return .absent }
        let location = headers.single(HTTP.Headers.Name.location)
        return location == .value("") ? .absent : location
    }
}

extension RedirectPolicy {
    /// Returns the request that a redirect asks for (RFC 9110 §15.4), without the parts that must not be sent to its
    /// target.
    fileprivate func request(
        after request: PreparedRequest,
        answeredBy head: ResponseHead,
        to location: String,
        hopCount: Int
    ) -> Result<PreparedRequest, TransportError> {
        func refusal(_ reason: String) -> Result<PreparedRequest, TransportError> {
            .failure(TransportError(.redirectRefused, host: request.url.host, phase: .receiving, detail: reason))
        }
        guard hopCount <= limit else { return refusal("more than \(limit) redirects") }
        guard let target = URL(string: location, relativeTo: request.url)?.absoluteURL else {
            return refusal("the location is not a URL")
        }
        guard allowsDowngrade || target.scheme?.lowercased() != "http" || request.url.scheme?.lowercased() != "https"
        else { return refusal("the location leads from https to http") }
        let becomesGet = head.status.makesGet(of: request.method)
        let staysHome = target.hasSameOrigin(as: request.url)
        guard becomesGet || staysHome || request.content?.isEmpty ?? true || allowsBodyAcrossOrigins else {
            return refusal("the redirect would send the body to another origin")
        }
        guard becomesGet || request.content?.canBeReplayed ?? true else {
            return refusal("the redirect needs the body again, which can be sent only once")
        }
        do throws(RequestError) {
            // Dropped parts stay dropped, even if the chain returns to its origin: the next redirect starts from this
            // request.
            let next = try request.redirected(
                to: target.absoluteString,
                method: becomesGet && request.method != .head ? .get : request.method,
                keepingBody: !becomesGet
            ) { name in
                !(becomesGet && name.lowercased().hasPrefix("content-"))
                    && (staysHome || !request.isBoundToOrigin(name))
            }
            return .success(next)
        } catch {
            return refusal("the redirected request is invalid: \(error)")
        }
    }
}

extension HTTP.StatusCode {
    /// Returns whether a redirect with this status turns a request of `method` into one without a body.
    fileprivate func makesGet(of method: HTTP.Method) -> Bool {
        switch rawValue {
        case 303: true
        case 301, 302: method == .post
        default: false
        }
    }
}
