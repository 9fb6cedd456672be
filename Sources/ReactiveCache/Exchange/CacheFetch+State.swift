import ReactiveNetworking

extension CacheFetch {
    /// The phases of a fetch, with what exists in each.
    enum Phase: Sendable {
        case awaitingHead
        /// A 304 to the cache's own conditions has arrived; the rest of the exchange is ignored.
        case confirming(ResponseHead)
        /// The body is on its way.
        case streaming(ResponseHead)
        /// The exchange is over; its body may still be on its way to callers.
        case ended(End)
    }

    enum End: Sendable {
        case completed(trailers: HTTP.Headers?, TransportEvent?)
        case failed(TransportError)
        case interrupted
    }

    /// The place of the bytes that are stored.
    enum Storage: Sendable {
        case none
        /// The pieces stay in the log, and are stored in one step. The store counts the reserved bytes until then.
        case memory(StoredAs, reservedByteCount: Int)
        case writer(RecordWriter, StoredAs)
        /// The response is not stored any more. What was written stays readable for callers that are behind.
        case abandoned(RecordWriter)
    }

    /// A commit under way.
    struct Commit: Sendable {
        /// A Boolean value that indicates whether it takes so long that requests do not wait for it.
        var isOverdue = false
        /// The closures that run at its end.
        var actions: [@Sendable () -> Void] = []
    }

    /// The form in which the response is stored.
    struct StoredAs: Sendable {
        let metadata: CacheMetadata
        let partition: CachePartition
    }

    struct State: Sendable {
        /// The number of the exchange; what an earlier one sends is ignored.
        var exchange = 0
        var work: (any Disposable)?
        var phase = Phase.awaitingHead
        var participants: [Participant] = []
        var participantCount = 0
        /// The places of callers who have left, for those who come.
        var freePlaces: [Int] = []
        var requested: CacheTime?
        var log = PieceLog()
        var storage = Storage.none
        /// The bytes that were reported to the gate of the exchange.
        var releasedByteCount: Int64 = 0
        /// The trailers, which everyone receives who shares the response, and which are never stored (AD17).
        var trailers: HTTP.Headers?
        /// A Boolean value that indicates whether only the rest of a stored body is received. Trailers behind it do not
        /// belong to the whole.
        var isRest = false
        var completion: TransportEvent?
        /// A Boolean value that indicates whether nothing is delivered, because the whole response is there and is
        /// stored first.
        var isHeld = false
        var isStoringForbidden = false
        /// The commit of the response. It begins before the end of the exchange, and may last longer.
        var commit: Commit?
        var deadline: (any Disposable)?
    }

    /// The rest of an ended fetch, to be released outside the lock.
    struct Remains: Sendable {
        let work: (any Disposable)?
        let deadline: (any Disposable)?
        let storage: Storage

        init(taking state: inout State, keepingStorage keepsStorage: Bool = false) {
            work = state.work
            deadline = state.deadline
            storage = keepsStorage ? .none : state.abandonStorage()
            state.work = nil
            state.deadline = nil
        }

        func release(_ core: CacheCore, _ key: CacheKey) {
            deadline?.dispose()
            work?.dispose()
            guard storage.isInUse else { return }
            storage.release(core)
            core.journal.note(.abandoned, key) { $0.abandoned += 1 }
        }
    }
}

extension CacheFetch.Phase {
    var isEnded: Bool { if case .ended = self { true } else { false } }
    var isAwaitingHead: Bool { if case .awaitingHead = self { true } else { false } }
    /// The 304 that has arrived.
    var confirmation: ResponseHead? { if case .confirming(let head) = self { head } else { nil } }
    /// The head of the response whose body is on its way.
    var streamedHead: ResponseHead? { if case .streaming(let head) = self { head } else { nil } }
}

extension CacheFetch.Storage {
    /// A Boolean value that indicates whether the response is being stored.
    var isInUse: Bool {
        switch self {
        case .none, .abandoned: false
        case .memory, .writer: true
        }
    }

    /// Frees what a store has counted or written.
    func release(_ core: CacheCore) {
        switch self {
        case .none, .abandoned: break
        case .memory(_, let reservedByteCount): if reservedByteCount > 0 { core.store.releaseNow(reservedByteCount) }
        case .writer(let writer, _): writer.stop()
        }
    }
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
    /// - Returns: What is not used any more, to be released outside the lock.
    mutating func abandonStorage() -> CacheFetch.Storage {
        let former = storage
        switch former {
        case .none, .abandoned: break
        case .memory: storage = .none
        case .writer(let writer, _): storage = .abandoned(writer)
        }
        return former
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

/// The pieces of a body that somebody still needs, in order.
struct PieceLog: Sendable {
    private(set) var pieces: [Data] = []
    /// The number of pieces that were dropped.
    private(set) var firstNumber = 0
    /// The offset of the first piece.
    private(set) var start: Int64 = 0
    /// The offset behind the last piece.
    private(set) var end: Int64 = 0

    mutating func append(_ piece: Data) {
        pieces.append(piece)
        end += Int64(piece.count)
    }

    subscript(number: Int) -> Data? {
        let index = number - firstNumber
        return pieces.indices.contains(index) ? pieces[index] : nil
    }

    /// Drops the pieces that end at or before an offset.
    mutating func drop(to offset: Int64) {
        var count = 0
        while count < pieces.count, start + Int64(pieces[count].count) <= offset {
            start += Int64(pieces[count].count)
            count += 1
        }
        guard count > 0 else { return }
        pieces.removeFirst(count)
        firstNumber += count
    }
}
