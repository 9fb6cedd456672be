import ReactiveNetworking

/// The parts of a cache that its exchanges share: the transport, the store, the settings, and the fetches under way.
final class CacheCore: Sendable {
    let base: any DirectTransport
    let store: any RecordStore
    let options: CachingTransport.Options
    let rules: CacheRules
    let clock: any TimedScheduler
    /// The clock of the time that the store has.
    let storeClock: any TimedScheduler
    let identities: CacheIdentities
    let journal: CacheJournal
    let table = FetchTable()
    /// The identity of the clock, for the ages of stored responses.
    private let epoch = UInt64.random(in: .min ... .max)
    /// The threads that deliver to callers which share an exchange; `nil` on a virtual clock.
    private let pool: PoolScheduler?
    /// The records whose bodies failed during a response, until they are removed.
    let unreadable = InlineLocked(Set<CacheRecord.ID>())
    /// The instant until which a store that did not answer is not asked.
    let silence = InlineLocked<SchedulerInstant?>(nil)
    private let reports = InlineLocked<(any Disposable)?>(nil)

    /// The time after which a request goes on without the store, if it waits for an operation of it.
    static let storeLimit = Duration.seconds(2)
    /// The time for which a store that did not answer is not asked, so that not every request waits for it.
    static let storeSilence = Duration.seconds(10)

    /// The largest body that is read together with its record, if the caller sets no pace.
    static let shortByteCount = 1_024 * 1_024

    init(
        _ base: any Transport,
        _ store: any RecordStore,
        _ options: CachingTransport.Options,
        _ clock: any TimedScheduler,
        _ storeClock: any TimedScheduler
    ) {
        self.storeClock = storeClock
        self.base = base as? any DirectTransport ?? ProducingTransport(base)
        self.store = store
        self.options = options
        rules = options.rules
        self.clock = clock
        identities = CacheIdentities(options)
        journal = CacheJournal(clock)
        pool = clock.isVirtual ? nil : PoolScheduler()
        let observation = store.reports.observeValues { [weak journal] in journal?.note($0) }
        reports.withLock { $0 = observation }
        // The store may have reported its size before it was observed.
        if let report = store.lastSize { journal.note(report) }
    }

    deinit { reports.withLock { $0 }?.dispose() }

    /// The current time (H6).
    var now: CacheTime {
        let instant = clock.now.offset
        let wall: Date
        if let wallClock = options.wallClock {
            wall = wallClock()
        } else if clock.isVirtual {
            wall = Self.virtualEpoch.addingTimeInterval(instant / .seconds(1))
        } else {
            wall = Date()
        }
        return CacheTime(wall: wall, instant: instant, epoch: epoch)
    }

    /// 2030-01-01T00:00:00Z.
    private static let virtualEpoch = Date(timeIntervalSince1970: 1_893_456_000)

    func begin(_ request: PreparedRequest, _ output: ExchangeOutput) {
        // A connection is no response that could be stored.
        guard request.upgrade == nil else { return passBy(request, output) }
        let cached = CacheRequest(request, CacheKey(request.url))
        let isReady = !identities.needsSalt(for: cached)
        guard isReady else { return CacheExchange(cached, nil, of: self, to: output).begin() }
        let partitions = identities.partitions(of: cached)
        guard request.method == .get, request.flow == nil,
            let records = store.recordsNow(for: cached.key, in: partitions)
        else { return CacheExchange(cached, partitions, of: self, to: output).begin() }
        let decision = Reuse.decide(cached, partitions.admitted(records), at: now, rules)
        if answersAtOnce(cached, decision, output) { return }
        CacheExchange(cached, partitions, of: self, to: output).begin(decision)
    }

    /// Answers a request by a fresh response in memory, without an object for the exchange; returns `false` if the
    /// request needs more than that.
    private func answersAtOnce(
        _ request: CacheRequest,
        _ decision: Reuse,
        _ output: ExchangeOutput
    ) -> Bool {
        guard case .answer(let selection, let freshness, .fresh) = decision, output.isNeeded,
            let answer = StoredAnswer(request, selection, freshness, .fresh),
            let data = store.data(of: answer)
        else { return false }
        journal.note(.hit, request.key) { counts in
            counts.lookups += 1
            counts.hits += 1
        }
        output.finish(with: RawResponse(head: answer.head, data: data, completion: .hit(byteCount: data.count)))
        return true
    }

    /// Delivers a store's result on a thread that an observer may block.
    func deliver(_ action: @escaping @Sendable () -> Void) {
        if store.sendsOnPool { action() } else { share(action) }
    }

    /// Delivers the end of a shared exchange on a thread that an observer may block, so that no caller delays others.
    func share(_ action: @escaping @Sendable () -> Void) {
        guard let pool else { return action() }
        pool.schedule(action)
    }

