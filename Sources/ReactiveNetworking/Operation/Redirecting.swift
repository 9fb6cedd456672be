extension Operation {
    /// Follows a redirect, after the delay that the server asks for (N8). The last response is that of the attempt.
    func followsRedirect(_ head: ResponseHead, on course: Course, of step: Step) -> Bool {
        let policy = context.redirectPolicy
        guard policy.limit > 0 else { return false }
        let request = course.request
        let location: String
        switch head.redirectLocation {
        case .absent: return false
        case .conflicting:
            endAttempt(.failed(course.failure(.conflictingLocations(request))), of: step)
            return true
        case .value(let value): location = receiver.target(ofRedirectTo: value)
        }
        record(.exchange(.responded(head)))
        let wait = head.retryAfter ?? .zero
        switch policy.request(after: request, answeredBy: head, to: location, hopCount: course.hopCount + 1) {
        case .failure(let error): endAttempt(.failed(course.failure(error)), of: step)
        case .success where wait >= remaining:
            endAttempt(.failed(course.failure(.waitTooLong(wait, request))), of: step)
        case .success(let next):
            guard leaveExchange(step) else { return true }
            var redirected = course
            redirected.request = next
            redirected.hopCount += 1
            let follow = { @Sendable [redirected] in
                self.enter(.connecting)
                self.exchange(redirected)
            }
            if wait > .zero { self.wait(wait, follow) } else { follow() }
        }
        return true
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
}

extension ResponseHead {
    /// A Boolean value that indicates whether the status is one of a redirect.
    var mayRedirect: Bool {
        switch status.rawValue {
        case 301, 302, 303, 307, 308: true
        default: false
        }
    }

    /// A Boolean value that indicates whether an operation asks for another URL instead of reading the response.
    package var leadsElsewhere: Bool { if case .value = redirectLocation { true } else { false } }

    /// The location of a redirect. A redirect without a location is an ordinary response.
    fileprivate var redirectLocation: HTTP.Headers.Single {
        guard mayRedirect else { return .absent }
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
        let target: URL
        do throws(Address.Flaw) {
            target = try Address.url(location, relativeTo: request.url)
        } catch {
            return refusal("the location is not a URL: \(error.rawValue)")
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
