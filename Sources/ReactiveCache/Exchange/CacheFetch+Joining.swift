import ReactiveNetworking

extension CacheFetch {
    /// Returns whether a request may share the response.
    func isOpen(to waiter: FetchWaiter) -> Bool {
        guard isJoinable, waiter.lead.partitions.own == lead.partitions.own else { return false }
        let now = core.now
        return state.withLock { state in
            if state.isStoringForbidden { return false }
            switch state.phase {
            case .awaitingHead, .confirming: return true
            case .streaming: return mayJoin(waiter, in: state, at: now)
            case .ended: return false
            }
        }
    }

    /// Adds a caller; returns `false` if the fetch is over or does not answer the request.
    func join(_ waiter: FetchWaiter) -> Bool {
        let step = waiter.exchange.beginStep()
        let now = core.now
        let place = state.withLock { state -> (index: Int, isStreaming: Bool)? in
            guard !state.isStoringForbidden else { return nil }
            var participant = Participant(waiter, isLead: false)
            switch state.phase {
            case .ended: return nil
            case .awaitingHead, .confirming: break
            case .streaming(let head):
                guard mayJoin(waiter, in: state, at: now) else { return nil }
                participant.head = stamped(head, waiter.lead, isStored: true, isCollapsed: true)
                participant.isStreaming = true
            }
            return (state.add(participant), participant.isStreaming)
        }
        guard let place else { return false }
        waiter.exchange.keep(FetchParticipation(self, place.index, of: waiter.exchange), of: step)
        // Before the head, only the transport's thread delivers, so that nobody sends when the caller has gone on.
        if place.isStreaming {
            deliver(to: place.index)
            releaseConsumed()
        }
        return true
    }

    /// Returns whether a response that is being stored answers a request that has come after its head.
    func mayJoin(_ waiter: FetchWaiter, in state: State, at now: CacheTime) -> Bool {
        switch state.storage {
        case .none, .abandoned: false
        case .memory(let form, _): admits(waiter, to: form) && form.answersLate(waiter, core.rules, at: now)
        case .writer(let writer, let form):
            writer.writtenByteCount != nil && form.answersLate(waiter, core.rules, at: now)
        }
    }

    /// Returns whether a caller may share the response at its pace. Without a gate, a slow caller does not hold up
    /// the exchange, and the bytes that it has not received stay in memory, so their number must be known.
    func admits(_ waiter: FetchWaiter, to form: StoredAs) -> Bool {
        supply != nil || waiter.exchange.request.request.flow == nil
            || form.metadata.terms.contentLength != nil && !form.metadata.isDecoded
    }

    /// Removes a caller, unless the place is another's by now. The last one ends the exchange.
    func leave(_ index: Int, _ exchange: CacheExchange) {
        let (isLast, wasWaiting, participant) = state.withLock { state -> (Bool, Bool, Participant?) in
            guard state.participants[index].waiter?.exchange === exchange, let participant = state.take(index) else {
                return (false, false, nil)
            }
            let isLast = state.participantCount == 0 && !state.phase.isEnded && !state.isHeld
            return (isLast, state.phase.isAwaitingHead, participant)
        }
        // The caller is released outside the lock.
        defer { withExtendedLifetime(participant) {} }
        guard isLast, !isInBackground, !continuesForStore() else { return releaseConsumed() }
        cancel()
        // The request may have arrived (H31).
        if wasWaiting, !lead.request.request.method.isSafe { core.doubt(lead.request.key) }
    }

    /// The largest body that is received for the store alone.
    static let lateByteCount: Int64 = 64 * 1_024

    /// Receives the rest of a redirect for the store alone, because a caller that follows it does not wait for the
    /// body.
    ///
    /// - Returns: `false` if the response is no such redirect, or is not stored.
    private func continuesForStore() -> Bool {
        let begins = state.withLock { state in
            guard case .streaming(let head) = state.phase, head.leadsElsewhere, state.participantCount == 0,
                !state.isStoringForbidden, state.log.end <= Self.lateByteCount
            else { return false }
            return state.storage.isInUse
        }
        if begins { setDeadline() }
        return begins
    }

