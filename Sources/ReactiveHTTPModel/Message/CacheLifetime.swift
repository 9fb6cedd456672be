extension PreparedRequest {
    /// The time for which a `CachingTransport` considers responses fresh, in place of or in addition to what they
    /// state.
    ///
    /// The time counts from the receipt of a response. It makes responses storable that state no lifetime. It does not
    /// count for responses that must not be stored (`no-store`), and does not replace the validation of responses that
    /// ask for it (`no-cache`). It does not lengthen the life of failures that may pass: 408, 425, 429, and 5xx.
    public enum CacheLifetime: Sendable, Hashable {
        /// The lifetime of all responses.
        case exactly(Duration)
        /// The shortest lifetime.
        case atLeast(Duration)
        /// The longest lifetime.
        case atMost(Duration)
    }
}
