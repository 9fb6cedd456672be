/// A memory of decoded media by request and variant, bounded by cost and count.
///
/// The least recently used media go first. On systems that warn of low memory, a warning empties the cache. Encoded
/// bytes belong in the HTTP cache of the network (`CachingTransport`).
///
/// Several loaders of the same type of media can share a cache.
public final class MediaCache<Media: Sendable>: Sendable {
    private struct Key: Sendable, Hashable {
        let request: Request
        let variant: MediaVariant
    }

    private struct Entry: Sendable {
        let media: Media
        let cost: Int
    }

    private struct State: Sendable {
        var entries = RecentlyUsed<Key, Entry>()
        var cost = 0

        mutating func remove(_ key: Key) -> Gone? { counted(entries.remove(key)) }

        mutating func removeOldest() -> Gone? { counted(entries.removeOldest()) }

        private mutating func counted(_ gone: Gone?) -> Gone? {
            cost -= gone?.value.cost ?? 0
            return gone
        }
    }

    private typealias Gone = (key: Key, value: Entry)

    /// The highest total cost; 64 MiB by default.
    public let maxCost: Int
    /// The highest number of entries.
    public let maxCount: Int
    private let state = Locked(State())
    private let warnings = SerialDisposable()

    /// Creates an empty cache.
    ///
    /// - Parameters:
    ///   - maxCost: The highest total cost: the number of bytes that the decoded media may take up, as a
    ///     ``MediaDecoding`` measures it. Zero keeps nothing.
    ///   - maxCount: The highest number of entries. Zero keeps nothing.
    public init(maxCost: Int = 64 * 1_024 * 1_024, maxCount: Int = 1_024) {
        self.maxCost = maxCost
        self.maxCount = maxCount
        warnings.inner = MemoryWarning.observe { [weak self] in self?.removeAll() }
    }

    deinit { warnings.dispose() }

    /// The total cost of the entries.
    public var totalCost: Int { state.withLock { $0.cost } }

    /// The number of entries.
    public var count: Int { state.withLock { $0.entries.count } }

    /// Returns the media of a request and a variant, which becomes the one that was used last.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - variant: The variant.
    /// - Returns: The media, or `nil` if it is not in memory.
    public func media(for request: Request, variant: MediaVariant = .original) -> Media? {
        state.withLock { $0.entries.use(Key(request: request, variant: variant))?.media }
    }

    /// Keeps media, in place of what was kept for the request and the variant. Media that costs more than ``maxCost``
    /// is not kept.
    ///
    /// - Parameters:
    ///   - media: The media.
    ///   - request: The request.
    ///   - variant: The variant.
    ///   - cost: The number of bytes that the media takes up. A negative cost counts as zero.
    public func insert(_ media: Media, for request: Request, variant: MediaVariant = .original, cost: Int) {
        let key = Key(request: request, variant: variant)
        let entry = Entry(media: media, cost: max(cost, 0))
        // Removed media are released outside the lock: their deinitializers may be the user's code.
        let gone = state.withLock { state in
            var gone = [state.remove(key)]
            guard entry.cost <= maxCost, maxCount > 0 else { return gone }
            while state.entries.count >= maxCount || state.cost > maxCost - entry.cost {
                gone.append(state.removeOldest())
            }
            state.entries.add(entry, for: key)
            state.cost += entry.cost
            return gone
        }
        withExtendedLifetime(gone) {}
    }

    /// Removes all variants of a request, for example because it was changed on the server.
    ///
    /// - Parameter request: The request.
    public func remove(_ request: Request) {
        let gone = state.withLock { state in
            state.entries.keys.filter { $0.request == request }.map { state.remove($0) }
        }
        withExtendedLifetime(gone) {}
    }

    /// Removes everything.
    public func removeAll() {
        let gone = state.withLock { state in
            defer { state = State() }
            return state
        }
        withExtendedLifetime(gone) {}
    }
}
