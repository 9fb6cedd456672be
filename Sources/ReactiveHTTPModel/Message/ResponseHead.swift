/// The status and the headers of a response.
public struct ResponseHead: Sendable, Hashable {
    /// The status code, which may be unregistered.
    public var status: HTTP.StatusCode
    /// The headers. Several values of one name are kept apart if the transport can distinguish them.
    public var headers: HTTP.Headers
    /// The URL that responded, which after redirects differs from the requested one.
    public var url: URL?
    /// The part that a cache had in the response; `nil` where no cache stands.
    public var cacheStatus: CacheStatus?

    /// Creates a response head, for transports and tests.
    ///
    /// - Parameters:
    ///   - status: The status code.
    ///   - headers: The headers.
    ///   - url: The URL that responded.
    public init(status: HTTP.StatusCode, headers: HTTP.Headers = [:], url: URL? = nil) {
        self.status = status
        self.headers = headers
        self.url = url
    }
}

extension ResponseHead: CustomStringConvertible, CustomReflectable {
    /// The status, the headers, the URL, and the part of a cache on one line, with secrets hidden.
    public var description: String {
        "\(status) \(headers)" + (shownURL.map { " from \($0)" } ?? "") + (cacheStatus.map { " [\($0)]" } ?? "")
    }

    /// A mirror with secrets hidden, for `dump` and debuggers.
    public var customMirror: Mirror {
        Mirror(self, children: ["status": status, "headers": headers, "url": shownURL as Any])
    }

    private var shownURL: String? { url.map { Redaction.standard.url($0.absoluteString) } }
}
