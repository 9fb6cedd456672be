/// Everything a request says, as one value: no connection, no clock, nothing checked yet.
///
/// It is the same for every attempt; each attempt prepares it anew (``prepared()``), which is where everything wrong
/// with it is found. ``RequestBuilder`` is the comfortable way to make one; this initializer is there for builders of
/// your own. Properties may be changed on a copy.
///
/// ```swift
/// var request = Request(.get, "https://example.com/todos", headers: ["Accept": "application/json"])
/// request.acceptedResponseCodes = [.ok, .notModified]
/// ```
public struct Request: Sendable {
    /// 64 MiB: how much of a response is collected in memory unless a request says otherwise.
    public static let defaultMaxBodySize = 64 << 20

    /// The method.
    public var method: HTTP.Method
    /// The whole URL as given; checked when the request is prepared.
    public var url: String
    /// The fields set by the user. They win over generated ones, `Authorization` and `Content-Type` included.
    public var headers: HTTP.Headers
    /// The content, or `nil`.
    public var body: Body?
    /// The source of `Authorization`, asked for each attempt; not asked where ``headers`` has the field.
    public var authorization: Authorization?
    /// The status codes that count as success.
    public var acceptedResponseCodes: AcceptedCodes
    /// What the response has to be beyond its status, or `nil`.
    public var validation: ResponseValidation?
    /// Who is told of the request's operations, after those whom the network tells.
    var delegates: [WeakDelegate] = []
    /// Whether the user said that sending the request twice does no harm. See ``isRepeatable``.
    public var isMarkedRepeatable = false
    /// The largest response body, in bytes after decompression, that is collected in memory. Zero or less allows
    /// none.
    public var maxBodySize = Request.defaultMaxBodySize

    /// Makes a request of its parts.
    public init(
        _ method: HTTP.Method,
        _ url: String,
        headers: HTTP.Headers = [:],
        body: Body? = nil,
        authorization: Authorization? = nil,
        acceptedResponseCodes: [HTTP.StatusCode] = HTTP.StatusCode.allSuccess
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.authorization = authorization
        self.acceptedResponseCodes = AcceptedCodes(acceptedResponseCodes)
    }

    /// Makes a request for `endpoint`, without headers and body.
    public init(endpoint: any Endpoint) {
        self.init(endpoint.httpMethod, endpoint.absoluteUrl, acceptedResponseCodes: endpoint.acceptedResponseCodes)
    }

    /// Whether it may be sent again although it may have arrived: its method is idempotent, it is marked
    /// (``isMarkedRepeatable``), or it has an `Idempotency-Key`. A body that there is only once forbids it all the same.
    public var isRepeatable: Bool {
        method.isIdempotent || isMarkedRepeatable || headers.contains(HTTP.Headers.Name.idempotencyKey)
    }
}

extension Request: CustomStringConvertible, CustomReflectable {
    /// Method and URL on one line, secrets hidden: `GET https://example.com/?token=<redacted>`.
    public var description: String { "\(method) \(Redaction.standard.url(url))" }

    /// The parts with secrets hidden, for `dump` and debuggers.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "request": description, "headers": headers, "body": body as Any, "authorization": authorization as Any,
                "acceptedResponseCodes": acceptedResponseCodes, "isRepeatable": isRepeatable,
                "maxBodySize": maxBodySize,
            ]
        )
    }
}
