import ReactiveNetworking

/// One exchange with the server, for one or several callers, whose response may be stored.
///
/// Callers that join wait for the head of the response. The head decides which of them share the response, and which
/// send a request of their own. Those that share it receive the body at their own pace; see `CacheFetch+Delivery`. All
/// decisions are made under the lock; all deliveries, requests, and operations of the store begin outside it.
final class CacheFetch: ExchangeReceiver {
    let core: CacheCore
    let lead: FetchLead
    let state: InlineLocked<State>
    /// The gate that pauses the exchange at the pace of the store and of the callers; `nil` if nothing ever needs a
    /// pause, so that the transport delivers a short response in one call.
    let supply: Backpressure?
    let isInBackground: Bool
    /// A Boolean value that indicates whether other requests may share the exchange.
    let isJoinable: Bool

    /// Creates a fetch for a caller.
    init(_ waiter: FetchWaiter, of core: CacheCore) {
        self.core = core
        lead = waiter.lead
        isInBackground = false
        if !core.store.isImmediate || lead.request.request.flow != nil {
            // A response that is not stored has one receiver, which has a gate of its own: one piece is enough here.
            supply = Backpressure(limit: lead.mayStore ? Backpressure.standardLimit : 1)
        } else {
            supply = nil
        }
        isJoinable = !waiter.isExclusive
        state = InlineLocked(State(participants: [Participant(waiter, isLead: true)], participantCount: 1))
    }

    /// Creates a validation in the background.
    init(validating lead: FetchLead, of core: CacheCore) {
        self.core = core
        self.lead = lead
        isInBackground = true
        supply = core.store.isImmediate ? nil : Backpressure()
        isJoinable = false
        state = InlineLocked(State())
    }

    // The beginning

    func begin() {
        if let exchange = state.withLock({ $0.participants.first?.waiter?.exchange }) {
            let step = exchange.beginStep()
            // A fetch that others may join is in the table already.
            if lead.mayStore, !isJoinable { core.table.add(self) }
            // Others may have joined. If nobody remains, the exchange is over.
            exchange.keep(FetchParticipation(self, 0, of: exchange), of: step)
            if let completed = lead.forwarding.completed { return complete(completed, for: exchange) }
        } else {
            // One validation in the background at a time (H27).
            guard let record = lead.forwarding.fallback?.records.first,
                core.table.add(validationOf: record, self)
            else { return }
            setDeadline()
        }
        send(wireRequest, 0)
    }

    /// The request as it is sent: with the validators of what is stored, or for the rest of a part.
    var wireRequest: PreparedRequest {
        let request = lead.request.request
        if let selection = lead.forwarding.validated { return Validation.conditional(request, selection.terms) }
        if let part = lead.forwarding.completed, let tag = part.terms.strongETag {
            let range = "bytes=\(part.prefixByteCount)-"
            let ranged = try? request.header(HTTP.Headers.Name.range, range).header(HTTP.Headers.Name.ifRange, tag)
            return ranged ?? request
        }
        return request
    }

    private func send(_ request: PreparedRequest, _ exchange: Int) {
        let requested = core.now
        let isWanted = state.withLock { state in
            guard state.exchange == exchange, case .awaitingHead = state.phase else { return false }
            state.requested = requested
            return true
        }
        guard isWanted else { return }
        let isPaced = supply != nil || request.flow != nil
        core.base.begin(isPaced ? request.paused(by: supply) : request, ExchangeOutput(to: self, exchange))
    }

    /// Sends the request once more, without conditions, because a 304 did not confirm what is stored (H23).
    func restart() {
        let next = state.withLock { state -> (exchange: Int, work: (any Disposable)?)? in
            // The callers may have left meanwhile.
            guard !state.phase.isEnded else { return nil }
            state.exchange += 1
            state.phase = .awaitingHead
            state.trailers = nil
            state.completion = nil
            if lead.forwarding.isCompletion { state.participants[0].prefix = nil }
            defer { state.work = nil }
            return (state.exchange, state.work)
        }
        guard let next else { return }
        next.work?.dispose()
        send(lead.request.request, next.exchange)
    }

