/// Where a request goes and what it takes for success: the declarative part, usually one small type per resource.
///
/// A request copies what it needs when it is built, so an endpoint need not be `Sendable`.
///
/// ```swift
/// struct Todos: Endpoint {
///     var httpMethod = HTTP.Method.get
///     var absoluteUrl = "https://example.com/todos"
/// }
/// ```
public protocol Endpoint {
    /// The method to ask with.
    var httpMethod: HTTP.Method { get }

    /// The whole URL, scheme and host included. It is checked when the request is prepared, not here.
    var absoluteUrl: String { get }

    /// The status codes that count as success; 200 to 299 unless given. A listed code is a success even if it is 503.
    var acceptedResponseCodes: [HTTP.StatusCode] { get }
}

extension Endpoint {
    /// 200 to 299.
    public var acceptedResponseCodes: [HTTP.StatusCode] { HTTP.StatusCode.allSuccess }
}
