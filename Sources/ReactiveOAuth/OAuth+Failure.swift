import ReactiveNetworking

extension OAuth {
    /// The failure of an exchange with an authorization server. No text contains a secret, or the words of the server.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive(warn)
    #endif
    public enum Failure: Error, RedactedError, Equatable, Sendable {
        /// The server has refused the request, with this error and status. Some servers report errors with 200.
        case refused(ErrorResponse, status: HTTP.StatusCode)
        /// The response of the server cannot be used.
        case invalidResponse(InvalidResponse)
        /// A value cannot be used, so nothing was sent.
        case invalidConfiguration(ConfigurationError)
        /// The token has no refresh token, so nothing was sent.
        case missingRefreshToken
        /// The operation failed: there was no response, or one that is not of this protocol.
        case failed(Network.OperationError)

        init(_ error: Network.OperationError) {
            switch error {
            case .parseFailure(let reason as InvalidResponse): self = .invalidResponse(reason)
            case .parseFailure(let response as ErrorResponse): self = .refused(response, status: .ok)
            case .unexpectedResponseCode(let status, let data?) where status.isClientError:
                self = ErrorResponse(parsing: data).map { .refused($0, status: status) } ?? .failed(error)
            default: self = .failed(error)
            }
        }

        /// The error of the server, if it has refused the request.
        public var errorResponse: ErrorResponse? { if case .refused(let response, _) = self { response } else { nil } }
    }
}

extension OAuth.Failure: CustomStringConvertible {
    /// The failure on one line.
    public var description: String {
        switch self {
        case .refused(let response, let status): "The authorization server refused the request: \(response) (\(status))"
        case .invalidResponse(let reason): "The response of the authorization server cannot be used: \(reason)"
        case .invalidConfiguration(let error): error.description
        case .missingRefreshToken: "The token has no refresh token"
        case .failed(let error): RequestError.Cause(error).description
        }
    }
}
