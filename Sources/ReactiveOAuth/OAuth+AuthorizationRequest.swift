import ReactiveNetworking

extension OAuth {
    /// One request for the user's permission (RFC 6749 §4.1.1): the URL to open in a browser, and the values that the
    /// redirect is checked with.
    ///
    /// Use a request once. If the process may end while the browser is open, store ``state`` and ``verifier``, and
    /// create the request again with them.
    public struct AuthorizationRequest: Hashable, Sendable {
        /// The URL to open in the browser of the system. It contains the state and the challenge, but not the verifier.
        public let url: URL
        /// The value that the redirect must repeat, so that no other page can cause it.
        public let state: String
        /// The secret that the exchange of the code needs.
        public let verifier: CodeVerifier
        let redirectURI: RedirectURI
        let issuer: Server.IssuerPolicy
    }

    /// Returns a request for the user's permission.
    ///
    /// - Parameters:
    ///   - redirectURI: The URL to which the browser returns, as it is registered at the server, for example
    ///     `com.example.todos:/login`. Plain http is allowed for this machine only.
    ///   - scopes: The permissions to ask for; those that the server chooses if empty.
    ///   - parameters: Further parameters, such as `prompt`, `login_hint`, and `nonce`.
    ///   - state: The value that the redirect must repeat; 256 random bits by default.
    ///   - verifier: The secret of the request; 256 random bits by default.
    /// - Returns: The request.
    /// - Throws: ``OAuth/ConfigurationError`` for the first value that cannot be used.
    public func authorizationRequest(
        redirectURI: String,
        scopes: [String] = [],
        parameters: [String: String] = [:],
        state: String = OAuth.randomState(),
        verifier: CodeVerifier = .random()
    ) throws(ConfigurationError) -> AuthorizationRequest {
        let redirectURI = try RedirectURI(redirectURI)
        try Self.check(client.id, as: .clientID, Self.isVisible)
        try Self.check(state, as: .state, Self.isVisible)
        for scope in scopes { try Self.check(scope, as: .scope, Self.isScopeByte) }
        var fields = [("response_type", "code"), ("client_id", client.id), ("redirect_uri", redirectURI.text)]
        if !scopes.isEmpty { fields.append(("scope", scopes.joined(separator: " "))) }
        fields += [
            ("state", state), ("code_challenge", verifier.challenge), ("code_challenge_method", "S256"),
        ]
        for (name, value) in parameters.sorted(by: { $0.key < $1.key }) {
            guard !name.isEmpty else { throw ConfigurationError(.parameter(name), .empty) }
            guard !Self.reservedNames.contains(name) else { throw ConfigurationError(.parameter(name), .reserved) }
            fields.append((name, value))
        }
        return AuthorizationRequest(
            url: try Server.check(server.authorizationEndpoint.addingQuery(fields), as: .authorizationEndpoint),
            state: state,
            verifier: verifier,
            redirectURI: redirectURI,
            issuer: server.issuer
        )
    }

    /// Returns 256 random bits as text, from the system's cryptographic random number generator.
    ///
    /// - Returns: A new state.
    public static func randomState() -> String { randomText(byteCount: 32) }

    private static let reservedNames: Set = [
        "response_type", "client_id", "redirect_uri", "scope", "state", "code_challenge", "code_challenge_method",
        "client_secret", "request", "request_uri", "response_mode",
    ]

    private static func check(
        _ text: String,
        as part: ConfigurationError.Part,
        _ isAllowed: (UInt8) -> Bool
    ) throws(ConfigurationError) {
        guard !text.isEmpty else { throw ConfigurationError(part, .empty) }
        guard text.utf8.allSatisfy(isAllowed) else { throw ConfigurationError(part, .forbiddenCharacter) }
    }

    /// Returns whether a byte is a `VSCHAR` (RFC 6749 appendix A).
    private static func isVisible(_ byte: UInt8) -> Bool { (0x20...0x7E).contains(byte) }

    /// Returns whether a byte is an `NQCHAR` (RFC 6749 appendix A).
    private static func isScopeByte(_ byte: UInt8) -> Bool {
        (0x21...0x7E).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }
}

extension OAuth.AuthorizationRequest: CustomStringConvertible, CustomReflectable {
    /// The URL without its query, which has the state.
    public var description: String {
        "authorization request \(Redaction.standard.url(String(url.absoluteString.prefix { $0 != "?" })))"
    }

    /// A mirror with the description only.
    public var customMirror: Mirror { Mirror(self, children: ["request": description]) }
}

extension String {
    /// Returns the URL with more fields in its query, which it may already have.
    fileprivate func addingQuery(_ fields: [(String, String)]) -> String {
        let query = fields.map { "\($0)=\(OAuth.queryEncoded($1))" }.joined(separator: "&")
        guard let mark = utf8.firstIndex(of: UInt8(ascii: "?")) else { return "\(self)?\(query)" }
        return self + (utf8[mark...].count == 1 || hasSuffix("&") ? "" : "&") + query
    }
}
