extension PreparedRequest {
    /// The sources that a response may come from.
    ///
    /// Transports receive the policy with the request (``PreparedRequest/cachePolicy``), and a `CachingTransport`
    /// obeys it; `URLSessionTransport` passes it to the session, which keeps no cache. A policy that also applies to
    /// intermediate caches is sent as `Cache-Control` (RFC 9111 §5.2.1) by every transport, unless the request has its
    /// own `Cache-Control` field.
    public enum CachePolicy: Sendable, Hashable {
        /// Uses caches as HTTP permits. No header field is sent.
        case useProtocol
        /// Ignores the client's cache. No header field is sent.
        case reloadIgnoringLocal
        /// Ignores all caches. Sends `no-cache`.
        case reloadIgnoringLocalAndRemote
        /// Uses a cached response only if the server confirms that it is current. Sends `max-age=0`.
        case revalidate
        /// Uses a cached response of any age, and otherwise asks the server. Sends `max-stale`.
        case returnCachedElseLoad
        /// Uses a cached response of any age, and never asks the server. Sends `only-if-cached, max-stale`.
        ///
        /// A `CachingTransport` without such a response answers with a 504, which is not retried. Without a cache,
        /// `SocketTransport` fails with ``TransportError/Kind/unsupported`` before anything is
        /// sent.
        case returnCachedOnly

        /// The `Cache-Control` value that expresses the policy to intermediate caches.
        package var cacheControl: String? {
            switch self {
            case .useProtocol, .reloadIgnoringLocal: nil
            case .reloadIgnoringLocalAndRemote: "no-cache"
            case .revalidate: "max-age=0"
            case .returnCachedElseLoad: "max-stale"
            case .returnCachedOnly: "only-if-cached, max-stale"
            }
        }
    }
}
