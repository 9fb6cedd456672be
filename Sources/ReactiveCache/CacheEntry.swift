import ReactiveNetworking

/// A stored response, as ``CachingTransport/entries()`` lists it.
public struct CacheEntry: Sendable, Hashable {
    /// The URL.
    public let url: URL
    /// The status; 206 for a part.
    public let status: HTTP.StatusCode
    /// The header fields as stored.
    public let headers: HTTP.Headers
    /// The names of the request fields that select the response, in lower case.
    public let varyingNames: [String]
    /// The number of bytes of the body.
    public let byteCount: Int64
    /// The time at which the response arrived or was last confirmed.
    public let receivedAt: Date
    /// The current age.
    public let age: Duration
    /// The age at which the response becomes stale.
    public let lifetime: Duration

    /// A Boolean value that indicates whether the lifetime is greater than the age.
    public var isFresh: Bool { lifetime > age }
}

extension CacheEntry: CustomStringConvertible {
    /// The status, the URL with secrets redacted, the size, and the age on one line.
    public var description: String {
        "\(status.rawValue) \(Redaction.standard.url(url.absoluteString)), \(byteCount) bytes, "
            + "age \(age.flooredSeconds) of \(lifetime.flooredSeconds) s"
    }
}
