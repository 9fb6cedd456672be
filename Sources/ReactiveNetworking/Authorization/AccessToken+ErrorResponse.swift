extension AccessToken {
    /// The code of an error response. The set is open: a code without a name is kept as received.
    public struct ErrorCode: RawRepresentable, Hashable, Sendable {
        /// The code as sent.
        public let rawValue: String

        /// Creates a code from any text.
        ///
        /// - Parameter rawValue: The text.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The request is malformed.
        public static let invalidRequest = ErrorCode(rawValue: "invalid_request")
        /// The client could not be authenticated.
        public static let invalidClient = ErrorCode(rawValue: "invalid_client")
        /// The code or the refresh token is invalid, expired, revoked, or was issued to another client.
        public static let invalidGrant = ErrorCode(rawValue: "invalid_grant")
        /// The client may not use this flow.
        public static let unauthorizedClient = ErrorCode(rawValue: "unauthorized_client")
        /// The server does not support the kind of grant.
        public static let unsupportedGrantType = ErrorCode(rawValue: "unsupported_grant_type")
        /// A scope is unknown, or beyond what was granted.
        public static let invalidScope = ErrorCode(rawValue: "invalid_scope")
        /// The user, or the server, has denied the request.
        public static let accessDenied = ErrorCode(rawValue: "access_denied")
        /// The server does not issue codes in this way.
        public static let unsupportedResponseType = ErrorCode(rawValue: "unsupported_response_type")
        /// The server has failed.
        public static let serverError = ErrorCode(rawValue: "server_error")
        /// The server is overloaded or in maintenance.
        public static let temporarilyUnavailable = ErrorCode(rawValue: "temporarily_unavailable")
    }

    /// An error that a server has responded with, in a redirect (RFC 6749 §4.1.2.1) or from its token endpoint (§5.2).
    public struct ErrorResponse: Error, Hashable, Sendable {
        /// The code.
        public let code: ErrorCode
        /// The server's explanation for developers (`error_description`). It comes from elsewhere and may contain
        /// anything, so no description shows it.
        public let explanation: String?
        /// The address of a page about the error (`error_uri`).
        public let uri: String?

        /// Creates an error response.
        ///
        /// - Parameters:
        ///   - code: The code.
        ///   - explanation: The server's explanation.
        ///   - uri: The address of a page about the error.
        public init(code: ErrorCode, explanation: String? = nil, uri: String? = nil) {
            self.code = code
            self.explanation = explanation
            self.uri = uri
        }
    }
}

extension AccessToken.ErrorCode: CustomStringConvertible {
    /// The code, or a fixed text for one that does not look like a code.
    public var description: String {
        let isCode =
            rawValue.utf8.count <= 40
            && rawValue.utf8.allSatisfy {
                $0 == UInt8(ascii: "_") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
            }
        return isCode && !rawValue.isEmpty ? rawValue : "an unknown code"
    }
}

extension AccessToken.ErrorResponse: CustomStringConvertible, CustomReflectable {
    /// The code.
    public var description: String { code.description }

    /// A mirror with the code only.
    public var customMirror: Mirror { Mirror(self, children: ["code": code.description]) }
}