    /// Fetches the rest of a stored part, whose bytes are held before the request is sent.
    private func complete(_ selection: Selection, for exchange: CacheExchange) {
        guard let slices = selection.slices(of: 0..<selection.prefixByteCount) else { return restart() }
        let reader = BodyReader(slices, of: core, for: exchange)
        reader.open { [self] result in
            guard case .success = result else { return restart() }
            // It is held, so that it stays readable.
            state.withLock { $0.participants[0].prefix = reader }
            send(wireRequest, 0)
        }
    }

    func setDeadline() {
        let entry = core.clock.schedule(after: core.options.revalidationDeadline) { self.cancel() }
        let (former, isOver) = state.withLock { state in
            defer { state.deadline = entry }
            return (state.deadline, state.phase.isEnded)
        }
        former?.dispose()
        if isOver { entry?.dispose() }
    }

    // Storing

    /// A Boolean value that indicates whether requests wait until the response is stored.
    var isAwaited: Bool { state.withLock { $0.commit?.isOverdue == false } }

    /// Lets later requests go on before the response is stored.
    func stopDelayingRequests() { state.withLock { $0.commit?.isOverdue = true } }

    /// Runs a closure when the response is stored; returns `false` if it is not being stored.
    func whenCommitted(_ action: @escaping @Sendable () -> Void) -> Bool {
        state.withLock { state in
            state.commit?.actions.append(action)
            return state.commit != nil
        }
    }

    // The exchange

    func keep(_ work: any Disposable, of exchange: Int) {
        let isOver = state.withLock { state in
            guard state.exchange == exchange, !state.phase.isEnded else { return true }
            state.work = work
            return false
        }
        if isOver { work.dispose() }
    }

    func needs(_ exchange: Int) -> Bool {
        state.withLock { $0.exchange == exchange && !$0.phase.isEnded }
    }

    func receive(_ event: TransportEvent, of exchange: Int) {
        switch event {
        case .phase, .uploadProgress, .informational: broadcast(event, of: exchange)
        case .head(let head): if needs(exchange) { respond(head) }
        case .body(let data): if needs(exchange) { append(data) }
        case .trailers(let trailers): state.withLock { if $0.exchange == exchange { $0.trailers = trailers } }
        case .completed: state.withLock { if $0.exchange == exchange { $0.completion = event } }
        }
    }

    func receive(_ response: RawResponse, of exchange: Int) {
        // It is stored before the head is delivered: who receives a redirect does not wait for its body.
        let isNeeded = state.withLock { state in
            guard state.exchange == exchange, !state.phase.isEnded else { return false }
            state.isHeld = true
            return true
        }
        guard isNeeded else { return }
        respond(response.head)
        if !response.data.isEmpty { append(response.data) }
        end(.completed, of: exchange, response)
        let isOver = state.withLock { state in
            state.isHeld = false
            return state.phase.isEnded
        }
        if !isOver { deliverAll() }
    }

    func end(_ termination: Termination<TransportError>, of exchange: Int) {
        end(termination, of: exchange, nil)
    }

    /// Ends the exchange, with what a response that has arrived as a whole has behind its body.
    private func end(_ termination: Termination<TransportError>, of exchange: Int, _ response: RawResponse?) {
        let (isOver, confirmation, isWaiting) = state.withLock { state -> (Bool, ResponseHead?, Bool) in
            let isOver = state.exchange != exchange || state.phase.isEnded
            if !isOver, let response {
                state.trailers = response.trailers
                state.completion = response.completion
            }
            return (isOver, state.phase.confirmation, state.phase.isAwaitingHead)
        }
        guard !isOver else { return }
        if let confirmation { return confirm(confirmation) }
        switch termination {
        case .failed(let error): if isWaiting { failBeforeHead(error) } else { finish(.failed(error)) }
        case .completed, .interrupted:
            // Without an answer, the request may have arrived all the same (H31).
            if isWaiting, !lead.request.request.method.isSafe { core.doubt(lead.request.key) }
            if case .completed = termination { complete() } else { finish(.interrupted) }
        }
    }

