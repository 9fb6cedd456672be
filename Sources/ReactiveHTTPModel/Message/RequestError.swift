/// An error that makes a request impossible to send, found when the request is prepared, before anything leaves the
/// machine.
///
/// The texts are stable, name the problem and its place, and contain no secret: a header is named without its value,
/// and a URL is shown redacted.
#if hasAttribute(nonexhaustive)
    @nonexhaustive(warn)
#endif
public enum RequestError: Error, RedactedError, Hashable, Sendable {
    /// The method is not a token (RFC 9110 §9.1). The associated value is the part before the first invalid character.
    case invalidMethod(String)
    /// The URL cannot be used. The associated values are the redacted URL and the problem.
    case invalidURL(text: String, reason: InvalidURLReason)
    /// A value of the path does not fit its placeholder. The associated values are the name of the placeholder and the
    /// problem, never the value.
    case invalidPathValue(name: String, reason: InvalidPathValueReason)
    /// A header name is not a token (RFC 9110 §5.1). The associated value is the part before the first invalid
    /// character.
    case invalidHeaderName(String)
    /// A header value contains a control character.
    case invalidHeaderValue(name: String)
    /// A header that only the transport may set, or that contradicts the request.
    case refusedHeader(name: String, reason: HeaderRejectionReason)
    /// A body was given to a method that cannot carry content.
    case bodyNotAllowed(HTTP.Method)
    /// A value in the body cannot be encoded. `path` is its key path (`user.avatar`, `items[2]`; empty for the whole
    /// body), and `cause` is the encoder's error, if any.
    case unencodableBody(path: String, reason: String, cause: Cause? = nil)
    /// A parameter cannot be encoded. `path` is its key path (`user.avatar`, `items[2]`), and `cause` is the encoder's
    /// error, if any.
    case unencodableParameter(path: String, reason: String, cause: Cause? = nil)
    /// The network's `Body.Encoders` have no encoder for a body of this type.
    case missingEncoder(HTTP.ContentType)
    /// A file to send does not exist, cannot be read, or is not a regular file.
    case unreadableFile(path: String, cause: Cause?)
    /// The text of an expected checksum is not a digest of the algorithm.
    case invalidChecksum(Checksum.Algorithm)
    /// A body that can be sent only once was sent before.
    case bodyAlreadyConsumed
    /// The credentials cannot be sent in a header.
    case invalidAuthorization(InvalidAuthorizationReason)
    /// The authorization source failed with an error of its own.
    case authorizationFailed(cause: Cause)
}

extension RequestError {
    /// An error of another library. Two causes are equal if the types and texts of their errors are equal.
    public struct Cause: Hashable, Sendable, CustomStringConvertible {
        /// The underlying error. Its text comes from other code and may contain a secret.
        public let error: any Error

        /// Wraps an error.
        ///
        /// - Parameter error: The error.
        public init(_ error: any Error) {
            self.error = error
        }

        /// The text of the error if this library defines its type; otherwise the type only, because the text comes from
        /// other code.
        public var description: String {
            switch error {
            case let error as CocoaError where error.fileText != nil: error.fileText ?? ""
            case let error as any RedactedError: error.redactedText ?? "\(type(of: error))"
            default: "\(type(of: error))"
            }
        }

        /// Compares the types and texts of the errors.
        public static func == (left: Self, right: Self) -> Bool { left.text == right.text }

        /// Hashes the components that `==` compares.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(text)
        }

