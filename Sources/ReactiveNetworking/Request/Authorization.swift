import Foundation

/// A source of the `Authorization` header, asked anew for every attempt.
///
/// It is a function and not a value so that an expired token or a signature is made fresh when a request is sent
/// again. What it answers is checked like any header; what it throws ends the attempt with a ``RequestError`` before
/// anything is sent. It may be asked on any thread, several times at once.
///
/// ```swift
/// builder.authorization(.basic(username: "ape", password: "group"))   // Basic YXBlOmdyb3Vw
/// builder.authorization(Authorization("hmac") { request in try sign(request) })
/// ```
public struct Authorization: Sendable {
    private let label: String
    private let source: @Sendable (PreparedRequest) throws -> String

    /// Asks `source` for the header value of a request that is complete but for it.
    ///
    /// - Parameters:
    ///   - label: what descriptions show; not a secret.
    ///   - source: answers the whole value, scheme included.
    public init(_ label: String, source: @escaping @Sendable (PreparedRequest) throws -> String) {
        self.label = label
        self.source = source
    }

    /// The header value for `request`.
    ///
    /// - Throws: ``RequestError/invalidAuthorization(_:)`` for credentials that cannot be written,
    ///   ``RequestError/authorizationFailed(cause:)`` with the error of a source of your own.
    public func headerValue(for request: PreparedRequest) throws(RequestError) -> String {
        do {
            return try source(request)
        } catch let error as RequestError {
            throw error
        } catch {
            throw .authorizationFailed(cause: RequestError.Cause(error))
        }
    }
}

extension Authorization {
    /// Basic authentication (RFC 7617), user and password in UTF-8.
    ///
    /// A user name with a colon, and control characters in either, fail as
    /// ``RequestError/invalidAuthorization(_:)`` when the request is prepared.
    public static func basic(username: String, password: String) -> Authorization {
        Authorization("basic") { _ in try basicValue(username: username, password: password) }
    }

    /// A bearer token (RFC 6750). A token that is empty or has characters other than visible ASCII ones fails when
    /// the request is prepared.
    public static func bearer(_ token: String) -> Authorization {
        Authorization("bearer") { _ in try bearerValue(token) }
    }

    /// A header value of your own, sent verbatim: `.custom("Token token=ASDF")`.
    public static func custom(_ headerValue: String) -> Authorization {
        Authorization("custom") { _ in headerValue }
    }

    static func basicValue(username: String, password: String) throws(RequestError) -> String {
        guard !username.utf8.contains(UInt8(ascii: ":")) else { throw .invalidAuthorization(.colonInUsername) }
        guard (username + password).utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
            throw .invalidAuthorization(.controlCharacter)
        }
        return "Basic " + Data("\(username):\(password)".utf8).base64EncodedString()
    }

    static func bearerValue(_ token: String) throws(RequestError) -> String {
        guard !token.isEmpty else { throw .invalidAuthorization(.emptyToken) }
        guard token.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw .invalidAuthorization(.invalidToken)
        }
        return "Bearer " + token
    }
}

extension Authorization: CustomStringConvertible, CustomReflectable {
    /// The kind of authorization, without credentials: `basic <redacted>`.
    public var description: String { "\(Redaction.printable(label)) \(Redaction.placeholder)" }

    /// Nothing but the description, so that `dump` and debuggers show no credentials.
    public var customMirror: Mirror { Mirror(self, children: ["kind": label]) }
}
