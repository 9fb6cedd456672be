import Foundation
import ReactiveNetworking

extension CacheFetch {
    enum Phase: Sendable {
        case waiting
        /// A 304 to the cache's own conditions has arrived; the rest of the exchange is ignored.
        case confirming(ResponseHead)
        case streaming
        /// The exchange is over; its body may still be on its way to callers.
        case ended(End)
    }

    enum End: Sendable {
        case completed(TransportEvent?)
        case failed(TransportError)
        case interrupted
    }

    enum Storage: Sendable {
        case none
        /// The pieces stay in the log, and are stored in one step.
        case memory(StoredAs)
        case writer(RecordWriter, StoredAs)
    }

    /// The form in which the response is stored.
    struct StoredAs: Sendable {
        let metadata: CacheMetadata
        let partition: CachePartition
    }

    struct State: Sendable {
        var exchange = 0
        var work: (any Disposable)?
        var phase = Phase.waiting
        var participants: [Participant] = []
        var participantCount = 0
        /// The places of callers who have left, for those who come.
        var freePlaces: [Int] = []
        var requested: CacheTime?
        /// The stored part whose rest is fetched, open, so that it stays readable.
        var heldPart: BodyReader?
        var head: ResponseHead?
        var log = PieceLog()
        var storage = Storage.none
        /// The bytes that were reported to the gate of the exchange.
        var releasedByteCount: Int64 = 0
        var completion: TransportEvent?
        /// A Boolean value that indicates whether nothing is delivered, because the whole response is there and is
        /// stored first.
        var isHeld = false
        var isStoringForbidden = false
        var isCommitting = false
        /// A Boolean value that indicates whether storing takes so long that nobody waits for it any more.
        var isOverdue = false
        /// The bytes of the log that the store in memory counts.
        var reservedByteCount = 0
        /// The writer of a response that is not stored any more, for callers that are behind.
        var retired: RecordWriter?
        var deadline: (any Disposable)?
        var commitActions: [@Sendable () -> Void] = []
    }

    /// The rest of an ended fetch, to be released outside the lock.
    struct Remains: Sendable {
        let work: (any Disposable)?
        let deadline: (any Disposable)?
        let storage: Storage
        let reservedByteCount: Int

        init(taking state: inout State, keepingStorage keepsStorage: Bool = false) {
            work = state.work
            deadline = state.deadline
            storage = keepsStorage ? .none : state.storage
            state.work = nil
            state.deadline = nil
            reservedByteCount = keepsStorage ? 0 : state.dropStorage()
        }

        func release(_ core: CacheCore, _ key: CacheKey) {
            deadline?.dispose()
            work?.dispose()
            if reservedByteCount > 0 { core.store.releaseNow(reservedByteCount) }
            if case .none = storage { return }
            if case .writer(let writer, _) = storage { writer.stop() }
            core.journal.note(.abandoned, key) { $0.abandoned += 1 }
        }
    }
}

extension CacheFetch.Phase {
    var isEnded: Bool { if case .ended = self { true } else { false } }
    var isWaiting: Bool { if case .waiting = self { true } else { false } }
    /// The 304 that has arrived.
    var confirmation: ResponseHead? { if case .confirming(let head) = self { head } else { nil } }
}

extension CacheFetch.End {
    var isComplete: Bool { if case .completed = self { true } else { false } }
}

extension CacheFetch.State {
    /// Adds a caller, and returns its place.
    mutating func add(_ participant: CacheFetch.Participant) -> Int {
        participantCount += 1
        guard let place = freePlaces.popLast() else {
            participants.append(participant)
            return participants.count - 1
        }
        participants[place] = participant
        return place
    }

    /// Removes a caller.
    mutating func take(_ index: Int) -> CacheFetch.Participant? {
        guard participants[index].waiter != nil else { return nil }
        var participant = CacheFetch.Participant(nil, isLead: false)
        swap(&participant, &participants[index])
        participantCount -= 1
        // Whoever delivers to the caller at this moment still knows it by its place.
        if !participant.isBusy { freePlaces.append(index) }
        return participant
    }

    /// The caller whose request was sent, if it alone waits for the head, and nothing else is delivered to it.
    var onlyWaiter: CacheExchange? {
        guard participantCount == 1, participants[0].isWaiting, participants[0].outbox.isEmpty, !participants[0].isBusy
        else { return nil }
        return participants[0].waiter?.exchange
    }

    /// Notes that nobody delivers to a place any more.
    mutating func release(_ index: Int) {
        if participants[index].waiter == nil { freePlaces.append(index) } else { participants[index].isBusy = false }
    }

    /// Goes on without storing.
    ///
    /// - Returns: The bytes that the store in memory counts no more.
    mutating func dropStorage() -> Int {
        // The bytes that were written stay readable for callers that are behind.
        if case .writer(let writer, _) = storage { retired = writer }
        storage = .none
        defer { reservedByteCount = 0 }
        return reservedByteCount
    }
}

extension CacheFetch.StoredAs {
    /// Returns whether the stored response will answer another request.
    func answers(_ waiter: FetchWaiter, _ rules: CacheRules) -> Bool {
        metadata.part == nil && waiter.lead.partitions.admits(partition, metadata.terms.control)
            && metadata.matches(waiter.exchange.request, rules.varyNormalization)
            && (waiter.exchange.request.hasCookie || !metadata.terms.varyNames.contains("cookie"))
    }

    /// Returns whether it answers a request that has come after its head. Its age does not count then, unless the
    /// request limits it; what asks for a validation was not validated for this request.
    func answersLate(_ waiter: FetchWaiter, _ rules: CacheRules, at now: CacheTime) -> Bool {
        guard answers(waiter, rules), !metadata.terms.control.hasNoCache else { return false }
        let request = waiter.exchange.request
        let freshness = metadata.freshness(at: now, rules.heuristics, request.override)
        return request.accepts(freshness, isImmutable: metadata.terms.control.isImmutable)
    }
}