        private var text: String { "\(type(of: error)): \(error.textWithoutRequest)" }
    }

    /// A problem of a URL. The raw value is the text of the error.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive(warn)
    #endif
    public enum InvalidURLReason: String, Error, Hashable, Sendable {
        /// The URL is empty.
        case empty = "it is empty"
        /// The URL has more than 65,536 bytes.
        case tooLong = "it is longer than 65536 bytes"
        /// The URL contains a byte from 0 to 31, or 127.
        case controlCharacter = "it has a control character"
        /// The URL contains a space.
        case space = "it has a space; write %20"
        /// The URL contains a backslash, which some parsers read as a slash.
        case backslash = "it has a backslash"
        /// The URL contains a character that RFC 3986 does not allow.
        case forbiddenCharacter = "it has a character that must be percent-encoded"
        /// A `%` is not followed by two hexadecimal digits.
        case invalidPercentEscape = "a % is not followed by two hexadecimal digits"
        /// The URL has no scheme.
        case relative = "it is not absolute; begin with https:// or http://, or give the network an environment"
        /// The scheme is neither http nor https.
        case unsupportedScheme = "its scheme is neither https nor http"
        /// The URL has no host.
        case missingHost = "it has no host"
        /// The URL has a user or a password before the host.
        case userInfo = "it has a user or password; give them as .authorization(.basic(username:password:))"
        /// The host is neither a valid name nor a valid address.
        case invalidHost = "its host is not a valid name or address"
        /// The IPv6 address is not valid.
        case invalidIPv6 = "its IPv6 address is not valid"
        /// The IPv6 address has a zone identifier.
        case zoneIdentifier = "its IPv6 address has a zone identifier, which is not supported"
        /// The port is not between 1 and 65,535.
        case invalidPort = "its port is not a number from 1 to 65535"
        /// The URL of a file to send is not a file URL.
        case notAFileURL = "it is not a file URL"
        /// The platform's URL type refuses the URL although it is valid.
        case unreadable = "the platform cannot read it"
    }

    /// The reason why a value of the path cannot be used. The raw value is the text.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive(warn)
    #endif
    public enum InvalidPathValueReason: String, Hashable, Sendable {
        /// The path has a placeholder that no value was given for.
        case missing = "the path has this placeholder, and no value was given for it"
        /// A value was given for a placeholder that the path does not have.
        case noPlaceholder = "the path has no placeholder of this name"
        /// The value is empty, which would address the resource above.
        case empty = "the value is empty"
        /// The value is `.` or `..`, which stand for other segments, escaped or not.
        case dotSegment = "the value is . or .., which cannot be sent as one segment"
    }

    /// The reason for refusing a header. The raw value is the text of the error.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive(warn)
    #endif
    public enum HeaderRejectionReason: String, Hashable, Sendable {
        /// The header belongs to the transport, which controls framing and connections. Set by hand, it allows request
        /// smuggling.
        case belongsToTransport = "only the transport may set it"
        /// The `Content-Length` differs from the body's length.
        case differsFromBody = "it differs from the length of the body"
        /// The `Host` differs from the URL's host.
        case differsFromURL = "it differs from the host of the URL"
    }

    /// The reason why credentials cannot be used. The raw value is the text of the error.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive(warn)
    #endif
    public enum InvalidAuthorizationReason: String, Hashable, Sendable {
        /// The user name contains a colon, which separates it from the password in Basic authentication (RFC 7617 §2).
        case colonInUsername = "a user name must not contain a colon"
        /// The user name or the password contains a control character (RFC 7617 §2).
        case controlCharacter = "user name and password must not contain control characters"
        /// The token is empty.
        case emptyToken = "the token is empty"
        /// The token contains a control character.
        case invalidToken = "the token has a control character"
        /// The value is determined while the request is sent, by an asynchronous source or in response to a challenge.
        case unknownBeforeSending = "it is known only while the request is sent"
    }
}

extension RequestError: LocalizedError, CustomStringConvertible {
    /// The localized text, equal to ``description``.
    public var errorDescription: String? { description }

    /// A description of the problem and its place.
    public var description: String {
        switch self {
        case .invalidMethod(let prefix):
            "the method is not a token (\(Self.shown(prefix)))"
        case .invalidURL(let text, let reason):
            "the URL cannot be used: \(reason.rawValue) (\(Self.shown(text)))"
        case .invalidPathValue(let name, let reason):
            "the path value \(Self.shown(name)) cannot be used: \(reason.rawValue)"
        case .invalidHeaderName(let prefix):
            "a header name is not a token (\(Self.shown(prefix)))"
        case .invalidHeaderValue(let name):
            "the value of the header \(name) has a control character"
        case .refusedHeader(let name, let reason):
            "the header \(name) is refused: \(reason.rawValue)"
        case .bodyNotAllowed(let method):
            "\(method) cannot carry a body"
        case .unencodableBody(let path, let reason, _):
            "the body cannot be encoded: " + (path.isEmpty ? reason : "\(path): \(reason)")
        case .unencodableParameter(let path, let reason, _):
            "the parameters cannot be encoded: " + (path.isEmpty ? reason : "\(path): \(reason)")
        case .missingEncoder(let contentType):
            "there is no encoder for \(contentType)"
        case .unreadableFile(let path, let cause):
            "the file \(path) cannot be sent" + (cause.map { " (\($0))" } ?? ": it is not a regular file")
        case .invalidChecksum(let algorithm):
            "the expected \(algorithm.rawValue) checksum is neither \(2 * algorithm.byteCount) hexadecimal digits nor "
                + "\(algorithm.byteCount) bytes of base64"
        case .bodyAlreadyConsumed:
            "the body was already sent and cannot be sent again"
        case .invalidAuthorization(let reason):
            "the authorization cannot be used: \(reason.rawValue)"
        case .authorizationFailed(let cause):
            "the source of the authorization failed (\(cause))"
        }
    }

    private static func shown(_ text: String) -> String {
        text.isEmpty ? "empty, or wrong from the first character" : "\"\(text)\""
    }
}

extension CocoaError {
    /// The text of a file error. Foundation's own text depends on the system and its language.
    fileprivate var fileText: String? {
        switch code {
        case .fileNoSuchFile, .fileReadNoSuchFile: "there is no such file"
        case .fileReadNoPermission, .fileWriteNoPermission: "permission denied"
        case .fileReadInvalidFileName, .fileWriteInvalidFileName: "the name is not valid"
        case .fileReadTooLarge: "the file is too large"
        case .fileReadCorruptFile: "the file is damaged"
        case .fileReadUnsupportedScheme, .fileWriteUnsupportedScheme: "it is not a file URL"
        case .fileWriteOutOfSpace: "there is no space left"
        case .fileWriteVolumeReadOnly: "the volume is read-only"
        case .fileWriteFileExists: "there is already a file of this name"
        case .fileReadUnknown, .fileWriteUnknown: "the system cannot read or write it"
        default: nil
        }
    }
}
