// The spelling of APEReactiveNetworking, for code that migrates. The rest of the library does not use it.

/// Another name for `HTTP`.
public typealias Http = HTTP

extension HTTP {
    /// The headers of a request.
    public typealias RequestHeaders = Headers
    /// The headers of a response.
    public typealias ResponseHeaders = Headers
}

/// Another name for ``Request``.
public typealias ApeURLRequest = Request

extension HTTP.Method {
    /// Creates a method from its name, or returns `nil` if the name is not a token, such as an empty text.
    ///
    /// - Parameter value: The name, such as `GET`.
    public init?(value: String) {
        self.init(rawValue: value)
        guard isToken else { return nil }
    }
}

/// A source of credentials for ``HttpRequestBuilder/add(authHandler:)``, which also receives the tokens of responses.
///
/// Every requirement has a default, so a handler can supply only credentials, or receive only tokens. A member
/// `authHeader` of the type `String` or `String?` is the value of `Authorization`. One of any other type does not
/// compile without ``authorizationHeaderValue(for:)``. A handler with neither sends nothing, which a notice on standard
/// error tells once; `var authHeader: String? { nil }` says that it is meant.
public protocol AuthenticationHandler: Sendable {
    /// The type of `authHeader`.
    associatedtype AuthHeader = Never?

    /// The value of `Authorization` of all requests; none by default.
    var authHeader: AuthHeader { get }

    /// Returns the value of `Authorization` for one attempt. It is called on any thread.
    ///
    /// - Parameter request: The request, complete except for `Authorization`.
    /// - Returns: The value. An empty text, the default, sends no `Authorization`.
    /// - Throws: An error that ends the attempt before anything is sent.
    func authorizationHeaderValue(for request: PreparedRequest) throws -> String

    /// Receives the token of a response, whatever its status; does nothing by default.
    ///
    /// It is called where the response arrives, on any thread, and must not block. Responses of other origins after a
    /// redirect are not reported.
    ///
    /// - Parameter token: The token.
    func handleAuthTokenReceived(token: String)

    /// Returns the token of a response: by default the value of `X-Auth-Token`, or that of `Authorization` after
    /// `Bearer`.
    ///
    /// - Parameter headers: The headers of the response.
    /// - Returns: The token, or `nil` if there is none.
    func authToken(in headers: Http.ResponseHeaders) -> String?
}

extension AuthenticationHandler where AuthHeader == Never? {
    /// No value.
    public var authHeader: Never? { nil }

    /// Returns an empty text: no credentials are sent, and one notice for each type says so on standard error, because
    /// a member that is nearly right, such as a method `authHeader()`, ends up here too.
    public func authorizationHeaderValue(for request: PreparedRequest) throws -> String {
        if let notice = SilentHandlers.notice(of: Self.self) {
            printError(notice)
        }
        return ""
    }
}

/// The types of handlers that send nothing and were told of.
enum SilentHandlers {
    private static let told = Locked(Set<ObjectIdentifier>())

    /// Returns the notice about a type that sends nothing, once for each type.
    static func notice(of handler: Any.Type) -> String? {
        guard told.withLock({ $0.insert(ObjectIdentifier(handler)).inserted }) else { return nil }
        return """
            ReactiveNetworking: \(handler) sends no Authorization: it has neither `authHeader` of the type String or \
            String?, nor `authorizationHeaderValue(for:)`. If that is meant, declare `var authHeader: String? { nil }`.
            """
    }
}

extension AuthenticationHandler where AuthHeader == String {
    /// Returns `authHeader`.
    public func authorizationHeaderValue(for request: PreparedRequest) throws -> String { authHeader }
}

extension AuthenticationHandler where AuthHeader == String? {
    /// Returns `authHeader`, or an empty text for `nil`.
    public func authorizationHeaderValue(for request: PreparedRequest) throws -> String { authHeader ?? "" }
}

extension AuthenticationHandler {
    /// Does nothing.
    public func handleAuthTokenReceived(token: String) {}

