import ReactiveNetworking

/// Delivers a response as the values of its parts, as they arrive: events, lines, or texts of a sequence.
///
/// Bytes are parsed and decoded where they arrive if that delays nothing else, and otherwise on a lane, in order; the
/// end of an exchange follows them there.
final class LiveReceiver<Parser: StreamParser, Value: Sendable>: ResponseReceiver {
    private struct State: Sendable {
        var parser: Parser
        var head: ResponseHead?
        /// The response, if it is not the stream.
        var refused: PartialResponse?
        var isReading = false
        /// The defect of a body that is complete.
        var defect: TransportError?
        /// The end that the content of the stream has caused.
        var end: Conclusion?
    }

    /// Makes values of parts. It may run user code, and runs outside all locks.
    typealias Reading = @Sendable ([Parser.Part]) -> StreamBatch<Value>

    /// The number of bytes that are parsed at a time: the parts of more of them would take pages of memory that the
    /// system has to clear each time.
    private static var pieceByteCount: Int { 8 << 10 }

    let lane: (any Scheduler)?
    private let delivery: PacedDelivery<Value>
    private let idle: IdleTimer
    private let connection: EventConnection<Value>?
    private let accept: String?
    private let read: Reading
    private let state: InlineLocked<State>

    init(
        _ parser: Parser,
        _ delivery: PacedDelivery<Value>,
        _ idle: IdleTimer,
        on lane: (any Scheduler)?,
        _ connection: EventConnection<Value>? = nil,
        accepting accept: String? = nil,
        _ read: @escaping Reading
    ) {
        state = InlineLocked(State(parser: parser))
        self.delivery = delivery
        self.idle = idle
        self.lane = lane
        self.connection = connection
        self.accept = accept
        self.read = read
    }

    func open(for operation: Operation) -> Bool { delivery.open(for: operation) }

    func deliver(_ end: Termination<Network.OperationError>) { delivery.output.terminate(end) }

    func beginAttempt() {
        idle.stop()
        // A response holds values of the user, which must not be released under the lock.
        _ = state.withLock { state in
            let before = state
            var parser = state.parser
            parser.beginBody()
            state = State(parser: parser)
            return before
        }
        connection?.begin()
    }

    func prepare(_ request: PreparedRequest) throws(RequestError) -> PreparedRequest {
        var request = request.paused(by: delivery.flow)
        if let accept, !request.headers.contains(HTTP.Headers.Name.accept) {
            request = try request.header(HTTP.Headers.Name.accept, accept)
        }
        return try connection?.prepare(request) ?? request
    }

    func sealed(_ request: PreparedRequest) -> PreparedRequest { connection?.address(request) ?? request }

    func close() {
        idle.stop()
        delivery.flow.abandon()
    }

    // Events of an exchange

    func receive(_ event: TransportEvent, of operation: Operation) -> AttemptFailure? { nil }

    func receive(_ event: TransportEvent, of operation: Operation, in step: Operation.Step) -> AttemptFailure? {
        let (isRefused, failure) = state.withLock { state in
            (state.refused != nil, state.refused?.receive(event, upTo: operation.context.request.maxBodySize))
        }
        guard !isRefused else { return failure }
        switch event {
        case .head(let head): return begin(head, event, operation, step)
        case .body(let data): return take(data, operation, step)
        case .completed(let metrics):
            state.withLock { state in state.defect = state.head.flatMap { metrics.problem(of: $0) } }
        case .phase, .uploadProgress, .informational, .trailers: break
        }
        return nil
    }

    private func begin(
        _ head: ResponseHead,
        _ event: TransportEvent,
        _ operation: Operation,
        _ step: Operation.Step
    ) -> AttemptFailure? {
        let judgment = connection?.judgment(on: head) ?? (operation.context.request.refuses(head) ? .refused : .open)
        switch judgment {
        case .refused:
            let limit = operation.context.request.maxBodySize
            return state.withLock { state in
                state.refused = PartialResponse()
                return state.refused?.receive(event, upTo: limit)
            }
        case .ended:
            state.withLock { state in
                state.head = head
                state.end = .accepted { [delivery] in delivery.output.terminate(.completed) }
            }
            return nil
        case .failed(let failure): return failure
        case .open:
            if let coding = head.unknownCoding {
                let error = Network.OperationError.requestFailure(error: EventSourceError.contentCoding(coding))
                return AttemptFailure(error: error, response: head, stopReason: .notTransient)
            }
            // From here on the idle timeout limits the stream, if it is one that outlives its connections.
            if connection != nil, !operation.leaveConnecting(in: step) { return nil }
        }
        operation.noteHandedOn()
        state.withLock { state in
            state.head = head
            state.isReading = true
        }
        if let opened = connection?.open(head) { delivery.send([opened]) }
        idle.start { self.expire(operation, step) }
        return nil
    }

    private func take(_ data: Data, _ operation: Operation, _ step: Operation.Step) -> AttemptFailure? {
        guard state.withLock({ $0.isReading }) else { return nil }
        idle.enter()
        defer { idle.leave() }
        let limit = operation.context.withRequest { $0.maxBodySize }
        if let failure = delivery.flow.admit(data.count, upTo: limit) { return failure }
        if let lane {
            lane.schedule { self.handle(data, operation, step) }
        } else {
            handle(data, operation, step)
        }
        return nil
    }

