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
    /// The URL as given, whole or relative to the ``environment``; checked when the request is prepared.
    public var url: String
    /// The fields set by the user. They win over generated ones, `Authorization` and `Content-Type` included.
    public var headers: HTTP.Headers
    /// The content, or `nil`.
    public var body: Body?
    /// The source of `Authorization`, asked for each attempt; not asked where ``headers`` has the field.
    public var authorization: Authorization?
    /// The status codes that it says count as success.
    var ownAcceptedCodes: AcceptedCodes?
    /// Whether the user said that sending the request twice does no harm. See ``isRepeatable``.
    public var isMarkedRepeatable = false
    var ownMaxBodySize: Int?
    /// What most requests have nothing of, out of the way.
    private var box: Box?

    private final class Box: Sendable {
        let details: Details

        init(_ details: Details) {
            self.details = details
        }
    }

    /// What is said beyond the plain request; `nil` where there is nothing.
    var details: Details? {
        get { box?.details }
        set { box = newValue.map(Box.init) }
    }

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
        let codes = AcceptedCodes(acceptedResponseCodes)
        ownAcceptedCodes = codes == .success ? nil : codes
    }

    /// The status codes that count as success. Where neither this nor the list it was made with says anything, those of the
    /// layers count (``Network/Configuration/acceptedCodes``), and else 200 to 299.
    public var acceptedResponseCodes: AcceptedCodes {
        get { ownAcceptedCodes ?? .success }
        set { ownAcceptedCodes = newValue }
    }

    /// The largest response body, in bytes after decompression, that is collected in memory. Zero or less allows
    /// none. Unless it is set that of the layers counts (``Network/Configuration/maxBodySize``), and else 64 MiB.
    public var maxBodySize: Int {
        get { ownMaxBodySize ?? Self.defaultMaxBodySize }
        set { ownMaxBodySize = newValue }
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
                "maxBodySize": maxBodySize, "parameters": parameters, "userInfo": userInfo.keys.sorted(),
            ]
        )
    }
}
