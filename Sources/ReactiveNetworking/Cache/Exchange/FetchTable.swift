/// The fetches of a cache that are under way, by URL. It is bounded by the exchanges in progress.
final class FetchTable: Sendable {
    private let fetches = Locked<[CacheKey: [CacheFetch]]>([:])

    func add(_ fetch: CacheFetch) {
        fetches.withLock { $0[fetch.lead.request.key, default: []].append(fetch) }
    }

    func remove(_ fetch: CacheFetch) {
        // The last reference is released outside the lock.
        _ = fetches.withLock { fetches -> [CacheFetch]? in
            let key = fetch.lead.request.key
            guard let before = fetches[key] else { return nil }
            let rest = before.filter { $0 !== fetch }
            fetches[key] = rest.isEmpty ? nil : rest
            return before
        }
    }

    /// Returns a fetch that a request may share.
    func joinable(for visit: FetchVisit) -> CacheFetch? {
        fetches(for: visit.exchange.request.key).first { $0.isOpen(to: visit) }
    }

    /// Returns a fetch whose response is complete and being stored.
    func committing(_ key: CacheKey) -> CacheFetch? { fetches(for: key).first { $0.isCommitting } }

    /// Adds a validation of a stored response; returns `false` if there is one already.
    func add(validationOf record: CacheRecord, _ fetch: CacheFetch) -> Bool {
        fetches.withLock { fetches in
            let isValidating = fetches[record.key]?.contains { $0.lead.validates(record) } ?? false
            if !isValidating { fetches[record.key, default: []].append(fetch) }
            return !isValidating
        }
    }

    /// The fetches whose responses are being stored.
    var allCommitting: [CacheFetch] {
        fetches.withLock { $0.values.flatMap(\.self) }.filter(\.isCommitting)
    }

    /// Keeps responses of a URL that are under way from being stored.
    func doom(_ key: CacheKey) {
        for fetch in fetches(for: key) { fetch.doom() }
    }

    func doomAll() {
        for fetch in fetches.withLock({ $0.values.flatMap(\.self) }) { fetch.doom() }
    }

    private func fetches(for key: CacheKey) -> [CacheFetch] { fetches.withLock { $0[key] ?? [] } }
}
