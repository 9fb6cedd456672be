import Foundation

/// A source of the `Authorization` header, asked anew for every attempt.
///
/// It is a function and not a value so that an expired token or a signature is made fresh when a request is sent
/// again. What it answers is checked like any header; what it throws ends the operation with a ``RequestError`` before
/// anything is sent. It may be asked on any thread, several times at once.
///
/// ```swift
/// builder.authorization(.basic(username: "ape", password: "group"))   // Basic YXBlOmdyb3Vw
/// builder.authorization(Authorization("hmac") { request in try sign(request) })
/// builder.authorization(Authorization("vault") { _ in try await vault.token() })
/// builder.authorization(.digest(username: "ape", password: "group"))  // answers a 401
/// builder.authorization(.refreshing(keeper))                          // see TokenRefresher
/// ```
public struct Authorization: Sendable {
    enum Source: Sendable {
        /// Known before it is asked for.
        case known(Result<String, RequestError>)
        /// Answered on the spot, by code that may take its time.
        case computed(Computation)
        /// Answered later, or to a challenge.
        case scheme(any AuthorizationScheme)
    }

    /// A source that answers on the spot.
    final class Computation: Sendable {
        let headerValue: @Sendable (PreparedRequest) throws -> String?
        /// Hears of the responses, if anybody does.
        let listener: (any AuthorizationScheme)?

        init(
            listener: (any AuthorizationScheme)? = nil,
            _ headerValue: @escaping @Sendable (PreparedRequest) throws -> String?
        ) {
            self.headerValue = headerValue
            self.listener = listener
        }
    }

    let label: String
    let source: Source

    init(_ label: String, _ source: Source) {
        self.label = label
        self.source = source
    }

    /// Asks `source`, on a thread of a pool, for the header value of a request that is complete but for it.
    ///
    /// - Parameters:
    ///   - label: what descriptions show; not a secret.
    ///   - source: answers the whole value, scheme included.
    public init(_ label: String, source: @escaping @Sendable (PreparedRequest) throws -> String) {
        self.init(label, .computed(Computation(source)))
    }

    /// The header value for `request`.
    ///
    /// - Throws: ``RequestError/invalidAuthorization(_:)`` for credentials that cannot be written, or that are known only
    ///   while a request is sent; ``RequestError/authorizationFailed(cause:)`` with the error of a source of your own.
    public func headerValue(for request: PreparedRequest) throws(RequestError) -> String {
        try sentValue(for: request) ?? ""
    }

    /// The header value for `request`; `nil` for a source that has none, and so sends no header.
    func sentValue(for request: PreparedRequest) throws(RequestError) -> String? {
        switch source {
        case .known(let value): return try value.get()
        case .computed(let source):
            do { return try source.headerValue(request) } catch { throw RequestError(authorizationFailedWith: error) }
        case .scheme: throw .invalidAuthorization(.unknownBeforeSending)
        }
    }

    /// Whether asking it runs code of others on the thread that asks.
    var mayBlock: Bool {
        if case .computed = source { true } else { false }
    }

    /// What has to be asked while the request is under way.
    var scheme: (any AuthorizationScheme)? {
        if case .scheme(let scheme) = source { scheme } else { nil }
    }

    /// What is asked or told while the request is under way.
    var companion: (any AuthorizationScheme)? {
        switch source {
        case .known: nil
        case .computed(let source): source.listener
        case .scheme(let scheme): scheme
        }
    }
}

extension RequestError {
    /// An error that already is one of a request stays what it is.
    init(authorizationFailedWith error: any Error) {
        self = error as? RequestError ?? .authorizationFailed(cause: Cause(error))
    }
}

extension Authorization {
    /// Basic authentication (RFC 7617), user and password in UTF-8.
    ///
    /// A user name with a colon, and control characters in either, fail as
    /// ``RequestError/invalidAuthorization(_:)`` when the request is prepared.
    public static func basic(username: String, password: String) -> Authorization {
        Authorization(
            "basic",
            .known(Result { () throws(RequestError) in try basicValue(username: username, password: password) })
        )
    }

    /// A bearer token (RFC 6750), sent as it is. A token that is blank or has a control character fails when the request is
    /// prepared.
    public static func bearer(_ token: String) -> Authorization {
        Authorization("bearer", .known(Result { () throws(RequestError) in try bearerValue(token) }))
    }

    /// A header value of your own, sent verbatim: `.custom("Token token=ASDF")`.
    public static func custom(_ headerValue: String) -> Authorization {
        Authorization("custom", .known(.success(headerValue)))
    }

    static func basicValue(username: String, password: String) throws(RequestError) -> String {
        guard !username.utf8.contains(UInt8(ascii: ":")) else { throw .invalidAuthorization(.colonInUsername) }
        guard (username + password).utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
            throw .invalidAuthorization(.controlCharacter)
        }
        return "Basic " + Data("\(username):\(password)".utf8).base64EncodedString()
    }

    static func bearerValue(_ token: String) throws(RequestError) -> String {
        guard token.utf8.contains(where: { $0 != 0x20 }) else { throw .invalidAuthorization(.emptyToken) }
        guard token.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
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
