import ReactiveNetworking

extension OAuth {
    /// Exchanges a code for tokens (RFC 6749 §4.1.3, RFC 7636 §4.5).
    ///
    /// The producer is cold: each start is one operation. A code can be exchanged only once, so the request is not sent
    /// again if it may have arrived. It carries the credentials of the client and no others, and follows no redirect.
    ///
    /// - Parameters:
    ///   - code: The code from a redirect.
    ///   - network: The network to send with. Its headers and parameters are sent too.
    ///   - now: Returns the time of the response, from which the lifetime of the token counts.
    /// - Returns: A producer of one value, the tokens.
    public func exchange(
        _ code: AuthorizationCode,
        over network: Network,
        now: @escaping @Sendable () -> Date = { Date() }
    ) -> SignalProducer<TokenResponse, Failure> {
        let fields = [
            "grant_type": "authorization_code", "code": code.value, "redirect_uri": code.redirectURI,
            "code_verifier": code.verifier.value,
        ]
        return send(fields, over: network, now)
    }

    /// Exchanges a refresh token for new tokens (RFC 6749 §6).
    ///
    /// If the server issues a new refresh token, the response contains that one, and the old one must not be used
    /// again; otherwise it contains the old one. `TokenRefresher.init(_:over:store:options:)` takes care of that.
    ///
    /// - Parameters:
    ///   - token: The token with the refresh token.
    ///   - network: The network to send with. Its headers and parameters are sent too.
    ///   - now: Returns the time of the response, from which the lifetime of the token counts.
    /// - Returns: A producer of one value, the tokens.
    public func refresh(
        _ token: AccessToken,
        over network: Network,
        now: @escaping @Sendable () -> Date = { Date() }
    ) -> SignalProducer<TokenResponse, Failure> {
        guard let refreshToken = token.refresh else { return SignalProducer(error: .missingRefreshToken) }
        return send(["grant_type": "refresh_token", "refresh_token": refreshToken], over: network, now)
            .map { $0.keeping(refreshToken) }
    }

    private func send(
        _ fields: [String: String],
        over network: Network,
        _ now: @escaping @Sendable () -> Date
    ) -> SignalProducer<TokenResponse, Failure> {
        let decoding = Decoding<TokenResponse>.custom { data in try TokenResponse(parsing: data, at: now()) }
        return network.send(tokenRequest(fields), decoding: decoding).map(\.parsedData).mapError(Failure.init)
    }

    private func tokenRequest(_ fields: [String: String]) -> Request {
        var request = Request(
            .post,
            server.tokenEndpoint,
            headers: ["Accept": "application/json"],
            body: .form(Parameters(fields.merging(client.fields) { $1 })),
            authorization: client.authorization,
            acceptedCodes: [.ok]
        )
        // A redirect would give the secrets to another address (RFC 9700 §4.11).
        request.configuration.redirectPolicy = .never
        request.maxBodySize = Self.maxBodySize
        return request
    }

    static let maxBodySize = 1 << 20
}
