/// A source of the `Authorization` header, evaluated for every attempt.
///
/// It is a function rather than a value, so that an expired token or a signature is created again when a request is
/// resent. The returned value is validated like any header; a thrown error ends the operation with a `RequestError`
/// before anything is sent. The function may be called on any thread, also concurrently.
///
/// ```swift
/// builder.authorization(.basic(username: "ape", password: "group"))   // Basic YXBlOmdyb3Vw
/// builder.authorization(Authorization("hmac") { request in try sign(request) })
/// builder.authorization(Authorization("vault") { _ in try await vault.token() })
/// builder.authorization(.digest(username: "ape", password: "group"))  // answers a 401
/// builder.authorization(.refreshing(refresher))                       // see TokenRefresher
/// ```
public struct Authorization: Sendable {
    enum Source: Sendable {
        /// No header, in place of the sources of lower layers.
        case absent
        /// A value that is known in advance.
        case known(Result<String, RequestError>)
        /// A value returned synchronously by code that may take a while.
        case computed(Computation)
        /// A value that is available later, or in response to a challenge.
        case scheme(any AuthorizationScheme)
    }

    /// A source that returns its value synchronously.
    final class Computation: Sendable {
        let headerValue: @Sendable (PreparedRequest) throws -> String?
        /// The scheme that observes responses, if any.
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

    /// Creates an authorization whose header value comes from a function that runs on a pool thread.
    ///
    /// - Parameters:
    ///   - label: The name that descriptions show. It is not a secret.
    ///   - source: Receives a request that is complete except for this header, and returns the whole header value,
    ///     including the scheme.
    public init(_ label: String, source: @escaping @Sendable (PreparedRequest) throws -> String) {
        self.init(label, .computed(Computation(source)))
    }

    /// Returns the header value for `request`.
    ///
    /// - Parameter request: The request, complete except for this header.
    /// - Returns: The header value, or an empty string if the source sends no header.
    /// - Throws: `invalidAuthorization(_:)` for credentials that cannot be written, or that are known
    ///   only while a request is sent; `authorizationFailed(cause:)` with an error that your source has
    ///   thrown.
    public func headerValue(for request: PreparedRequest) throws(RequestError) -> String {
        try sentValue(for: request) ?? ""
    }

    /// Returns the header value for `request`, or `nil` if the source sends no header.
    func sentValue(for request: PreparedRequest) throws(RequestError) -> String? {
        switch source {
        case .absent: return nil
        case .known(let value): return try value.get()
        case .computed(let source):
            do { return try source.headerValue(request) } catch { throw RequestError(authorizationFailedWith: error) }
        case .scheme: throw .invalidAuthorization(.unknownBeforeSending)
        }
    }

    /// A Boolean value that indicates whether evaluating the source runs user code on the calling thread.
    var mayBlock: Bool {
        if case .computed = source { true } else { false }
    }

    /// The scheme that provides credentials during the exchange, if any.
    package var scheme: (any AuthorizationScheme)? {
        if case .scheme(let scheme) = source { scheme } else { nil }
    }

    /// The scheme that takes part in the exchange, if any.
    var companion: (any AuthorizationScheme)? {
        switch source {
        case .absent, .known: nil
        case .computed(let source): source.listener
        case .scheme(let scheme): scheme
        }
    }
}

extension RequestError {
    /// Creates a request error. An error that already is a ``RequestError`` stays unchanged.
    init(authorizationFailedWith error: any Error) {
        self = error as? RequestError ?? .authorizationFailed(cause: Cause(error))
    }
}

extension Authorization {
    /// Creates Basic authentication (RFC 7617) with user name and password in UTF-8.
    ///
    /// A user name with a colon, and control characters in either, fail as `invalidAuthorization(_:)`
    /// when the request is prepared.
    ///
    /// - Parameters:
    ///   - username: The user's name, without a colon.
    ///   - password: The password.
    /// - Returns: The authorization.
    public static func basic(username: String, password: String) -> Authorization {
        Authorization(
            "basic",
            .known(Result { () throws(RequestError) in try basicValue(username: username, password: password) })
        )
    }

    /// Creates an authorization with a bearer token (RFC 6750), sent unchanged.
    ///
    /// A token that is blank or contains a control character fails as `invalidAuthorization(_:)` when
    /// the request is prepared.
    ///
    /// - Parameter token: The token, without the scheme.
    /// - Returns: The authorization.
    public static func bearer(_ token: String) -> Authorization {
        Authorization("bearer", .known(Result { () throws(RequestError) in try bearerValue(token) }))
    }

    /// Creates an authorization with a header value of your own, sent verbatim: `.custom("Token token=ASDF")`.
    ///
    /// - Parameter headerValue: The whole header value.
    /// - Returns: The authorization.
    public static func custom(_ headerValue: String) -> Authorization {
        Authorization("custom", .known(.success(headerValue)))
    }

    /// Sends no header, whatever the layers below the request say.
    package static let withoutCredentials = Authorization("none", .absent)

    static func basicValue(username: String, password: String) throws(RequestError) -> String {
        guard !username.utf8.contains(UInt8(ascii: ":")) else { throw .invalidAuthorization(.colonInUsername) }
        guard (username + password).utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
            throw .invalidAuthorization(.controlCharacter)
        }
        return "Basic " + Data("\(username):\(password)".utf8).base64EncodedString()
    }

    package static func bearerValue(_ token: String) throws(RequestError) -> String {
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

    /// A mirror with the description only, so that `dump` and debuggers show no credentials.
    public var customMirror: Mirror { Mirror(self, children: ["kind": label]) }
}
