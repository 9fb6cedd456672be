/// An endpoint as a value, for those that need no type of their own.
///
/// ```swift
/// extension Endpoint where Self == Route {
///     static var todos: Route { Route(.get, "/todos") }
///     static func todo(_ id: Int) -> Route { Route(.get, "/todos/\(id)") }
/// }
/// network.send(.todo(1), as: Todo.self)
/// ```
public struct Route: Endpoint, Sendable {
    /// The method to ask with.
    public var httpMethod: HTTP.Method
    /// The URL: whole, or a path relative to the environment.
    public var absoluteUrl: String
    /// The headers.
    public var headers: HTTP.Headers
    /// The parameters.
    public var parameters: Parameters
    /// The content.
    public var body: Body?
    /// The source of `Authorization`.
    public var authorization: Authorization?
    /// Where a relative URL leads, instead of to the network's own environment.
    public var environment: Network.Environment?
    /// The endpoint's layer, with the codes that it accepts.
    public var configuration: Network.Configuration

    /// A route; what you leave out is as in the layers below.
    public init(
        _ method: HTTP.Method,
        _ url: String,
        headers: HTTP.Headers = [:],
        parameters: Parameters = Parameters(),
        body: Body? = nil,
        authorization: Authorization? = nil,
        environment: Network.Environment? = nil,
        configuration: Network.Configuration = Network.Configuration()
    ) {
        httpMethod = method
        absoluteUrl = url
        self.headers = headers
        self.parameters = parameters
        self.body = body
        self.authorization = authorization
        self.environment = environment
        self.configuration = configuration
    }
}
