import ReactiveNetworking

/// The fetches of a cache that are under way, by URL. It is bounded by the exchanges in progress.
final class FetchTable: Sendable {
    /// The fetches of one URL. Most often, there is one.
    private struct Fetches: Sendable {
        var first: CacheFetch?
        var others: [ObjectIdentifier: CacheFetch] = [:]
        /// Those of the others that requests may join, by their identity, so that many identities cost nothing.
        var shared: [CachePartition: [CacheFetch]] = [:]
        /// Those whose responses are complete and being stored, in the order of their ends.
        var commits: [CacheFetch] = []

        var isEmpty: Bool { first == nil && others.isEmpty }

        var all: [CacheFetch] { (first.map { [$0] } ?? []) + others.values }

        func contains(where condition: (CacheFetch) -> Bool) -> Bool {
            first.map(condition) == true || others.values.contains(where: condition)
        }

        mutating func add(_ fetch: CacheFetch) {
            if first === fetch || others[ObjectIdentifier(fetch)] != nil { return }
            if isEmpty {
                first = fetch
                return
            }
            others[ObjectIdentifier(fetch)] = fetch
            if fetch.isJoinable { shared[fetch.lead.partitions.own, default: []].append(fetch) }
        }

        /// Adds a fetch, unless there are others that its requests may share beside those that are known.
        ///
        /// - Returns: Those others; nothing if the fetch was added.
        mutating func add(_ fetch: CacheFetch, beside known: Set<ObjectIdentifier>) -> [CacheFetch] {
            let shared = shared(by: fetch.lead.partitions.own)
            let others = known.isEmpty ? shared : shared.filter { !known.contains(ObjectIdentifier($0)) }
            if others.isEmpty { add(fetch) }
            return others
        }

        mutating func remove(_ fetch: CacheFetch) {
            if first === fetch {
                first = nil
                return
            }
            guard others.removeValue(forKey: ObjectIdentifier(fetch)) != nil, fetch.isJoinable else { return }
            let own = fetch.lead.partitions.own
            shared[own]?.removeAll { $0 === fetch }
            if shared[own]?.isEmpty == true { shared[own] = nil }
        }

        /// Those that requests of an identity may join.
        func shared(by own: CachePartition) -> [CacheFetch] {
            let others = shared.isEmpty ? [] : shared[own] ?? []
            guard let first, first.isJoinable else { return others }
            return [first] + others
        }
    }

    private let fetches = Locked<[CacheKey: Fetches]>([:])
    /// The numbers of fetches that have ended, by the hash of the URL.
    private let endCounts = InlineLocked([Int](repeating: 0, count: 64))

    func add(_ fetch: CacheFetch) {
        fetches.withLock { $0[fetch.lead.request.key, default: Fetches()].add(fetch) }
    }

    func remove(_ fetch: CacheFetch) {
        let key = fetch.lead.request.key
        countEnd(of: key)
        fetches.withLock { fetches in
            guard let index = fetches.index(forKey: key) else { return }
            fetches.values[index].remove(fetch)
            if fetches.values[index].isEmpty { fetches.remove(at: index) }
        }
    }

    /// Adds a fetch, unless there are others that its requests may share beside those that are known: of two requests
    /// at the same time, one joins the other.
    ///
    /// - Returns: Those others; nothing if the fetch was added.
    func add(_ fetch: CacheFetch, beside known: Set<ObjectIdentifier>) -> [CacheFetch] {
        fetches.withLock { $0[fetch.lead.request.key, default: Fetches()].add(fetch, beside: known) }
    }

    /// Counts the end of a fetch, whose response has been stored, or will not be.
    func countEnd(of key: CacheKey) { endCounts.withLock { $0[Self.slot(of: key)] += 1 } }

    /// Returns a number that differs if a fetch of a URL has ended in between. It may differ without one.
    func endCount(of key: CacheKey) -> Int { endCounts.withLock { $0[Self.slot(of: key)] } }

    private static func slot(of key: CacheKey) -> Int { key.urlHash & 63 }

    /// Adds a validation of a stored response; returns `false` if there is one already.
    func add(validationOf record: CacheRecord, _ fetch: CacheFetch) -> Bool {
        fetches.withLock { fetches in
            let isValidating = fetches[record.key]?.contains { $0.lead.validates(record) } ?? false
            if !isValidating { fetches[record.key, default: Fetches()].add(fetch) }
            return !isValidating
        }
    }

    // Commits

    /// Notes that the response of a fetch is being stored. The fetch stays in the table until that has ended.
    func beginCommit(of fetch: CacheFetch) {
        fetches.withLock { fetches in
            fetches[fetch.lead.request.key, default: Fetches()].add(fetch)
            fetches[fetch.lead.request.key]?.commits.append(fetch)
        }
    }

    func endCommit(of fetch: CacheFetch) {
        fetches.withLock { $0[fetch.lead.request.key]?.commits.removeAll { $0 === fetch } }
        remove(fetch)
    }

    /// Returns a fetch whose response is complete and being stored.
    func committing(_ key: CacheKey) -> CacheFetch? {
        fetches.withLock { $0[key]?.commits.last { $0.isAwaited } }
    }

    /// The fetches whose responses are being stored.
    var allCommitting: [CacheFetch] {
        fetches.withLock { $0.values.flatMap { $0.commits } }
    }

    // Invalidation

    /// Keeps the responses of a URL that are under way from being stored.
    func forbidStoring(of key: CacheKey, except own: CacheFetch? = nil) {
        let all = fetches.withLock { $0[key]?.all ?? [] }
        for fetch in all where fetch !== own { fetch.forbidStoring() }
    }

    func forbidAllStoring() {
        for fetch in all { fetch.forbidStoring() }
    }

    /// All fetches that are under way.
    var all: [CacheFetch] { fetches.withLock { $0.values.flatMap(\.all) } }
}
