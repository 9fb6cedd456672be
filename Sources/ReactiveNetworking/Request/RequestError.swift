import Foundation

/// Why a request cannot be sent. Found when it is prepared, before anything leaves the machine.
///
/// The texts are stable, say what is wrong and where, and hold no secret: a header is named and its value is not
/// shown, a URL is shown redacted.
public enum RequestError: Error, Hashable, Sendable {
    /// The method is not a token (RFC 9110 §9.1). Carries the part before the first wrong character.
    case invalidMethod(String)
    /// The URL cannot be used. Carries it redacted, and what is wrong with it.
    case invalidURL(text: String, reason: InvalidURLReason)
    /// A header name is not a token (RFC 9110 §5.1). Carries the part before the first wrong character.
    case invalidHeaderName(String)
    /// A header value has a control character.
    case invalidHeaderValue(name: String)
    /// A header that only the transport may set, or that contradicts the request.
    case refusedHeader(name: String, reason: HeaderRejectionReason)
    /// A method that cannot carry content was given a body.
    case bodyNotAllowed(HTTP.Method)
    /// A value in the body has no form on the wire. `path` leads to it (`user.avatar`, `items[2]`; empty for the
    /// whole body), `cause` is the encoder's own error where there was one.
    case unencodableBody(path: String, reason: String, cause: Cause? = nil)
    /// A parameter has no form on the wire. `path` leads to it (`user.avatar`, `items[2]`), `cause` is the encoder's own
    /// error where there was one.
    case unencodableParameter(path: String, reason: String, cause: Cause? = nil)
    /// The network has no encoder for a body of this type; see ``BodyEncoders``.
    case missingEncoder(HTTP.ContentType)
    /// A file to send is not there, cannot be read, or is no regular file.
    case unreadableFile(path: String, cause: Cause?)
    /// A body that there is only once was sent before.
    case bodyAlreadyConsumed
    /// The credentials cannot be written into a header.
    case invalidAuthorization(InvalidAuthorizationReason)
    /// The source of the authorization failed with an error of its own.
    case authorizationFailed(cause: Cause)
}

extension RequestError {
    /// An error of another library, kept whole. Two are equal when their types and texts are.
    public struct Cause: Hashable, Sendable, CustomStringConvertible {
        /// The error itself. Its text is written by others and may hold a secret.
        public let error: any Error

        /// Keeps `error`.
        public init(_ error: any Error) {
            self.error = error
        }

        /// What happened, if the error is this library's own; else the type alone, for its text is written by others.
        public var description: String {
            switch error {
            case let error as CocoaError where error.fileText != nil: error.fileText ?? ""
            case let error as Network.OperationError where Self.showsNoSecret(error):
                // What a server says to a request for credentials is shown nowhere.
                (error.requestLine.map { "\($0): " } ?? "") + error.ownText(quotingBody: false)
            case _ where Self.showsNoSecret(error): "\(error)"
            default: "\(type(of: error))"
            }
        }

        /// Whether the text of `error` is written here, all of it.
        private static func showsNoSecret(_ error: any Error) -> Bool {
            switch error {
            case is RequestError, is TransportError, is HookError, is TransferError, is TokenRefreshError: true
            case Network.OperationError.requestFailure(let error): showsNoSecret(error)
            case Network.OperationError.timedOut(_, _, _, let last): last.map(showsNoSecret) ?? true
            case Network.OperationError.parseFailure: false
            default: error is Network.OperationError
            }
        }

        /// Compares types and texts.
        public static func == (left: Self, right: Self) -> Bool { left.text == right.text }

        /// Hashes what `==` compares.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(text)
        }

