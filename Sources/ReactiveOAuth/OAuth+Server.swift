import ReactiveNetworking

extension OAuth {
    /// The endpoints of an authorization server.
    public struct Server: Hashable, Sendable {
        /// The check of the `iss` parameter of a redirect (RFC 9207), which tells servers apart if an application uses
        /// several.
        public enum IssuerPolicy: Hashable, Sendable {
            /// The parameter is ignored.
            case unchecked
            /// The parameter must have this value if it is there.
            case ifPresent(String)
            /// The parameter must be there and have this value.
            case required(String)
        }

        /// The URL of the page where the user logs in.
        public let authorizationEndpoint: String
        /// The URL where codes and refresh tokens are exchanged for tokens.
        public let tokenEndpoint: String
        /// The check of the `iss` parameter.
        public let issuer: IssuerPolicy

        /// Creates a server.
        ///
        /// Both URLs must be https, except those of this machine (`localhost`, `127.0.0.1`, `[::1]`), and have no
        /// fragment. They may have a query.
        ///
        /// - Parameters:
        ///   - authorizationEndpoint: The URL of the page where the user logs in.
        ///   - tokenEndpoint: The URL where codes and refresh tokens are exchanged for tokens.
        ///   - issuer: The check of the `iss` parameter.
        /// - Throws: ``OAuth/ConfigurationError`` for a URL that cannot be used.
        public init(
            authorizationEndpoint: String,
            tokenEndpoint: String,
            issuer: IssuerPolicy = .unchecked
        ) throws(ConfigurationError) {
            try Self.check(authorizationEndpoint, as: .authorizationEndpoint)
            try Self.check(tokenEndpoint, as: .tokenEndpoint)
            self.authorizationEndpoint = authorizationEndpoint
            self.tokenEndpoint = tokenEndpoint
            self.issuer = issuer
        }

        /// Checks the URL of an endpoint (RFC 6749 §3.1 and §3.2).
        ///
        /// - Returns: The URL.
        @discardableResult
        static func check(_ text: String, as part: ConfigurationError.Part) throws(ConfigurationError) -> URL {
            let url: URL
            do {
                url = try HTTPURL.checked(text).url
            } catch {
                guard case .invalidURL(_, let reason) = error else { throw ConfigurationError(part, .invalidURI) }
                throw ConfigurationError(part, .invalidURL(reason))
            }
            guard !text.utf8.contains(UInt8(ascii: "#")) else { throw ConfigurationError(part, .fragment) }
            guard url.isSecure || OAuth.isLoopback(url.host ?? "") else { throw ConfigurationError(part, .insecure) }
            return url
        }
    }

    /// Returns a Boolean value that indicates whether a host is this machine, so that nothing leaves it (RFC 8252
    /// §8.3).
    static func isLoopback(_ host: String) -> Bool {
        ["localhost", "127.0.0.1", "::1", "[::1]"].contains(host.lowercased())
    }
}