    /// Ends the exchange if nobody needs it any more.
    func cancel() {
        let remains = state.withLock { state -> Remains? in
            guard !state.phase.isEnded, state.commit == nil, state.participantCount == 0 else { return nil }
            state.phase = .ended(.interrupted)
            return Remains(taking: &state)
        }
        guard let remains else { return }
        core.table.remove(self)
        remains.release(core, lead.request.key)
    }

    /// Keeps the response from being stored, because it has become invalid.
    ///
    /// A response that several callers share is still written, so that each receives it at its own pace, but it is not
    /// committed.
    func forbidStoring() {
        state.withLock { $0.isStoringForbidden = true }
        dropStorage { $0.participantCount < 2 || $0.phase.isEnded }
    }

    /// Goes on without storing, if the response is being stored and a condition holds.
    func dropStorage(if condition: (inout State) -> Bool = { _ in true }) {
        let former = state.withLock { state -> Storage in
            state.storage.isInUse && condition(&state) ? state.abandonStorage() : .none
        }
        guard former.isInUse else { return }
        former.release(core)
        noteAbandoned()
        // A response that nobody receives is of no use if it is not kept.
        cancel()
        releaseConsumed()
    }
}

/// The participation of a caller in a fetch. Its disposal lets the caller leave.
final class FetchParticipation: Disposable {
    private let fetch: CacheFetch
    private let index: Int
    private let exchange: CacheExchange

    init(_ fetch: CacheFetch, _ index: Int, of exchange: CacheExchange) {
        self.fetch = fetch
        self.index = index
        self.exchange = exchange
    }

    var isDisposed: Bool { fetch.hasLeft(index, exchange) }

    func dispose() { fetch.leave(index, exchange) }
}

/// A caller that waits for a response from the network, and the request that it would send.
struct FetchWaiter: Sendable {
    let exchange: CacheExchange
    let lead: FetchLead
    /// A Boolean value that indicates whether the caller shares its exchange with nobody.
    let isExclusive: Bool

    init(
        _ exchange: CacheExchange,
        _ reason: CacheStatus.Forward,
        _ forwarding: Forwarding,
        _ partitions: CachePartitions
    ) {
        self.init(exchange, FetchLead(exchange.request, reason, forwarding, partitions), isExclusive: false)
    }

    /// Creates a waiter that shares its exchange with nobody.
    init(_ exchange: CacheExchange, _ lead: FetchLead) {
        self.init(exchange, lead, isExclusive: true)
    }

    private init(_ exchange: CacheExchange, _ lead: FetchLead, isExclusive: Bool) {
        self.exchange = exchange
        self.lead = lead
        let request = lead.request
        self.isExclusive =
            isExclusive || request.request.method != .get || request.isConditional || request.rangeField != nil
            || request.demandsValidation || request.control.maxAge == 0 || request.ignoresStored || request.pass != nil
            || lead.reason == .bypass || lead.forwarding.isCompletion
    }

    /// Returns the same caller, which shares its exchange with nobody.
    func exclusive() -> FetchWaiter { FetchWaiter(exchange, lead, isExclusive: true) }
}

/// The request of a fetch, and what it means for what is stored; out of line, because waiters are copied often.
final class FetchLead: Sendable {
    let request: CacheRequest
    let reason: CacheStatus.Forward
    let forwarding: Forwarding
    let partitions: CachePartitions

    init(
        _ request: CacheRequest,
        _ reason: CacheStatus.Forward,
        _ forwarding: Forwarding,
        _ partitions: CachePartitions
    ) {
        self.request = request
        self.reason = reason
        self.forwarding = forwarding
        self.partitions = partitions
    }

    /// A Boolean value that indicates whether the response may be stored, or may change what is stored, so that an
    /// invalidation concerns it.
    var mayStore: Bool {
        switch request.request.method {
        case _ where request.request.isLive: false
        case .get, .head, .post: true
        default: false
        }
    }

    /// Returns whether the fetch validates a stored response.
    func validates(_ record: CacheRecord) -> Bool {
        forwarding.fallback?.records.contains { $0.id == record.id } ?? false
    }
}

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
