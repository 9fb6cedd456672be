import ReactiveNetworking

extension OAuth {
    /// A value that cannot be used, found before anything is sent. Its text contains no value.
    public struct ConfigurationError: Error, Hashable, Sendable, CustomStringConvertible {
        /// The part of the configuration that cannot be used.
        #if hasAttribute(nonexhaustive)
            @nonexhaustive(warn)
        #endif
        public enum Part: Hashable, Sendable {
            /// The URL of the page where the user logs in.
            case authorizationEndpoint
            /// The URL where codes are exchanged for tokens.
            case tokenEndpoint
            /// The identifier of the server.
            case issuer
            /// The identifier of the client.
            case clientID
            /// The URL to which the browser returns.
            case redirectURI
            /// A scope.
            case scope
            /// The state of a request.
            case state
            /// A further parameter, by its name.
            case parameter(String)
        }

        /// A reason why a part cannot be used.
        #if hasAttribute(nonexhaustive)
            @nonexhaustive(warn)
        #endif
        public enum Reason: Hashable, Sendable {
            /// The value is empty.
            case empty
            /// The URL is not a valid one for HTTP requests.
            case invalidURL(RequestError.InvalidURLReason)
            /// The URL has no scheme, or is not a valid one.
            case invalidURI
            /// The URL has a fragment.
            case fragment
            /// The URL has a query.
            case query
            /// The URL is not encrypted, and does not lead to this machine.
            case insecure
            /// The value has a character that RFC 6749 does not allow.
            case forbiddenCharacter
            /// The name belongs to the protocol.
            case reserved
        }

        /// The part that cannot be used.
        public let part: Part
        /// The reason.
        public let reason: Reason

        /// Creates an error.
        ///
        /// - Parameters:
        ///   - part: The part that cannot be used.
        ///   - reason: The reason.
        public init(_ part: Part, _ reason: Reason) {
            self.part = part
            self.reason = reason
        }

        /// The part and the reason on one line.
        public var description: String { "The \(part.text) cannot be used: \(reason.text)" }
    }
}

extension OAuth.ConfigurationError.Part {
    fileprivate var text: String {
        switch self {
        case .authorizationEndpoint: "authorization endpoint"
        case .tokenEndpoint: "token endpoint"
        case .issuer: "issuer"
        case .clientID: "client identifier"
        case .redirectURI: "redirect URI"
        case .scope: "scope"
        case .state: "state"
        case .parameter(let name): "parameter \(Redaction.printable(name))"
        }
    }
}

extension OAuth.ConfigurationError.Reason {
    fileprivate var text: String {
        switch self {
        case .empty: "it is empty"
        case .invalidURL(let reason): reason.rawValue
        case .invalidURI: "it is not an absolute URI"
        case .fragment: "it has a fragment"
        case .query: "it has a query"
        case .insecure: "it is not https"
        case .forbiddenCharacter: "it has a character that OAuth does not allow"
        case .reserved: "its name belongs to the protocol"
        }
    }
}
