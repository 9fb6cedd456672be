/// The declarative description of a request: where it goes, and which responses count as success.
///
/// Usually one small type describes the endpoints of a resource. Everything but the method and the URL has a default.
/// An endpoint need not be `Sendable`: a request copies everything it needs.
///
/// ```swift
/// enum Todos: Endpoint {
///     case all
///     case create(Todo)
///
///     var absoluteUrl: String { "/todos" }
///     var httpMethod: HTTP.Method { if case .create = self { .post } else { .get } }
///     var body: Body? { if case .create(let todo) = self { .json(todo) } else { nil } }
/// }
/// ```
///
/// A member may also have a near type, such as `[String: String]` for the header fields, `Body` in place of `Body?`, or
/// `200..<300` for the status codes. A member of any other type does not compile.
///
/// The compiler takes no notice of a member that it cannot call as the property, and the default is sent: a method or a
/// static property of that name, a getter that throws, is asynchronous, or mutates, an implicitly unwrapped optional
/// (`Body!`), and a property that a subclass of an endpoint adds.
///
/// A ``Request`` is an endpoint too, and so is a ``Call``, which also declares the type of its response. Values of
/// these types need no type of your own.
public protocol Endpoint: EndpointMembers {
    /// The method.
    var httpMethod: HTTP.Method { get }

    /// The URL: absolute, or a path relative to the environment. It is checked when the request is prepared.
    var absoluteUrl: String { get }

    /// The status codes that count as success; by default those of the layers below, or 200 to 299. A listed code is a
    /// success even if it is 503.
    var acceptedResponseCodes: [HTTP.StatusCode] { get }

    /// The header fields; none by default.
    var headers: HTTP.Headers { get }

    /// The parameters; none by default. ``Request/parameterEncoding`` decides where they go.
    var parameters: Parameters { get }

    /// The content; none by default.
    var body: Body? { get }

    /// The source of `Authorization`; by default that of the layers below.
    var authorization: Authorization? { get }

    /// The environment that completes a relative URL; by default the network's own.
    var environment: Network.Environment? { get }

    /// The endpoint's layer of configuration, which overrides that of the network; empty by default.
    var configuration: Network.Configuration { get }

    /// Returns the request to send; by default a request with all other properties of the endpoint.
    ///
    /// Implement this method to describe what no property can, such as the values of a path:
    ///
    /// ```swift
    /// func makeRequest() -> Request { Request(.get, "/users/:id", path: ["id": id]) }
    /// ```
    func makeRequest() -> Request
}

extension Endpoint {
    /// Returns a request with all properties of the endpoint.
    ///
    /// - Returns: The request. The other properties of the endpoint override its configuration.
    public func makeRequest() -> Request {
        let acceptedResponseCodes: [HTTP.StatusCode] = acceptedResponseCodes
        let codes = AcceptedCodes(acceptedResponseCodes)
        let configuration: Network.Configuration = configuration
        return Request(
            httpMethod,
            absoluteUrl,
            headers: headers,
            parameters: parameters,
            body: body,
            authorization: authorization,
            acceptedCodes: codes == .success ? nil : codes,
            environment: environment,
            configuration: configuration.isEmpty ? nil : configuration
        )
    }
}

extension Request: Endpoint {
    /// The method; another name for ``method``.
    public var httpMethod: HTTP.Method {
        get { method }
        set { method = newValue }
    }

    /// The URL; another name for ``url``.
    public var absoluteUrl: String {
        get { url }
        set { url = newValue }
    }

    /// The status codes that count as success, one by one; ``acceptedCodes`` as an array.
    public var acceptedResponseCodes: [HTTP.StatusCode] {
        get { acceptedCodes.codes }
        set { acceptedCodes = AcceptedCodes(newValue) }
    }

    /// Returns the request itself.
    public func makeRequest() -> Request { self }

    /// Creates the request of an endpoint. The request of a ``Request`` is that request, unchanged.
    ///
    /// - Parameter endpoint: The endpoint.
    public init(endpoint: some Endpoint) {
        self = endpoint.makeRequest()
    }
}

/// A request as a value, for endpoints that need no type of their own; another name for ``Request``.
///
/// ```swift
/// extension Endpoint where Self == Route {
///     static var todos: Route { Route(.get, "/todos") }
///     static func todo(_ id: Int) -> Route { Route(.get, "/todos/:id", path: ["id": id]) }
/// }
/// network.send(.todo(1), as: Todo.self)
/// ```
public typealias Route = Request
