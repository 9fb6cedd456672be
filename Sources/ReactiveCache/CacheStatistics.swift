import ReactiveNetworking

/// The counts of a cache since it was created, and its current size.
public struct CacheStatistics: Sendable, Hashable {
    /// The number of requests for which the cache looked for a stored response.
    public var lookups = 0
    /// The number of requests that fresh stored responses answered.
    public var hits = 0
    /// The number of requests that stale stored responses answered.
    public var staleAnswers = 0
    /// The number of stored responses that servers confirmed.
    public var validations = 0
    /// The number of requests that no stored response answered.
    public var misses = 0
    /// The number of responses that were stored.
    public var stored = 0
    /// The number of stored responses that made room for others.
    public var evicted = 0
    /// The number of responses that were to be stored, and were not: they broke off, grew too large, or could not be
    /// written.
    public var abandoned = 0
    /// The number of stored responses that were found damaged.
    public var corrupt = 0
    /// The bytes that the store occupies, if it reports them.
    public var bytes: Int64 = 0
    /// The number of stored responses, if the store reports it.
    public var entries = 0

    /// Creates statistics without counts.
    public init() {}
}
