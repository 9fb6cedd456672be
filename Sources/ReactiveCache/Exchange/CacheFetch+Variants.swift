import ReactiveNetworking

/// The callers whom one response may answer together, after one that varies answered none of them.
private struct FetchVariant: Hashable {
    /// The fields that `Vary` names, each normalized; `nil` if it is absent.
    let fields: [[String]?]
    let partition: CachePartition
    let isPaced: Bool
    /// The stored response that is validated.
    let stored: [CacheRecord.ID]

    /// Returns `nil` for a caller who shares no response with others (H19).
    init?(_ waiter: FetchWaiter, _ terms: CacheTerms, of core: CacheCore) {
        let request = waiter.exchange.request
        guard request.hasCookie || !terms.varyNames.contains("cookie") else { return nil }
        fields = terms.varyNames.map { core.rules.varyNormalization.form($0, request.lines($0)) }
        partition = waiter.lead.partitions.partition(for: terms.control)
        isPaced = core.store.isImmediate && request.request.flow != nil
        stored = waiter.lead.forwarding.fallback?.records.map(\.id) ?? []
    }
}

extension CacheFetch {
    /// Sends the requests of callers whom a response does not answer. If it could have been shared, those whom one
    /// response may answer join again among themselves; otherwise each goes by itself (H36).
    ///
    /// - Parameters:
    ///   - waiters: The callers.
    ///   - terms: The directives of the response; `nil` if nobody could have shared it.
    func fetchAgain(_ waiters: [FetchWaiter], _ terms: CacheTerms?) {
        var groups: [[FetchWaiter]] = []
        var places: [FetchVariant: Int] = [:]
        for waiter in waiters {
            guard let terms, let variant = FetchVariant(waiter, terms, of: core) else {
                waiter.exchange.fetchExclusively(waiter)
                continue
            }
            if let place = places[variant] {
                groups[place].append(waiter)
            } else {
                places[variant] = groups.count
                groups.append([waiter])
            }
        }
        for group in groups { fetchTogether(group) }
    }

    private func fetchTogether(_ waiters: [FetchWaiter]) {
        let waiters = waiters.filter(\.exchange.isNeeded)
        guard let first = waiters.first else { return }
        let fetch = CacheFetch(first, of: core)
        core.table.add(fetch)
        for waiter in waiters.dropFirst() where !fetch.join(waiter) { waiter.exchange.fetchExclusively(waiter) }
        fetch.begin()
    }
}