    /// Validates a stored response in the background, with the fields of a caller's request.
    func revalidate(_ selection: Selection, as request: CacheRequest, _ partitions: CachePartitions) {
        // The caller's pace must not hold up the validation.
        let own = CacheRequest(request.request.paused(by: nil), request.key)
        let isValidated = selection.terms.hasValidator && !request.isHead
        let forwarding = Forwarding(selection, isValidated ? .validated : .fallback)
        CacheFetch(validating: FetchLead(own, .stale, forwarding, partitions), of: self).begin()
    }

    /// Returns a producer that completes when the responses that are being stored are stored, or their time is over.
    func pendingCommits() -> SignalProducer<Never, Never> {
        SignalProducer { [table, storeClock] observer, lifetime in
            let fetches = table.allCommitting
            let rest = Locked(1)
            let countDown: @Sendable () -> Void = {
                let isLast = rest.withLock { rest in
                    rest -= 1
                    return rest == 0
                }
                if isLast { observer.sendCompleted() }
            }
            for fetch in fetches {
                rest.withLock { $0 += 1 }
                if !fetch.whenCommitted(countDown) { countDown() }
            }
            countDown()
            if !lifetime.hasEnded {
                lifetime += storeClock.schedule(after: Self.storeLimit) { observer.sendCompleted() }
            }
        }
    }
}

// Removing what is stored.
extension CacheCore {
    /// Removes stored responses without anybody waiting.
    func remove(_ records: [CacheRecord], _ key: CacheKey) {
        guard !records.isEmpty else { return }
        store.remove(records).startWithResult { [journal] result in
            if case .failure(let error) = result { journal.noteFailure(error, key) }
        }
    }

    /// Keeps a record from answering whose body failed, and removes it. A damaged one counts once, however many
    /// requests find it.
    func giveUp(_ record: CacheRecord, isCorrupt: Bool) {
        unreadable.withLock { _ = $0.insert(record.id) }
        store.remove([record]).startWithResult { [self] result in
            if isCorrupt, (try? result.get()) != 0 { journal.note(.corrupt(1), record.key) { $0.corrupt += 1 } }
            switch result {
            case .success: unreadable.withLock { _ = $0.remove(record.id) }
            case .failure(let error): journal.noteFailure(error, record.key)
            }
        }
    }

    /// Returns the records whose bodies have not failed.
    func readable(_ records: [CacheRecord]) -> [CacheRecord] {
        let unreadable = unreadable.withLock { $0 }
        return unreadable.isEmpty ? records : records.filter { !unreadable.contains($0.id) }
    }

    /// Removes the stored responses of URLs that have become invalid (H31).
    ///
    /// - Parameter own: The fetch whose response says so, which may be stored itself.
    func invalidate(_ keys: [CacheKey], by own: CacheFetch) {
        for key in keys {
            table.forbidStoring(of: key, except: own)
            journal.note(.invalidated, key)
            store.removeRecords(for: key).startWithResult { [journal] result in
                if case .failure(let error) = result { journal.noteFailure(error, key) }
            }
        }
    }

    /// Makes the stored responses of a URL need a validation.
    func doubt(_ key: CacheKey) {
        table.forbidStoring(of: key)
        store.updateRecords(for: key) { $0.needsValidation ? nil : $0.doubted() }
            .startWithResult { [journal] result in
                if case .failure(let error) = result { journal.noteFailure(error, key) }
            }
    }
}

extension CacheCore {
    /// Sends a request as if there were no cache.
    func passBy(_ request: PreparedRequest, _ output: ExchangeOutput) {
        base.begin(request, ExchangeOutput(to: BypassReceiver(output), 0))
    }
}

/// Passes on an exchange in which the cache has no part, with a status that says so (H37).
final class BypassReceiver: ExchangeReceiver {
    private let output: ExchangeOutput

    init(_ output: ExchangeOutput) {
        self.output = output
    }

    var hasExpired: Bool { output.hasExpired }

    func keep(_ work: any Disposable, of exchange: Int) { output.keep(work) }

    func needs(_ exchange: Int) -> Bool { output.isNeeded }

    func receive(_ event: TransportEvent, of exchange: Int) {
        guard case .head(let head) = event else { return output.send(event) }
        output.send(.head(Self.stamped(head)))
    }

    func receive(_ response: RawResponse, of exchange: Int) {
        var response = response
        response.head = Self.stamped(response.head)
        output.finish(with: response)
    }

    func end(_ termination: Termination<TransportError>, of exchange: Int) { output.end(termination) }

    private static func stamped(_ head: ResponseHead) -> ResponseHead {
        var status = CacheStatus.Values()
        status.forward = .bypass
        status.forwardStatus = head.status
        status.isCurrent = true
        var head = head
        head.cacheStatus = CacheStatus(status)
        return head
    }
}
