extension Network {
    /// What a response may be taken from.
    ///
    /// Transports get it with the request (``PreparedRequest/cachePolicy``); ``URLSessionTransport`` hands it to the
    /// session. Where it concerns caches on the way as well it is also sent as `Cache-Control` (RFC 9111 §5.2.1), by every
    /// transport, unless the request has a `Cache-Control` of its own.
    public enum CachePolicy: Sendable, Hashable {
        /// From a cache as far as HTTP allows. Nothing is sent.
        case useProtocol
        /// From no cache of ours. Nothing is sent.
        case reloadIgnoringLocal
        /// From no cache at all: `no-cache`.
        case reloadIgnoringLocalAndRemote
        /// From a cache if the server confirms it: `max-age=0`.
        case revalidate
        /// From a cache however old, else from the server: `max-stale`.
        case returnCachedElseLoad
        /// From a cache however old, and never from the server: `only-if-cached, max-stale`.
        ///
        /// ``CurlTransport`` has no cache, and fails with ``TransportError/Kind/unsupported`` before anything is sent. A session
        /// answers from its own.
        case returnCachedOnly

        /// The value of `Cache-Control` that says the same to the caches on the way.
        var cacheControl: String? {
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