    private func broadcast(_ event: TransportEvent, of exchange: Int) {
        let (only, indices) = state.withLock { state -> (CacheExchange?, Range<Int>) in
            guard state.exchange == exchange, !state.phase.isEnded else { return (nil, 0..<0) }
            if let only = state.onlyWaiter { return (only, 0..<0) }
            for index in state.participants.indices where state.participants[index].isWaiting {
                state.participants[index].outbox.append(event)
            }
            return (nil, state.participants.indices)
        }
        only?.output.send(event)
        for index in indices { deliver(to: index) }
    }

    private func append(_ data: Data) {
        guard !data.isEmpty else { return }
        let (storage, fits, isHeld) = state.withLock { state -> (Storage, Bool, Bool) in
            guard case .streaming = state.phase else { return (.none, false, true) }
            state.log.append(data)
            let isReceivedForTheStore = state.participantCount == 0 && !isInBackground && !state.isHeld
            let limit = isReceivedForTheStore ? Self.lateByteCount : core.store.maxBodyByteCount
            return (state.storage, state.log.end <= limit, state.isHeld)
        }
        supply?.enqueue(data.count)
        switch storage {
        case .none, .abandoned: break
        // A response that is complete is stored before anything else happens, so its bytes need no reservation.
        case .memory: if !fits || !isHeld && !reserve(data.count) { dropStorage() }
        case .writer(let writer, _): if fits { writer.write(data) } else { dropStorage() }
        }
        guard !isHeld else { return }
        deliverAll()
        releaseConsumed()
    }

    /// Counts bytes of the log in the budget of the store in memory; returns `false` if they do not fit.
    private func reserve(_ count: Int) -> Bool {
        // A piece takes a place in the log beside its bytes.
        let cost = count + MemoryLayout<Data>.stride
        guard core.store.reserveNow(cost) else { return false }
        let isKept = state.withLock { state in
            guard case .memory(let form, let reserved) = state.storage else { return false }
            state.storage = .memory(form, reservedByteCount: reserved + cost)
            return true
        }
        if !isKept { core.store.releaseNow(cost) }
        return true
    }

    // The end

    /// Ends the exchange for all callers.
    func finish(_ end: End) {
        let (remains, isCommitting) = state.withLock { state -> (Remains?, Bool) in
            guard !state.phase.isEnded else { return (nil, false) }
            state.phase = .ended(end)
            state.isHeld = false
            return (Remains(taking: &state, keepingStorage: end.isComplete), state.commit != nil)
        }
        guard let remains else { return }
        if !isCommitting { core.table.remove(self) }
        deliverAll()
        remains.release(core, lead.request.key)
        releaseConsumed()
    }

    /// Ends the exchange, and removes all callers, which are answered otherwise.
    func dismiss() -> [(waiter: FetchWaiter, isLead: Bool)] {
        let (participants, remains) = state.withLock { state -> ([(waiter: FetchWaiter, isLead: Bool)], Remains?) in
            guard !state.phase.isEnded else { return ([], nil) }
            let participants = state.participants.compactMap { participant in
                participant.waiter.map { (waiter: $0, isLead: participant.isLead) }
            }
            // Whoever comes later begins anew.
            state.phase = .ended(.completed(trailers: nil, nil))
            for index in state.participants.indices { _ = state.take(index) }
            return (participants, Remains(taking: &state))
        }
        core.table.remove(self)
        remains?.release(core, lead.request.key)
        return participants
    }
}