        private var text: String { "\(type(of: error)): \(error.textWithoutRequest)" }
    }

    /// What is wrong with a URL. The raw value is the text.
    public enum InvalidURLReason: String, Error, Hashable, Sendable {
        /// There is no text.
        case empty = "it is empty"
        /// There are more than 65,536 bytes.
        case tooLong = "it is longer than 65536 bytes"
        /// A byte from 0 to 31, or 127.
        case controlCharacter = "it has a control character"
        /// A blank.
        case space = "it has a space; write %20"
        /// A backslash, which some parsers read as a slash.
        case backslash = "it has a backslash"
        /// A character that RFC 3986 allows nowhere.
        case forbiddenCharacter = "it has a character that must be percent-encoded"
        /// A `%` without two hexadecimal digits after it.
        case invalidPercentEscape = "a % is not followed by two hexadecimal digits"
        /// No scheme.
        case relative = "it is not absolute; begin with https:// or http://, or give the network an environment"
        /// A scheme other than http and https.
        case unsupportedScheme = "its scheme is neither https nor http"
        /// No host.
        case missingHost = "it has no host"
        /// A user or a password before the host.
        case userInfo = "it has a user or password; give them as .authorization(.basic(username:password:))"
        /// A host that is no name and no address.
        case invalidHost = "its host is not a valid name or address"
        /// An IPv6 address that is none.
        case invalidIPv6 = "its IPv6 address is not valid"
        /// An IPv6 address with a zone.
        case zoneIdentifier = "its IPv6 address has a zone identifier, which is not supported"
        /// A port outside 1 to 65,535.
        case invalidPort = "its port is not a number from 1 to 65535"
        /// Something else than a file, where a file is to be sent.
        case notAFileURL = "it is no file URL"
        /// Everything looks right, and the platform's URL type refuses it all the same.
        case unreadable = "the platform cannot read it"
    }

    /// Why a header is refused. The raw value is the text.
    public enum HeaderRejectionReason: String, Hashable, Sendable {
        /// Framing and connections are the transport's: set by hand they let one request pass for two.
        case belongsToTransport = "only the transport may set it"
        /// A `Content-Length` other than the body's.
        case differsFromBody = "it differs from the length of the body"
        /// A `Host` other than the URL's.
        case differsFromURL = "it differs from the host of the URL"
    }

    /// Why credentials cannot be used. The raw value is the text.
    public enum InvalidAuthorizationReason: String, Hashable, Sendable {
        /// A colon in a user name, where Basic puts the password (RFC 7617 §2).
        case colonInUsername = "a user name must not have a colon"
        /// A control character in a user name or a password (RFC 7617 §2).
        case controlCharacter = "user name and password must not have control characters"
        /// No token.
        case emptyToken = "the token is empty"
        /// A control character in a token.
        case invalidToken = "the token has a control character"
        /// The value is made while the request is sent: by an asynchronous source, or in answer to a challenge.
        case unknownBeforeSending = "it is known only while the request is sent"
    }
}

extension RequestError: LocalizedError, CustomStringConvertible {
    /// The text for people; the same as ``description``.
    public var errorDescription: String? { description }

    /// What is wrong, and where.
    public var description: String {
        switch self {
        case .invalidMethod(let prefix):
            "the method is not a token (\(Self.shown(prefix)))"
        case .invalidURL(let text, let reason):
            "the URL cannot be used: \(reason.rawValue) (\(Self.shown(text)))"
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
            "the file \(path) cannot be sent" + (cause.map { " (\($0))" } ?? ": it is no regular file")
        case .bodyAlreadyConsumed:
            "the body was sent before, and there is only one"
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
    /// What is wrong with a file, in words, where this says it; Foundation's own text depends on the system and its language.
    fileprivate var fileText: String? {
        switch code {
        case .fileNoSuchFile, .fileReadNoSuchFile: "there is no such file"
        case .fileReadNoPermission, .fileWriteNoPermission: "permission denied"
        case .fileReadInvalidFileName, .fileWriteInvalidFileName: "the name is not valid"
        case .fileReadTooLarge: "the file is too large"
        case .fileReadCorruptFile: "the file is damaged"
        case .fileReadUnsupportedScheme, .fileWriteUnsupportedScheme: "it is no file URL"
        case .fileWriteOutOfSpace: "there is no space left"
        case .fileWriteVolumeReadOnly: "the volume is read-only"
        case .fileWriteFileExists: "there is already a file of this name"
        case .fileReadUnknown, .fileWriteUnknown: "the system cannot read or write it"
        default: nil
        }
    }
}