    /// Returns the value of `X-Auth-Token`, or that of `Authorization` after `Bearer`, or `nil`.
    public func authToken(in headers: Http.ResponseHeaders) -> String? {
        if let token = headers["X-Auth-Token"], !token.isEmpty { return token }
        let words = headers[HTTP.Headers.Name.authorization]?.split(separator: " ") ?? []
        guard words.count == 2, HTTP.isSameIgnoringCase(String(words[0]), "Bearer") else { return nil }
        return String(words[1])
    }
}

/// A scheme that passes the tokens of responses to a handler. The credentials come from another source.
private final class TokenReceiver: AuthorizationScheme {
    private let handler: any AuthenticationHandler

    init(_ handler: any AuthenticationHandler) { self.handler = handler }

    var observesEveryResponse: Bool { true }

    func grant(for request: PreparedRequest) -> SignalProducer<Credentials?, RequestError> {
        SignalProducer(value: nil)
    }

    func answer(
        to refusal: UnauthorizedResponse,
        after grant: Credentials?
    ) -> SignalProducer<Credentials, RequestError>? {
        nil
    }

    func didReceive(_ head: ResponseHead, for request: PreparedRequest) {
        if let token = handler.authToken(in: head.headers) { handler.handleAuthTokenReceived(token: token) }
    }
}

/// A builder of requests that can be implemented outside the library; ``RequestBuilder`` is its successor.
public protocol HttpRequestBuilder {
    /// Creates a builder for `endpoint`.
    init(endpoint: any Endpoint)
    /// Returns a copy with this header, in place of one of the same name.
    func addHeader(_ header: (key: String, value: String)) -> HttpRequestBuilder
    /// Returns a copy with these headers merged by name. Other headers stay, `Authorization` included.
    func setHeaders(_ headers: Http.RequestHeaders) -> HttpRequestBuilder
    /// Returns a copy that sends `data`.
    func setBody(data: Data, contentType: Http.ContentType) -> HttpRequestBuilder
    /// Returns the request in its current state.
    func build() -> ApeURLRequest
}

extension HttpRequestBuilder {
    /// Returns a copy with Basic authentication.
    ///
    /// - Parameters:
    ///   - username: The user name.
    ///   - password: The password.
    /// - Returns: The changed builder.
    /// - Throws: `invalidAuthorization(_:)` for a user name with a colon, and for control characters.
    public func setAuthorizationHeader(username: String, password: String) throws -> HttpRequestBuilder {
        setAuthorizationHeader(
            headerValue: try Authorization.basicValue(username: username, password: password)
        )
    }

    /// Returns a copy with a bearer token.
    ///
    /// - Parameter token: The token.
    /// - Returns: The changed builder.
    public func setAuthorizationHeader(token: String) -> HttpRequestBuilder {
        setAuthorizationHeader(headerValue: "Bearer \(token)")
    }

    /// Returns a copy with a verbatim value of `Authorization`.
    ///
    /// - Parameter headerValue: The value.
    /// - Returns: The changed builder.
    public func setAuthorizationHeader(headerValue: String) -> HttpRequestBuilder {
        addHeader((HTTP.Headers.Name.authorization, headerValue))
    }

    /// Returns a copy that gets `Authorization` from a handler in every attempt, and passes it the tokens of responses.
    /// A header that is set later replaces the handler.
    ///
    /// - Parameter authHandler: The handler.
    /// - Returns: The changed builder.
    public func add(authHandler: any AuthenticationHandler) -> HttpRequestBuilder {
        let computation = Authorization.Computation(listener: TokenReceiver(authHandler)) { request in
            let value = try authHandler.authorizationHeaderValue(for: request)
            return value.isEmpty ? nil : value
        }
        let authorization = Authorization("handler", .computed(computation))
        return AmendedRequestBuilder(base: self, authorization: authorization)
    }

    /// Returns a copy with the headers of a dictionary merged by name.
    ///
    /// - Parameter headers: The headers.
    /// - Returns: The changed builder.
    public func setHeaders(_ headers: [String: String]) -> HttpRequestBuilder {
        setHeaders(HTTP.Headers(headers))
    }

