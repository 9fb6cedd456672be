/// A way to authorize requests that needs more than one question: the answer takes its time, or the server asks first.
protocol AuthorizationScheme: AnyObject, Sendable {
    /// The credentials that a request begins with; `nil` if it goes out without.
    func grant(for request: PreparedRequest) -> SignalProducer<Credentials?, RequestError>

    /// The credentials to send the request with once more, or `nil` if there are none: then the refusal is the answer.
    ///
    /// - Parameters:
    ///   - refusal: what was sent, and what came.
    ///   - grant: the credentials that it was sent with.
    func answer(
        to refusal: UnauthorizedResponse,
        after grant: Credentials?
    ) -> SignalProducer<Credentials, RequestError>?

    /// Learns what a response says of the credentials that its request was sent with.
    func didReceive(_ head: ResponseHead, for request: PreparedRequest)

    /// Whether what starts now must go out without: it is part of getting the credentials.
    var isBypassed: Bool { get }

    /// Whether it hears of responses also where the credentials were not its own.
    var observesEveryResponse: Bool { get }
}

extension AuthorizationScheme {
    func didReceive(_ head: ResponseHead, for request: PreparedRequest) {}

    var isBypassed: Bool { false }

    var observesEveryResponse: Bool { false }
}

/// Credentials as they are sent.
struct Credentials: Sendable {
    var headerValue: String
    /// How often the credentials had changed before these were given out.
    var epoch: UInt64 = 0
}

/// A response that refuses a request for its credentials.
public struct UnauthorizedResponse: Sendable {
    /// The request as it was sent.
    public let request: PreparedRequest
    /// What came: its status is 401.
    public let response: ResponseHead
    /// What the server asks for, in its order; empty if it says nothing that can be understood.
    public let challenges: [Authorization.Challenge]

    /// A refusal made by hand, for tests.
    public init(request: PreparedRequest, response: ResponseHead) {
        self.request = request
        self.response = response
        challenges = Authorization.Challenge.all(in: response.headers)
    }
}

extension Request {
    /// The scheme that is asked or told while the request is under way, unless the user has set the header.
    var pendingScheme: (any AuthorizationScheme)? {
        guard let scheme = authorization?.companion, !scheme.isBypassed,
            !headers.contains(HTTP.Headers.Name.authorization)
        else { return nil }
        return scheme
    }
}
