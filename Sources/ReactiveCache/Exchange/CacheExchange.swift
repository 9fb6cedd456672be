import ReactiveNetworking

/// One exchange of a caller: looks for a stored response, and answers by it, or joins or begins a fetch.
final class CacheExchange: Disposable {
    private struct State: Sendable {
        var isOver = false
        /// The number of the step; what an earlier one leaves behind is of no use.
        var step = 0
        var work: (any Disposable)?
        /// The body that was read together with its record.
        var body: (record: CacheRecord, bytes: Data)?
    }

    let core: CacheCore
    let request: CacheRequest
    let output: ExchangeOutput
    private let given: CachePartitions?
    private let state = InlineLocked(State())

    init(_ request: CacheRequest, _ partitions: CachePartitions?, of core: CacheCore, to output: ExchangeOutput) {
        self.core = core
        self.request = request
        self.output = output
        given = partitions
    }

    var isDisposed: Bool { state.withLock { $0.isOver } }

    var isNeeded: Bool { !isDisposed && output.isNeeded }

    func dispose() {
        let work = state.withLock { state in
            defer { state = State(isOver: true, step: state.step + 1) }
            return state.work
        }
        work?.dispose()
    }

    /// Begins a step, in place of the one before, whose work is canceled.
    ///
    /// - Returns: The number of the step, for ``keep(_:of:)``.
    func beginStep() -> Int {
        let (step, previous) = state.withLock { state in
            state.step += 1
            defer { (state.work, state.body) = (nil, nil) }
            return (state.step, state.work)
        }
        previous?.dispose()
        return step
    }

    /// Keeps the work of a step, so that a disposal cancels it. The work of a step that is over is canceled at once:
    /// another thread may have begun the next step already.
    func keep(_ work: (any Disposable)?, of step: Int) {
        let isCurrent = state.withLock { state in
            guard !state.isOver, state.step == step else { return false }
            state.work = work
            return true
        }
        if !isCurrent { work?.dispose() }
    }

    // The look-up

    /// Begins the look-up, or follows its result.
    ///
    /// - Parameter decision: The result of the look-up, if it is known already.
    func begin(_ decision: Reuse? = nil) {
        output.keep(self)
        guard isNeeded else { return }
        if let given, let decision { return follow(decision, given) }
        if let given { return look(in: given) }
        // The salt makes the identity of the request.
        let step = beginStep()
        let question = core.ask(core.store.salt()) { [self] result in
            guard isNeeded else { return }
            switch result {
            case .success(let salt):
                core.identities.learn(salt)
                look(in: core.identities.partitions(of: request))
            case .failure(let error):
                core.journal.noteFailure(error, request.key)
                passBy()
            }
        }
        keep(question, of: step)
    }

    private func look(
        in partitions: CachePartitions,
        waitingForCommits waits: Bool = true,
        isRepeated: Bool = false
    ) {
        switch request.request.method {
        case .get, .head: break
        default: return request.isStoredOnly ? answerUnavailable() : fetch(.method, Forwarding(), partitions)
        }
        // These requests read nothing, so they do not wait for the store.
        guard !request.control.hasNoStore, !request.ignoresStored || request.isHead else {
            return follow(decision([], partitions), partitions)
        }
        guard !waits || !waitsForCommit(partitions, isRepeated: isRepeated) else { return }
        if let records = core.store.recordsNow(for: request.key, in: partitions) {
            return follow(decision(records, partitions), partitions)
        }
        let step = beginStep()
        let endCount = core.table.endCount(of: request.key)
        let question = core.ask(finding(in: partitions)) { [self] result in
            guard isNeeded else { return }
            switch result {
            case .success(let finding):
                let decision = decision(core.readable(finding.records), partitions)
                // A fetch that the request could have joined may have ended since the look-up, and leave its response.
                let table = core.table
                let hasEnded = table.endCount(of: request.key) != endCount || table.committing(request.key) != nil
                if decision.isForwarding, hasEnded, !isRepeated { return look(in: partitions, isRepeated: true) }
                state.withLock { if !$0.isOver { $0.body = finding.body } }
                follow(decision, partitions)
            case .failure(let error):
                core.journal.noteFailure(error, request.key)
                if request.isStoredOnly { answerUnavailable() } else { fetch(.uriMiss, Forwarding(), partitions) }
            }
        }
        keep(question, of: step)
    }

