/// The reason why a refresh provided no token although it threw no error. It is the cause in
/// `authorizationFailed(cause:)`.
#if hasAttribute(nonexhaustive)
    @nonexhaustive(warn)
#endif
public enum TokenRefreshError: Error, RedactedError, Hashable, Sendable, CustomStringConvertible {
    /// The refresh exceeded its time limit.
    case timedOut(after: Duration)
    /// The refresh completed without a token.
    case noToken
    /// The refresh was interrupted, but not by the refresher.
    case interrupted
    /// The token was removed while requests waited for a new one.
    case withdrawn
    /// The user must log in again: there is no refresh token, or the server does not accept it any more and has
    /// responded with this error. A refresh that throws this error removes the token, also from the store.
    case loggedOut(AccessToken.ErrorResponse?)

    /// A Boolean value that indicates whether the current token is of no more use.
    var removesToken: Bool {
        switch self {
        case .withdrawn, .loggedOut: true
        case .timedOut, .noToken, .interrupted: false
        }
    }

    /// A one-line description of the error.
    public var description: String {
        switch self {
        case .timedOut(let limit): "no token within \(limit)"
        case .noToken: "the refresh completed without a token"
        case .interrupted: "the refresh was interrupted"
        case .withdrawn: "the token was removed"
        case .loggedOut(nil): "the user must log in: there is no refresh token"
        case .loggedOut(let response?): "the user must log in: the server refused the refresh token (\(response))"
        }
    }
}

extension RequestError {
    init(_ error: TokenRefreshError) {
        self = .authorizationFailed(cause: Cause(error))
    }

    /// The reason why a refresh provided no token, if it is one of the library's own.
    var tokenRefreshError: TokenRefreshError? {
        if case .authorizationFailed(let cause) = self { cause.error as? TokenRefreshError } else { nil }
    }

    /// A Boolean value that indicates whether the user must log in again, because the refresh token is missing or no
    /// longer accepted.
    public var isLoggedOut: Bool {
        if case .loggedOut = tokenRefreshError { true } else { false }
    }
}

extension Network.OperationError {
    /// A Boolean value that indicates whether the user must log in again, because the refresh token is missing or no
    /// longer accepted.
    public var isLoggedOut: Bool { cause(as: RequestError.self)?.isLoggedOut ?? false }
}