    /// Returns a copy with several values of one header, as a list separated by commas (RFC 9110 §5.3).
    ///
    /// - Parameter header: The name and the values. Whitespace around a value is removed.
    /// - Returns: The changed builder.
    public func setHeader(_ header: (key: String, values: [String])) -> HttpRequestBuilder {
        setHeaders([header.key: header.values.map(HTTP.Headers.trimmed).joined(separator: ", ")] as HTTP.Headers)
    }

    /// Returns a copy that sends an object of loose values as JSON. An invalid value fails the request when it is
    /// prepared.
    ///
    /// - Parameters:
    ///   - json: The members of the object.
    ///   - vendor: The vendor in the media type.
    /// - Returns: The changed builder.
    public func setBody(json: [String: Any], vendor: String? = nil) -> HttpRequestBuilder {
        let body = Body.json(json, vendor: vendor)
        guard let data = try? body.data() else { return AmendedRequestBuilder(base: self, body: body) }
        return setBody(data: data, contentType: .applicationJson(vendor: vendor))
    }

    /// Returns a copy that sends text in UTF-8.
    ///
    /// - Parameter text: The text.
    /// - Returns: The changed builder.
    public func setBody(text: String) -> HttpRequestBuilder {
        setBody(data: Data(text.utf8), contentType: .textPlain)
    }
}

/// The builder of APEReactiveNetworking.
public struct ApeRequestBuilder: HttpRequestBuilder {
    private var builder: RequestBuilder

    /// Creates a builder for `endpoint`.
    public init(endpoint: any Endpoint) {
        builder = RequestBuilder(endpoint: endpoint)
    }

    /// Returns a copy with this header, in place of one of the same name.
    public func addHeader(_ header: (key: String, value: String)) -> HttpRequestBuilder {
        with(builder.header(header.key, header.value))
    }

    /// Returns a copy with these headers merged by name. Other headers stay, `Authorization` included.
    public func setHeaders(_ headers: Http.RequestHeaders) -> HttpRequestBuilder {
        with(builder.headers(headers))
    }

    /// Returns a copy that sends `data`.
    public func setBody(data: Data, contentType: Http.ContentType) -> HttpRequestBuilder {
        with(builder.data(data, contentType: contentType))
    }

    /// Returns the request in its current state.
    public func build() -> ApeURLRequest { builder.build() }

    private func with(_ builder: RequestBuilder) -> HttpRequestBuilder {
        var copy = self
        copy.builder = builder
        return copy
    }
}

/// A builder with what its protocol cannot express: a source of authorization, a body that failed to encode.
private struct AmendedRequestBuilder: HttpRequestBuilder {
    private var base: HttpRequestBuilder
    private var authorization: Authorization?
    private var body: Body?

    init(base: HttpRequestBuilder, authorization: Authorization? = nil, body: Body? = nil) {
        self.base = base
        self.authorization = authorization
        self.body = body
    }

    init(endpoint: any Endpoint) {
        self.init(base: ApeRequestBuilder(endpoint: endpoint))
    }

    func addHeader(_ header: (key: String, value: String)) -> HttpRequestBuilder {
        with(base.addHeader(header), headers: [header.key: header.value])
    }

    func setHeaders(_ headers: Http.RequestHeaders) -> HttpRequestBuilder {
        with(base.setHeaders(headers), headers: headers)
    }

    func setBody(data: Data, contentType: Http.ContentType) -> HttpRequestBuilder {
        AmendedRequestBuilder(base: base.setBody(data: data, contentType: contentType), authorization: authorization)
    }

    func build() -> ApeURLRequest {
        var request = base.build()
        if let authorization {
            request.headers.remove(HTTP.Headers.Name.authorization)
            request.authorization = authorization
        }
        request.body = body ?? request.body
        return request
    }

    private func with(_ base: HttpRequestBuilder, headers: HTTP.Headers) -> HttpRequestBuilder {
        let isReplaced = headers.contains(HTTP.Headers.Name.authorization)
        return AmendedRequestBuilder(base: base, authorization: isReplaced ? nil : authorization, body: body)
    }
}
