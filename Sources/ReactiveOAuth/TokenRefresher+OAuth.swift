import ReactiveCore
import ReactiveNetworking

extension TokenRefresher {
    /// Creates a refresher that exchanges the refresh token at an authorization server.
    ///
    /// A new refresh token replaces the old one, and is saved before any request uses the new access token. If there is
    /// no refresh token, or the server does not accept it any more, the user is logged out: the token is removed, also
    /// from the store, and the requests that wait fail with `TokenRefreshError.loggedOut(_:)`
    /// (`Network.OperationError.isLoggedOut`). After a new log-in, call `replaceToken(with:)`. Any other failure
    /// keeps the token, and a later request tries again.
    ///
    /// A server says so with `invalid_grant`, or with a code of its own such as `bad_refresh_token`, `token_revoked`,
    /// or `interaction_required`, and with a status from 400 to 499, or with 200.
    ///
    /// - Parameters:
    ///   - oauth: The client of the authorization server.
    ///   - network: The network that sends the refresh. It may be the one whose requests this object authorizes.
    ///   - store: The store of the token.
    ///   - options: The time limits and policies.
    public convenience init(
        _ oauth: OAuth,
        over network: Network,
        store: any TokenStore = MemoryTokenStore(),
        options: Options = Options()
    ) {
        let now = options.wallClock
        self.init(
            store: store,
            options: options,
            producing: { old -> SignalProducer<AccessToken, any Error> in
                guard let old else { return SignalProducer(error: TokenRefreshError.loggedOut(nil)) }
                return oauth.refresh(old, over: network, now: now).map(\.token).mapError(\.refreshError)
            }
        )
    }
}

extension OAuth.Failure {
    /// The error that requests fail with if a refresh fails in this way. The failure of an operation is passed on as it
    /// is, so that everything that judges failures can judge this one.
    fileprivate var refreshError: any Error {
        switch self {
        case .missingRefreshToken: TokenRefreshError.loggedOut(nil)
        case .refused(let response, _) where response.code.endsSession: TokenRefreshError.loggedOut(response)
        case .failed(let error): error
        default: self
        }
    }
}
