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
    init?(_ visit: FetchVisit, _ terms: CacheTerms, of core: CacheCore) {
        let request = visit.exchange.request
        guard request.hasCookie || !terms.varyNames.contains("cookie") else { return nil }
        fields = terms.varyNames.map { core.rules.varyNormalization.form($0, request.lines($0)) }
        partition = visit.lead.partitions.partition(for: terms.control)
        isPaced = core.direct != nil && request.request.flow != nil
        stored = visit.lead.forwarding.fallback?.records.map(\.id) ?? []
    }
}

extension CacheFetch {
    /// Sends the requests of callers whom a response does not answer. If it could have been shared, those whom one
    /// response may answer join again among themselves; otherwise each goes by itself (H36).
    ///
    /// - Parameters:
    ///   - visits: The callers.
    ///   - terms: The directives of the response; `nil` if nobody could have shared it.
    func fetchAgain(_ visits: [FetchVisit], _ terms: CacheTerms?) {
        var groups: [[FetchVisit]] = []
        var places: [FetchVariant: Int] = [:]
        for visit in visits {
            guard let terms, let variant = FetchVariant(visit, terms, of: core) else {
                visit.exchange.fetchAlone(visit)
                continue
            }
            if let place = places[variant] {
                groups[place].append(visit)
            } else {
                places[variant] = groups.count
                groups.append([visit])
            }
        }
        for group in groups { fetchTogether(group) }
    }

    private func fetchTogether(_ visits: [FetchVisit]) {
        let visits = visits.filter(\.exchange.isNeeded)
        guard let first = visits.first else { return }
        let fetch = CacheFetch(first, of: core)
        core.table.add(fetch)
        for visit in visits.dropFirst() where !fetch.join(visit) { visit.exchange.fetchAlone(visit) }
        fetch.begin()
    }
}
