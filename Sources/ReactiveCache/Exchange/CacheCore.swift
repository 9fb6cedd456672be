import Foundation
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
    private let silence = InlineLocked<SchedulerInstant?>(nil)
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

    /// Starts an operation of the store that a caller waits for. Its result arrives once, at the latest after
    /// ``storeLimit``.
    ///
    /// - Parameters:
    ///   - producer: The operation.
    ///   - isVital: Whether the store is asked even if it did not answer a short time ago, because the network cannot
    ///     answer in its place.
    ///   - receive: Receives the result.
    /// - Returns: What cancels the wait.
    @discardableResult
    func ask<Value: Sendable>(
        _ producer: SignalProducer<Value, CacheStoreError>,
        isVital: Bool = false,
        _ receive: @escaping @Sendable (Result<Value, CacheStoreError>) -> Void
    ) -> any Disposable {
        let question = StoreQuestion(receive)
        guard isVital || answers else {
            question.end(CacheStoreError(.unavailable, detail: "no answer a short time ago"))
            return question
        }
        question.keep(
            producer.start { event in
                switch event {
                case .value(let value): question.note(value)
                case .completed: self.end(question, nil)
                case .failed(let error): self.end(question, error)
                case .interrupted: self.end(question, CacheStoreError(.unavailable, detail: "the store gave up"))
                }
            }
        )
        limit(question)
        return question
    }

    /// Starts an operation of the store that has no value.
    func ask(
        _ producer: SignalProducer<Never, CacheStoreError>,
        _ receive: @escaping @Sendable (Result<Void, CacheStoreError>) -> Void
    ) {
        let question = StoreQuestion(receive)
        guard answers else {
            question.end(CacheStoreError(.unavailable, detail: "no answer a short time ago"))
            return
        }
        question.note(())
        question.keep(
            producer.start { event in
                switch event {
                case .completed: self.end(question, nil)
                case .failed(let error): self.end(question, error)
                case .interrupted: self.end(question, CacheStoreError(.unavailable, detail: "the store gave up"))
                }
            }
        )
        limit(question)
    }

    /// Delivers the result of an operation: at once if its start has not returned, and otherwise on another thread than
    /// the store's.
    private func end<Value>(_ question: StoreQuestion<Value>, _ error: CacheStoreError?) {
        question.noteAnswer()
        if question.isStarting { question.end(error) } else { deliver { question.end(error) } }
    }

    private func limit<Value>(_ question: StoreQuestion<Value>) {
        question.hasStarted()
        guard !question.isDisposed else { return }
        question.keep(
            storeClock.schedule(after: Self.storeLimit) { [self] in
                guard !question.isDisposed, !question.hasAnswer else { return }
                let end = storeClock.now.advanced(by: Self.storeSilence)
                silence.withLock { $0 = end }
                question.end(CacheStoreError(.unavailable, detail: "no answer in time"))
            }
        )
    }

    /// A Boolean value that indicates whether the store is asked.
    private var answers: Bool {
        guard silence.withLock({ $0 != nil }) else { return true }
        let now = storeClock.now
        return silence.withLock { silence in
            if let end = silence, end <= now { silence = nil }
            return silence == nil
        }
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

extension RecordStore {
    /// Returns the body of an answer, or `nil` if a part of it is gone, or has to be read from a disk.
    func data(of answer: StoredAnswer) -> Data? {
        if answer.slices.count == 1, let pieces = bodyNow(of: answer.slices[0].record) {
            return pieces.bytes(in: answer.slices[0].bytes)
        }
        var data = Data()
        for slice in answer.slices {
            guard let pieces = bodyNow(of: slice.record), let bytes = pieces.bytes(in: slice.bytes) else { return nil }
            data += bytes
        }
        return data
    }
}

extension [Data] {
    /// Returns bytes of the concatenation; `nil` if it is shorter.
    func bytes(in range: Range<Int64>) -> Data? {
        guard !range.isEmpty else { return Data() }
        if count == 1, range == 0..<Int64(self[0].count) { return self[0] }
        var result = Data()
        var start: Int64 = 0
        for piece in self {
            let end = start + Int64(piece.count)
            let lower = Swift.max(range.lowerBound, start)
            let upper = Swift.min(range.upperBound, end)
            if lower < upper {
                result += piece[(piece.startIndex + Int(lower - start))..<(piece.startIndex + Int(upper - start))]
            }
            start = end
        }
        return result.count == range.upperBound - range.lowerBound ? result : nil
    }
}

extension TransportEvent {
    /// The completion of a stored response: nothing came over a connection.
    static func hit(byteCount: Int) -> TransportEvent {
        .completed(TransferMetrics(receivedByteCount: Int64(byteCount), wireByteCount: 0))
    }
}
