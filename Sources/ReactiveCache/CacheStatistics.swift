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

extension CacheStatistics: CustomStringConvertible {
    /// The counts on one line, those of rare cases only if there are any.
    ///
    /// `10 lookups: 6 hits, 1 stale, 2 validated, 1 missed; 3 stored, 3 entries with 4096 bytes`
    public var description: String {
        let rare = [(evicted, "evicted"), (abandoned, "abandoned"), (corrupt, "corrupt")]
            .filter { $0.0 > 0 }
            .map { ", \($0.0) \($0.1)" }
        return "\(lookups) lookups: \(hits) hits, \(staleAnswers) stale, \(validations) validated, \(misses) missed; "
            + "\(stored) stored\(rare.joined()), \(entries) entries with \(bytes) bytes"
    }
}