    /// Returns the records, and the body of one if it alone is the answer, is short, and nobody sets its pace.
    private func finding(in partitions: CachePartitions) -> SignalProducer<StoreFinding, CacheStoreError> {
        core.store.records(for: request.key, in: partitions.all) { [core, request] records in
            guard request.request.flow == nil, !request.isHead else { return nil }
            let records = partitions.admitted(core.readable(records))
            let decision = Reuse.decide(request, records, at: core.now, core.rules)
            guard case .answer(let selection, let freshness, let style) = decision,
                let slices = StoredAnswer(request, selection, freshness, style)?.slices, slices.count == 1,
                slices[0].isWhole, slices[0].bytes.count <= CacheCore.shortByteCount
            else { return nil }
            return slices[0].record
        }
    }

    /// Waits until a response for the same URL, which is complete, is stored (H15).
    private func waitsForCommit(_ partitions: CachePartitions, isRepeated: Bool) -> Bool {
        guard let fetch = core.table.committing(request.key) else { return false }
        let step = beginStep()
        let isFirst = OnceOnly()
        let waits = fetch.whenCommitted { [self] in
            if isFirst.take(), isNeeded { look(in: partitions, isRepeated: isRepeated) }
        }
        guard waits else { return false }
        let timer = core.storeClock.schedule(after: CacheCore.storeLimit) { [self] in
            fetch.stopDelayingRequests()
            if isFirst.take(), isNeeded { look(in: partitions, waitingForCommits: false, isRepeated: true) }
        }
        keep(timer, of: step)
        return true
    }

    private func decision(_ records: [CacheRecord], _ partitions: CachePartitions) -> Reuse {
        Reuse.decide(request, partitions.admitted(records), at: core.now, core.rules)
    }

    private func follow(_ decision: Reuse, _ partitions: CachePartitions) {
        switch decision {
        case .answer(let selection, let freshness, let style):
            core.journal.count { $0.lookups += 1 }
            answer(selection, freshness, style, partitions)
        case .forward(let reason, let forwarding): fetch(reason, forwarding, partitions, lookupCount: 1)
        case .bypass: fetch(.bypass, Forwarding(), partitions, lookupCount: 1)
        case .unavailable:
            core.journal.count { $0.lookups += 1 }
            answerUnavailable()
        }
    }

    // Answers out of storage

    private func answer(
        _ selection: Selection,
        _ freshness: Freshness,
        _ style: Reuse.Style,
        _ partitions: CachePartitions
    ) {
        guard let answer = StoredAnswer(request, selection, freshness, style) else {
            return fetch(.partial, Forwarding(), partitions)
        }
        let isStale = style == .stale || style == .revalidated
        deliver(answer) { [self] in
            core.journal.note(isStale ? .staleHit : .hit, request.key) { counts in
                if isStale { counts.staleAnswers += 1 } else { counts.hits += 1 }
            }
        } vanished: { [self] in
            if request.isStoredOnly { answerUnavailable() } else { fetch(.uriMiss, Forwarding(), partitions) }
        }
        if style == .revalidated, !request.isStoredOnly { core.revalidate(selection, as: request, partitions) }
    }

    /// Delivers a stored response, and completes the exchange.
    ///
    /// - Parameters:
    ///   - answer: The answer.
    ///   - begun: Runs before the head is sent.
    ///   - vanished: Runs if the body cannot be read, and nothing was sent.
    func deliver(
        _ answer: StoredAnswer,
        begun: @escaping @Sendable () -> Void,
        vanished: @escaping @Sendable () -> Void
    ) {
        if request.request.flow == nil, let data = core.store.data(of: answer) ?? bytesAtHand(of: answer) {
            begun()
            return finish(with: answer.head, data)
        }
        let reader = BodyReader(answer.slices, of: core, for: self)
        keep(reader, of: beginStep())
        reader.open { [self] result in
            guard isNeeded else { return }
            guard case .success = result else { return vanished() }
            begun()
            output.send(.head(answer.head))
            reader.readAll { [self] error in
                guard isNeeded else { return }
                if let error { return finish { $0.end(.failed(error)) } }
                finish {
                    $0.send(.hit(byteCount: Int(answer.byteCount)))
                    $0.end(.completed)
                }
            }
        }
    }

