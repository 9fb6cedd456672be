import ReactiveNetworking

extension CacheFetch {
    /// A caller of the fetch, or the free place of one that has left.
    struct Participant: Sendable {
        /// The request; `nil` if the caller has left.
        let waiter: FetchWaiter?
        /// A Boolean value that indicates whether the request that is sent is this caller's.
        let isLead: Bool
        /// The events before the head that were not delivered yet.
        var outbox: [TransportEvent] = []
        /// The head, until it is delivered.
        var head: ResponseHead?
        /// A Boolean value that indicates whether the head has arrived.
        var isStreaming = false
        /// The stored bytes that come before those of the exchange.
        var prefix: BodyReader?
        /// The number of the next piece of the log.
        var number = 0
        /// The offset of the next byte of the body.
        var offset: Int64 = 0
        /// A Boolean value that indicates whether somebody delivers events at this moment.
        var isBusy = false

        init(_ waiter: FetchWaiter?, isLead: Bool) {
            self.waiter = waiter
            self.isLead = isLead
        }

        /// A Boolean value that indicates whether the caller waits for the head.
        var isWaiting: Bool { waiter != nil && !isStreaming }

        fileprivate mutating func takeEvent() -> TransportEvent? {
            if !outbox.isEmpty { return outbox.removeFirst() }
            return head.take().map { .head($0) }
        }

        fileprivate mutating func takePrefix() -> BodyReader? {
            guard prefix != nil else { return nil }
            defer { prefix = nil }
            return prefix
        }
    }

    fileprivate enum Item: Sendable {
        case event(TransportEvent, CacheExchange)
        case prefix(BodyReader, CacheExchange)
        case read(RecordWriter, Range<Int64>, CacheExchange)
        case whole(RawResponse, CacheExchange)
        case end(End, CacheExchange)
        case nothing
    }

    func hasLeft(_ index: Int, _ exchange: CacheExchange) -> Bool {
        state.withLock { $0.participants[index].waiter?.exchange !== exchange }
    }

    func deliverAll() {
        let (count, isShared) = state.withLock { state in
            (state.isHeld ? 0 : state.participants.count, state.phase.isEnded && state.participantCount > 1)
        }
        for index in 0..<count {
            if isShared { core.share { self.deliver(to: index) } } else { deliver(to: index) }
        }
    }

    /// Delivers a stored response to a caller that has waited.
    ///
    /// - Parameters:
    ///   - answer: The stored response.
    ///   - waiter: The request of the caller.
    ///   - isShared: Whether others have waited, too.
    ///   - begun: Runs before the head is sent.
    func deliver(
        _ answer: StoredAnswer,
        to waiter: FetchWaiter,
        isShared: Bool,
        begun: @escaping @Sendable () -> Void
    ) {
        let deliver = { @Sendable in
            waiter.exchange.deliver(answer, begun: begun) { waiter.exchange.fetchAnew(waiter) }
        }
        if isShared { core.share(deliver) } else { deliver() }
    }

    /// Delivers to a caller that is ready for more, and resumes the exchange if that consumes what it waits for.
    private func resume(_ index: Int) {
        deliver(to: index)
        releaseConsumed()
    }

    /// Delivers what a caller has not received, at its pace. One thread at a time delivers to a caller.
    func deliver(to index: Int) {
        while true {
            switch state.withLock({ next(index, &$0) }) {
            case .nothing: return
            case .event(let event, let exchange):
                exchange.output.send(event)
                release(index)
            case .whole(let response, let exchange):
                remove(index)
                return exchange.finish { $0.finish(with: response) }
            case .end(let end, let exchange):
                remove(index)
                return exchange.finish { output in
                    switch end {
                    case .completed(let trailers, let completion):
                        if let trailers { output.send(.trailers(trailers)) }
                        if let completion { output.send(completion) }
                        output.end(.completed)
                    case .failed(let error): output.end(.failed(error))
                    case .interrupted: output.end(.interrupted)
                    }
                }
            case .prefix(let reader, let exchange): return deliver(reader, to: exchange, index)
            case .read(let writer, let range, let exchange): return read(writer, range, for: exchange, index)
            }
        }
    }

    /// Returns what a caller receives next, and keeps other threads from delivering to it.
    private func next(_ index: Int, _ state: inout State) -> Item {
        guard !state.isHeld, !state.participants[index].isBusy else { return .nothing }
        let item = item(for: index, &state)
        if case .nothing = item { return item }
        state.participants[index].isBusy = true
        return item
    }

    private func item(for index: Int, _ state: inout State) -> Item {
        // A caller is changed in its place, because a copy of it costs more than the change.
        guard let exchange = state.participants[index].waiter?.exchange else { return .nothing }
        if let response = state.whole(for: index, exchange) { return .whole(response, exchange) }
        if let event = state.participants[index].takeEvent() { return .event(event, exchange) }
        guard state.participants[index].isStreaming else { return state.end(for: exchange) }
        if let prefix = state.participants[index].takePrefix() { return .prefix(prefix, exchange) }
        let offset = state.participants[index].offset
        guard offset < state.log.end else { return state.end(for: exchange) }
        if let flow = exchange.request.request.flow, flow.whenOpen({ self.resume(index) }) { return .nothing }
        if offset >= state.log.start {
            guard let piece = state.takePiece(for: index) else { return .nothing }
            return .event(.body(piece), exchange)
        }
        guard let writer = state.writer else { return .nothing }
        let end = min(offset + BodyReader.pieceByteCount, state.log.start)
        return .read(writer, offset..<end, exchange)
    }

