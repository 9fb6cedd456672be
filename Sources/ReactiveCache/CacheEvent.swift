import ReactiveNetworking

/// An event of a cache, sent by ``CachingTransport/events``.
public struct CacheEvent: Sendable, Hashable, CustomStringConvertible {
    /// The kind of an event.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive(warn)
    #endif
    public enum Kind: Sendable, Hashable {
        /// A fresh stored response answered.
        case hit
        /// A stale stored response answered.
        case staleHit
        /// The request was sent, for this reason.
        case miss(CacheStatus.Forward)
        /// The server confirmed a stored response.
        case validated
        /// A response was stored.
        case stored
        /// A response that was to be stored was not.
        case abandoned
        /// Stored responses of the URL became invalid.
        case invalidated
        /// Stored responses made room for others.
        case evicted(Int)
        /// Stored responses were found damaged, and removed.
        case corrupt(Int)
        /// The store failed. The request was not affected.
        case storeFailed(CacheStoreError)
    }

    /// The kind of the event.
    public let kind: Kind
    /// The URL with secrets redacted; `nil` if the event concerns the whole store.
    public let url: String?
    /// The instant on the cache's clock.
    public let instant: SchedulerInstant

    /// A one-line description, with secrets redacted.
    public var description: String {
        let text =
            switch kind {
            case .hit: "hit"
            case .staleHit: "stale hit"
            case .miss(let forward): "miss (\(forward.rawValue))"
            case .validated: "validated"
            case .stored: "stored"
            case .abandoned: "abandoned"
            case .invalidated: "invalidated"
            case .evicted(let count): "evicted \(count)"
            case .corrupt(let count): "found \(count) damaged"
            case .storeFailed(let error): "\(error)"
            }
        return url.map { "\(text): \($0)" } ?? text
    }
}
