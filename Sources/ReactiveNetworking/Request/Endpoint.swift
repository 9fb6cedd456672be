/// Where a request goes and what it takes for success: the declarative part, usually one small type per resource.
///
/// A request copies what it needs when it is built, so an endpoint need not be `Sendable`. Everything but method and URL
/// has a default.
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
/// For endpoints that need no type of their own there is ``Route``.
public protocol Endpoint {
    /// The method to ask with.
    var httpMethod: HTTP.Method { get }

    /// The URL: whole, or a path relative to the environment. It is checked when the request is prepared, not here.
    var absoluteUrl: String { get }

    /// The status codes that count as success; unless given, those of the layers below, and else 200 to 299. A listed code
    /// is a success even if it is 503.
    var acceptedResponseCodes: [HTTP.StatusCode] { get }

    /// The headers; none unless given.
    var headers: HTTP.Headers { get }

    /// The parameters; none unless given. Where they go is said by ``Request/parameterEncoding``.
    var parameters: Parameters { get }

    /// The content; none unless given.
    var body: Body? { get }

    /// The source of `Authorization`; that of the layers below unless given.
    var authorization: Authorization? { get }

    /// Where a relative URL leads; the network's own environment unless given.
    var environment: Network.Environment? { get }

    /// The endpoint's layer, above that of the network; it says nothing unless given.
    var configuration: Network.Configuration { get }
}

extension Endpoint {
    /// What the layers below accept, else 200 to 299.
    public var acceptedResponseCodes: [HTTP.StatusCode] { HTTP.StatusCode.allSuccess }
    /// None.
    public var headers: HTTP.Headers { [:] }
    /// None.
    public var parameters: Parameters { Parameters() }
    /// None.
    public var body: Body? { nil }
    /// That of the layers below.
    public var authorization: Authorization? { nil }
    /// The network's own.
    public var environment: Network.Environment? { nil }
    /// Everything as in the layers below.
    public var configuration: Network.Configuration { Network.Configuration() }
}

extension Request {
    /// Makes a request of all that `endpoint` says.
    public init(endpoint: some Endpoint) {
        self.init(
            endpoint.httpMethod,
            endpoint.absoluteUrl,
            headers: endpoint.headers,
            body: endpoint.body,
            authorization: endpoint.authorization,
            acceptedResponseCodes: endpoint.acceptedResponseCodes
        )
        var details = Details()
        details.parameters = endpoint.parameters
        details.environment = endpoint.environment
        details.configuration = endpoint.configuration
        let isPlain = details.parameters.isEmpty && details.environment == nil && details.configuration.isEmpty
        if !isPlain { self.details = details }
    }
}