    private func handle(_ data: Data, _ operation: Operation, _ step: Operation.Step) {
        var rest = data
        while !rest.isEmpty {
            parse(rest.prefix(Self.pieceByteCount), operation, step)
            rest = rest.dropFirst(Self.pieceByteCount)
        }
    }

    /// Parses bytes, and delivers what they complete.
    private func parse(_ data: Data, _ operation: Operation, _ step: Operation.Step) {
        var parts: [Parser.Part] = []
        let (isOver, failure) = state.withLock { state -> (Bool, EventSourceError?) in
            guard state.end == nil else { return (true, nil) }
            return (false, state.parser.parseAll(data, into: &parts))
        }
        guard !isOver else { return delivery.take(data.count) }
        if let connection { connection.note(state.withLock { $0.parser.position }) }
        let end = deliver(parts, of: operation, insteadOf: data.count) ?? failure.map(Conclusion.failed(by:))
        guard let end else { return }
        state.withLock { $0.end = end }
        operation.endAttempt(end, of: step)
    }

    /// Delivers the values of parts; returns the end that one of them means.
    ///
    /// - Parameter byteCount: The number of bytes that wait as bytes, and from now on wait as values.
    private func deliver(_ parts: [Parser.Part], of operation: Operation, insteadOf byteCount: Int) -> Conclusion? {
        let batch = read(parts)
        for failure in batch.skipped { operation.record(.skippedElement(failure)) }
        // First the values, so that the gate does not open in between.
        if batch.byteCount > 0 { delivery.flow.enqueue(batch.byteCount) }
        delivery.take(byteCount)
        delivery.send(batch.values, batch.byteCount)
        switch batch.end {
        case .completed: return .accepted { [delivery] in delivery.output.terminate(.completed) }
        case .failed(let error): return .failed(AttemptFailure(error: error, stopReason: .notTransient))
        case .interrupted, nil: return nil
        }
    }

    // The end of an exchange

    func accept(_ operation: Operation) -> Conclusion? {
        if let refused = state.withLock({ $0.refused }) {
            return .failed(refused.failure(for: operation.context.request, ofStream: connection != nil))
        }
        return state.withLock({ $0.head }) == nil ? .failed(.withoutHead) : nil
    }

    func value(_ operation: Operation) -> Conclusion {
        let defect = state.withLock { $0.defect }
        if let end = finish(isWhole: defect == nil, operation) { return end }
        if let defect { return .failed(AttemptFailure(defect)) }
        if connection?.followsRegularEnd(of: operation) ?? false { return .reconnects }
        return .accepted { [delivery] in delivery.output.terminate(.completed) }
    }

    func conclusion(after failure: AttemptFailure, of operation: Operation) -> Conclusion {
        guard state.withLock({ $0.head }) != nil else { return .failed(failure) }
        return finish(isWhole: false, operation) ?? .failed(failure)
    }

    func reconnection(after failure: AttemptFailure?, of operation: Operation) -> Reconnection? {
        guard let connection else { return nil }
        let reconnection = connection.reconnection(after: failure, of: operation)
        if let reconnection {
            idle.stop()
            if let value = connection.announce(reconnection) { delivery.send([value]) }
        }
        return reconnection
    }

    /// Delivers what the end of the body completes; returns the end that the content of the stream has caused.
    private func finish(isWhole: Bool, _ operation: Operation) -> Conclusion? {
        idle.stop()
        var parts: [Parser.Part] = []
        let (end, failure) = state.withLock { state -> (Conclusion?, EventSourceError?) in
            state.isReading = false
            guard state.end == nil else { return (state.end, nil) }
            return (nil, state.parser.finishAll(isWhole: isWhole, into: &parts))
        }
        return end ?? deliver(parts, of: operation, insteadOf: 0) ?? failure.map(Conclusion.failed(by:))
    }

    /// Ends an exchange from which no byte has arrived for too long.
    private func expire(_ operation: Operation, _ step: Operation.Step) {
        let isReading = state.withLock { state in
            defer { state.isReading = false }
            return state.isReading
        }
        guard isReading, let limit = idle.limit else { return }
        let reason = "no byte arrived for \(limit)"
        let failure = AttemptFailure(TransportError(.timedOut, phase: .receiving, detail: reason))
        // User code may follow, which must not run on the clock.
        (lane ?? operation.context.network.core.worker).schedule {
            guard operation.isCurrent(step) else { return }
            operation.endAttempt(self.conclusion(after: failure, of: operation), of: step)
        }
    }
}

extension Conclusion {
    fileprivate static func failed(by error: EventSourceError) -> Conclusion {
        .failed(AttemptFailure(error: .requestFailure(error: error), stopReason: .notTransient))
    }
}

extension PartialResponse {
    /// The failure of an attempt whose response is not the stream.
    ///
    /// - Parameter isOfStream: Whether any status is unexpected, even if the request accepts it.
    fileprivate func failure(for request: Request, ofStream isOfStream: Bool) -> AttemptFailure {
        guard let response = whole else { return .withoutHead }
        let body = response.data.isEmpty ? nil : response.data
        let unexpected = Network.OperationError.unexpectedResponseCode(httpCode: response.head.status, data: body)
        let error = request.standardFailure(of: response) ?? (isOfStream ? unexpected : .missingData)
        return AttemptFailure(error: error, response: response.head)
    }
}
