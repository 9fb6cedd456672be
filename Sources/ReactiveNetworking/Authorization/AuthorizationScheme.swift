/// An authorization that needs more than one synchronous call: its credentials arrive later, or only after a challenge.
package protocol AuthorizationScheme: AnyObject, Sendable {
    /// Returns the initial credentials for a request, or `nil` to send it without.
    func grant(for request: PreparedRequest) -> SignalProducer<Credentials?, RequestError>

    /// Returns the credentials for sending the request again, or `nil` if the refusal is the final response.
    ///
    /// - Parameters:
    ///   - refusal: The request that was sent, and the response.
    ///   - grant: The credentials that the request was sent with.
    func answer(
        to refusal: UnauthorizedResponse,
        after grant: Credentials?
    ) -> SignalProducer<Credentials, RequestError>?

    /// Processes the answer of a response to the credentials of its request.
    func didReceive(_ head: ResponseHead, for request: PreparedRequest)

    /// A Boolean value that indicates whether operations that start now must be sent without credentials, because they
    /// are part of obtaining them.
    var isBypassed: Bool { get }

    /// A Boolean value that indicates whether the scheme also observes responses to requests whose credentials were not
    /// its own.
    var observesEveryResponse: Bool { get }
}

extension AuthorizationScheme {
    package func didReceive(_ head: ResponseHead, for request: PreparedRequest) {}

    var isBypassed: Bool { false }

    package var observesEveryResponse: Bool { false }
}

/// Credentials to send.
package struct Credentials: Sendable {
    var headerValue: String
    /// The number of times that the credentials had changed before these were issued.
    var epoch: UInt64 = 0
}

/// A 401 response that rejects a request's credentials.
public struct UnauthorizedResponse: Sendable {
    /// The request as it was sent.
    public let request: PreparedRequest
    /// The response head, with status 401.
    public let response: ResponseHead
    /// The server's challenges in their order; empty if none can be parsed.
    public let challenges: [Authorization.Challenge]

    /// Creates a response, for tests.
    ///
    /// - Parameters:
    ///   - request: The request as it was sent.
    ///   - response: The response head.
    public init(request: PreparedRequest, response: ResponseHead) {
        self.request = request
        self.response = response
        challenges = Authorization.Challenge.all(in: response.headers)
    }
}
