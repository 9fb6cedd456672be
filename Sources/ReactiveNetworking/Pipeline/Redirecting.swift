import Foundation

/// Which redirects are followed, and how far (N15).
public struct RedirectPolicy: Sendable, Hashable {
    /// How many redirects one exchange may follow.
    public var limit: Int
    /// Whether a redirect may lead from https to http.
    public var allowsDowngrade: Bool
    /// Whether a redirect that keeps the body (307, 308) may take it to another origin.
    public var allowsBodyAcrossOrigins: Bool

    /// A policy of your own; what you leave out is the safe choice.
    public init(limit: Int = 20, allowsDowngrade: Bool = false, allowsBodyAcrossOrigins: Bool = false) {
        self.limit = limit
        self.allowsDowngrade = allowsDowngrade
        self.allowsBodyAcrossOrigins = allowsBodyAcrossOrigins
    }

    /// Follows up to 20 redirects, never from https to http, and takes no body to another origin.
    public static let standard = RedirectPolicy()
    /// Follows none: a redirect is a response like any other.
    public static let never = RedirectPolicy(limit: 0)
}

extension Transport {
    /// One exchange, and those its redirects lead to, each after the wait that its server asks for (N8). The response of the
    /// last one is the response.
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
        let reason = "the server asks to wait \(wait) before it is followed, and the deadline leaves less"
        return TransportError(.redirectRefused, host: request.url.host, phase: .receiving, detail: reason)
    }

    fileprivate static func conflictingLocations(_ request: PreparedRequest) -> TransportError {
        let reason = "the response has several locations that differ"
        return TransportError(.redirectRefused, host: request.url.host, phase: .receiving, detail: reason)
    }

    /// The request that was redirected has been answered: it cannot count as one that nobody has seen (N7).
    fileprivate var afterRedirect: TransportError {
        var error = self
        error.mayHaveReachedServer = true
        return error
    }
}

extension ResponseHead {
    /// Where a redirect leads. A redirect without a location is a response like any other.
    fileprivate var redirectLocation: HTTP.Headers.Single {
        guard [301, 302, 303, 307, 308].contains(status) else { return .absent }
        let location = headers.single(HTTP.Headers.Name.location)
        return location == .value("") ? .absent : location
    }
}

extension RedirectPolicy {
    /// The request that a redirect asks for (RFC 9110 §15.4), without what must not travel.
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
            return refusal("the location takes the body to another origin")
        }
        guard becomesGet || request.content?.canBeReplayed ?? true else {
            return refusal("the location wants the body again, and there is only one")
        }
        do throws(RequestError) {
            // What is dropped stays dropped, even if the chain comes back: the next hop starts from this request.
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
            return refusal("the location cannot be asked: \(error)")
        }
    }
}

extension HTTP.StatusCode {
    /// Whether a redirect of this status turns a request of `method` into one without a body.
    fileprivate func makesGet(of method: HTTP.Method) -> Bool {
        switch rawValue {
        case 303: true
        case 301, 302: method == .post
        default: false
        }
    }
}

extension URL {
    /// Whether scheme, host and port are the same.
    func hasSameOrigin(as other: URL) -> Bool {
        scheme?.lowercased() == other.scheme?.lowercased() && host?.lowercased() == other.host?.lowercased()
            && effectivePort == other.effectivePort
    }

    /// Scheme, host and port, spelled in one way.
    var origin: String { "\(scheme?.lowercased() ?? "")://\(host?.lowercased() ?? ""):\(effectivePort)" }

    /// Whether its scheme is https.
    var isSecure: Bool { scheme?.lowercased() == "https" }

    private var effectivePort: Int { port ?? (isSecure ? 443 : 80) }
}