    /// Returns the body of an answer, if it was read together with its record.
    private func bytesAtHand(of answer: StoredAnswer) -> Data? {
        guard answer.slices.count == 1, answer.slices[0].isWhole, let body = state.withLock({ $0.body }),
            body.record.id == answer.slices[0].record.id
        else { return nil }
        return body.bytes
    }

    /// Completes the exchange with a whole response.
    private func finish(with head: ResponseHead, _ data: Data) {
        let completion = TransportEvent.hit(byteCount: data.count)
        finish { $0.finish(with: RawResponse(head: head, data: data, completion: completion)) }
    }

    /// Answers with a 504, because the request must not be sent (RFC 9111 §5.2.1.7).
    private func answerUnavailable() {
        if case .stored = request.pass { return finish { $0.end(.failed(.abortedByClient(NothingStored()))) } }
        var status = CacheStatus.Values()
        status.isUnavailable = true
        status.detail = "only-if-cached"
        core.journal.note(.miss(.request), request.key) { $0.misses += 1 }
        var head = ResponseHead(status: .gatewayTimeout, headers: ["Content-Length": "0"], url: request.request.url)
        head.cacheStatus = CacheStatus(status)
        finish { $0.finish(with: RawResponse(head: head, data: Data(), completion: .hit(byteCount: 0))) }
    }

    // The network

    /// Joins a fetch, or begins one.
    func fetch(
        _ reason: CacheStatus.Forward,
        _ forwarding: Forwarding,
        _ partitions: CachePartitions,
        lookupCount: Int = 0
    ) {
        guard isNeeded else { return core.journal.count { $0.lookups += lookupCount } }
        core.journal.note(.miss(reason), request.key) { counts in
            counts.lookups += lookupCount
            if reason != .method, reason != .bypass, !forwarding.isValidation { counts.misses += 1 }
        }
        let waiter = FetchWaiter(self, reason, forwarding, partitions)
        let fetch = CacheFetch(waiter, of: core)
        if waiter.isExclusive || !joins(waiter, ratherThan: fetch) { fetch.begin() }
    }

    /// Joins a fetch that is under way; returns `false` if none takes the request, after adding one of its own.
    private func joins(_ waiter: FetchWaiter, ratherThan own: CacheFetch) -> Bool {
        var refused: Set<ObjectIdentifier> = []
        while true {
            let running = core.table.add(own, beside: refused)
            if running.isEmpty { return false }
            if running.contains(where: { $0.isOpen(to: waiter) && $0.join(waiter) }) { return true }
            refused.formUnion(running.map { ObjectIdentifier($0) })
        }
    }

    /// Fetches without sharing, because the shared response does not answer this request.
    func fetchExclusively(_ waiter: FetchWaiter) {
        guard isNeeded else { return }
        CacheFetch(waiter.exclusive(), of: core).begin()
    }

    /// Fetches without conditions, because what is stored has vanished.
    func fetchAnew(_ waiter: FetchWaiter) {
        guard isNeeded else { return }
        let lead = FetchLead(request, waiter.lead.reason, Forwarding(), waiter.lead.partitions)
        CacheFetch(FetchWaiter(self, lead), of: core).begin()
    }

    /// Sends the request as if there were no cache.
    private func passBy() {
        guard !request.isStoredOnly else { return answerUnavailable() }
        guard request.request.method.isSafe else {
            // Invalidation does not depend on the identity.
            return fetch(.method, Forwarding(), .unknown)
        }
        core.passBy(request.request, output)
    }

    /// Ends the exchange.
    func finish(_ end: (ExchangeOutput) -> Void) {
        let isOver = state.withLock { state in
            defer { state = State(isOver: true, step: state.step + 1) }
            return state.isOver
        }
        if !isOver { end(output) }
    }
}

/// The reason why the first pass of ``Network/updates(of:as:decoder:scheduler:abortAfter:maxRetries:)`` has no value.
struct NothingStored: Error {}

/// A decision that is made once.
final class OnceOnly: Sendable {
    private let isTaken = InlineLocked(false)

    /// Returns `true` the first time.
    func take() -> Bool {
        isTaken.withLock { isTaken in
            defer { isTaken = true }
            return !isTaken
        }
    }
}
