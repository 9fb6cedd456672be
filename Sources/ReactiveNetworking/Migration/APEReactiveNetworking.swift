import Foundation

// The spelling of APEReactiveNetworking, for code that moves over. Nothing else in the library uses it.

/// ``HTTP`` by its earlier name.
public typealias Http = HTTP

extension HTTP {
    /// ``Headers`` of a request.
    public typealias RequestHeaders = Headers
    /// ``Headers`` of a response.
    public typealias ResponseHeaders = Headers
}

/// ``Request`` by its earlier name.
public typealias ApeURLRequest = Request

extension HTTP.Method {
    /// ``init(rawValue:)`` by its earlier name.
    public init(value: String) {
        self.init(rawValue: value)
    }
}

/// A source of credentials for ``HttpRequestBuilder/add(authHandler:)``, which also receives the tokens that responses bring.
///
/// Every requirement has a default, so that a handler may only supply credentials, or only receive tokens.
public protocol AuthenticationHandler: Sendable {
    /// The value of `Authorization` for `request`, which is complete but for it. Asked for every attempt, on any
    /// thread; an error ends the attempt before anything is sent. An empty text, the default, sends no `Authorization`.
    func authorizationHeaderValue(for request: PreparedRequest) throws -> String

    /// Receives the token that a response has brought, whatever its status; does nothing by default.
    ///
    /// It is called where the response arrives, on any thread, and must not block. A response of another origin, to which a
    /// redirect has led, is not told.
    func handleAuthTokenReceived(token: String)

    /// The token that a response brings, or `nil`: by default the value of `X-Auth-Token`, else that of `Authorization`
    /// behind `Bearer`.
    func authToken(in headers: Http.ResponseHeaders) -> String?
}

extension AuthenticationHandler {
    /// Empty: no credentials are sent.
    public func authorizationHeaderValue(for request: PreparedRequest) throws -> String { "" }

    /// Does nothing.
    public func handleAuthTokenReceived(token: String) {}

    /// The value of `X-Auth-Token`, else that of `Authorization` behind `Bearer`; `nil` if there is neither.
    public func authToken(in headers: Http.ResponseHeaders) -> String? {
        if let token = headers["X-Auth-Token"], !token.isEmpty { return token }
        let words = headers[HTTP.Headers.Name.authorization]?.split(separator: " ") ?? []
        guard words.count == 2, HTTP.isSameIgnoringCase(String(words[0]), "Bearer") else { return nil }
        return String(words[1])
    }
}

/// Tells a handler of the tokens that responses bring; the credentials are asked for elsewhere.
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

/// A builder of requests that may be written outside the library; ``RequestBuilder`` is the modern one.
public protocol HttpRequestBuilder {
    /// Begins a request for `endpoint`.
    init(endpoint: Endpoint)
    /// A copy with this header, in place of one of the same name.
    func addHeader(_ header: (key: String, value: String)) -> HttpRequestBuilder
    /// A copy with these headers merged in by name; others stay, `Authorization` included.
    func setHeaders(_ headers: Http.RequestHeaders) -> HttpRequestBuilder
    /// A copy that sends `data`.
    func setBody(data: Data, contentType: Http.ContentType) -> HttpRequestBuilder
    /// The request as it is now.
    func build() -> ApeURLRequest
}

extension HttpRequestBuilder {
    /// Basic authentication.
    ///
    /// - Throws: ``RequestError/invalidAuthorization(_:)`` for a user name with a colon, and for control characters.
    public func setAuthorizationHeader(username: String, password: String) throws -> HttpRequestBuilder {
        setAuthorizationHeader(
            headerValue: try Authorization.basicValue(username: username, password: password)
        )
    }

    /// A bearer token.
    public func setAuthorizationHeader(token: String) -> HttpRequestBuilder {
        setAuthorizationHeader(headerValue: "Bearer \(token)")
    }

    /// A value of your own, verbatim.
    public func setAuthorizationHeader(headerValue: String) -> HttpRequestBuilder {
        addHeader((HTTP.Headers.Name.authorization, headerValue))
    }

    /// Asks `authHandler` for `Authorization`, anew for every attempt, and hands it the tokens that responses bring. A header
    /// set later takes the handler's place.
    public func add(authHandler: any AuthenticationHandler) -> HttpRequestBuilder {
        let computation = Authorization.Computation(listener: TokenReceiver(authHandler)) { request in
            let value = try authHandler.authorizationHeaderValue(for: request)
            return value.isEmpty ? nil : value
        }
        let authorization = Authorization("handler", .computed(computation))
        return AmendedRequestBuilder(base: self, authorization: authorization)
    }

    /// A copy with the headers of a dictionary merged in by name.
    public func setHeaders(_ headers: [String: String]) -> HttpRequestBuilder {
        setHeaders(HTTP.Headers(headers))
    }

    /// Gives one header several values, as one list divided by commas (RFC 9110 §5.3). Whitespace around a value is no part of it.
    public func setHeader(_ header: (key: String, values: [String])) -> HttpRequestBuilder {
        setHeaders([header.key: header.values.map(HTTP.Headers.trimmed).joined(separator: ", ")] as HTTP.Headers)
    }

    /// Sends an object of loose values as JSON. What has no form in JSON surfaces when the request is prepared.
    public func setBody(json: [String: Any], vendor: String? = nil) -> HttpRequestBuilder {
        let body = Body.json(json, vendor: vendor)
        guard let data = try? body.data() else { return AmendedRequestBuilder(base: self, body: body) }
        return setBody(data: data, contentType: .applicationJson(vendor: vendor))
    }

    /// Sends text in UTF-8.
    public func setBody(text: String) -> HttpRequestBuilder {
        setBody(data: Data(text.utf8), contentType: .textPlain)
    }
}

/// The builder of APEReactiveNetworking.
public struct ApeRequestBuilder: HttpRequestBuilder {
    private var builder: RequestBuilder

    /// Begins a request for `endpoint`.
    public init(endpoint: Endpoint) {
        builder = RequestBuilder(endpoint: endpoint)
    }

    /// A copy with this header, in place of one of the same name.
    public func addHeader(_ header: (key: String, value: String)) -> HttpRequestBuilder {
        with(builder.header(header.key, header.value))
    }

    /// A copy with these headers merged in by name; others stay, `Authorization` included.
    public func setHeaders(_ headers: Http.RequestHeaders) -> HttpRequestBuilder {
        with(builder.headers(headers))
    }

    /// A copy that sends `data`.
    public func setBody(data: Data, contentType: Http.ContentType) -> HttpRequestBuilder {
        with(builder.data(data, contentType: contentType))
    }

    /// The request as it is now.
    public func build() -> ApeURLRequest { builder.build() }

    private func with(_ builder: RequestBuilder) -> HttpRequestBuilder {
        var copy = self
        copy.builder = builder
        return copy
    }
}

/// Any builder, with what its protocol has no word for: a source of authorization, a body that failed to encode.
private struct AmendedRequestBuilder: HttpRequestBuilder {
    private var base: HttpRequestBuilder
    private var authorization: Authorization?
    private var body: Body?

    init(base: HttpRequestBuilder, authorization: Authorization? = nil, body: Body? = nil) {
        self.base = base
        self.authorization = authorization
        self.body = body
    }

    init(endpoint: Endpoint) {
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