    private func release(_ index: Int) {
        state.withLock { $0.release(index) }
    }

    /// Removes a caller that has received the end.
    private func remove(_ index: Int) {
        // The caller is released outside the lock.
        _ = state.withLock { $0.take(index) }
    }

    /// Delivers the stored part of a body whose rest is under way.
    private func deliver(_ reader: BodyReader, to exchange: CacheExchange, _ index: Int) {
        reader.readAll { [self] error in
            if let error { return fail(index, exchange, error) }
            release(index)
            self.resume(index)
        }
    }

    /// Reads bytes that the log has dropped, for a caller that is behind.
    private func read(_ writer: RecordWriter, _ range: Range<Int64>, for exchange: CacheExchange, _ index: Int) {
        let bytes = writer.body?.bytes(in: range) ?? SignalProducer(error: CacheStoreError(.missing))
        core.ask(bytes, isVital: true) { [self] result in
            guard case .success(let data) = result, !data.isEmpty, data.count <= range.count else {
                let reason = "the stored part of the response cannot be read"
                // A retry must not join an exchange whose bytes cannot be read.
                forbidStoring()
                return fail(index, exchange, TransportError(.truncatedResponse, phase: .receiving, detail: reason))
            }
            state.withLock { $0.participants[index].offset += Int64(data.count) }
            if exchange.isNeeded { exchange.output.send(.body(data)) }
            release(index)
            core.deliver { self.resume(index) }
        }
    }

    private func fail(_ index: Int, _ exchange: CacheExchange, _ error: TransportError) {
        leave(index, exchange)
        release(index)
        exchange.finish { $0.end(.failed(error)) }
    }

    /// Releases the bytes that all callers and the store have consumed, and so lets the exchange continue.
    func releaseConsumed() {
        guard let supply else {
            state.withLock { state in
                if !state.storage.isInUse { state.drop(to: state.pace) }
            }
            return
        }
        let released = state.withLock { state -> Int64 in
            // Nothing has arrived that is not consumed.
            guard state.log.start < state.log.end || state.releasedByteCount < state.log.end else { return 0 }
            let pace = state.pace
            state.drop(to: pace)
            defer { state.releasedByteCount = max(state.releasedByteCount, pace) }
            return pace - state.releasedByteCount
        }
        if released > 0 { supply.take(Int(released)) }
    }
}

extension CacheFetch.State {
    /// Returns the response for a caller that has received nothing of it, if it has arrived in one piece. A caller that
    /// sets a pace receives it event by event.
    fileprivate func whole(for index: Int, _ exchange: CacheExchange) -> RawResponse? {
        guard case .ended(.completed(let trailers, let completion)) = phase, log.start == 0, log.pieces.count <= 1,
            participants[index].offset == 0, participants[index].prefix == nil, exchange.request.request.flow == nil,
            participants[index].outbox.isEmpty, let head = participants[index].head
        else { return nil }
        return RawResponse(head: head, data: log.pieces.first ?? Data(), trailers: trailers, completion: completion)
    }

    /// Returns the end for a caller that has received everything before it, if it has come.
    fileprivate func end(for exchange: CacheExchange) -> CacheFetch.Item {
        if case .ended(let end) = phase { return .end(end, exchange) }
        return .nothing
    }

    /// Returns the next piece of the log for a caller that is not behind.
    fileprivate mutating func takePiece(for index: Int) -> Data? {
        // A caller that was behind has caught up.
        let number = max(participants[index].number, log.firstNumber)
        guard let piece = log[number] else { return nil }
        participants[index].number = number + 1
        participants[index].offset += Int64(piece.count)
        return piece
    }

    /// The writer of the bytes that callers read who are behind.
    fileprivate var writer: RecordWriter? {
        switch storage {
        case .none, .memory: nil
        case .writer(let writer, _), .abandoned(let writer): writer
        }
    }

    /// The offset up to which everything is consumed that the exchange waits for: by the fastest caller if the others
    /// can read what they miss, and otherwise by all of them.
    fileprivate var pace: Int64 {
        var slowest: Int64?
        var fastest: Int64?
        for index in participants.indices where participants[index].isStreaming {
            slowest = min(slowest ?? .max, participants[index].offset)
            fastest = max(fastest ?? 0, participants[index].offset)
        }
        switch storage {
        case .none, .abandoned: return slowest.map { max($0, log.start) } ?? log.end
        case .memory: return fastest ?? log.end
        case .writer(let writer, _): return min(writer.writtenByteCount ?? log.start, fastest ?? log.end)
        }
    }

    fileprivate mutating func drop(to offset: Int64) {
        if case .memory = storage { return }
        log.drop(to: offset)
    }
}
