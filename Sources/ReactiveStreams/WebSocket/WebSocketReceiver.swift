import ReactiveNetworking

/// Opens a WebSocket with the response to its handshake (W3).
final class WebSocketReceiver: ResponseReceiver, Interruptible {
    /// The size up to which the body of a refusal is received.
    private static let refusalByteCount = 64 * 1_024

    private struct Opened: Sendable {
        let outcome: Upgrade.Outcome
        let agreement: WebSocketHandshake.Agreement
    }

    private struct State: Sendable {
        var handshake: WebSocketHandshake?
        var upgrade: Upgrade?
        var opened: Opened?
        var refusal: ResponseHead?
        var body = Data()
        var socket: WebSocket?
        /// A Boolean value that indicates whether nobody wants the socket.
        var isOver = false
        /// The place among the operations of the network, where the socket is once its operation has ended.
        var listing: RunningOperations.Token?

        /// The state of another exchange.
        var renewed: State { State(isOver: isOver, listing: listing) }
    }

    let refusal: AttemptFailure?
    private let options: WebSocketOptions
    private let output: StartOutput<WebSocket, Network.OperationError>
    private let network: Network
    private let place: DeliveryPlace
    private let refreshing: Set<ObjectIdentifier>
    private let state = InlineLocked(State())

    init(
        _ context: borrowing OperationContext,
        _ options: WebSocketOptions,
        _ output: StartOutput<WebSocket, Network.OperationError>,
        at place: DeliveryPlace
    ) {
        self.options = options
        self.output = output
        self.place = place
        network = context.network
        refreshing = context.refreshing
        let problem = context.withRequest { $0.webSocketProblem } ?? options.problem
        let refused = problem.map { AttemptFailure(error: .requestFailure(error: $0), stopReason: .notTransient) }
        refusal = refused ?? options.compression?.failure()
    }

    func open(for operation: Operation) -> Bool {
        output.open(from: operation) { [output] in
            operation.dispose()
            self.abandon()
            operation.deliver { output.interrupt() }
        }
    }

    func deliver(_ end: Termination<Network.OperationError>) {
        abandon()
        output.terminate(end)
    }

    /// Ends the socket, or the connection that was to become one.
    private func abandon() {
        let former = state.withLock { state in
            defer { state = State(isOver: true) }
            return state
        }
        former.socket?.abandon()
        former.upgrade?.abandon()
        former.opened?.outcome.abort()
        if let listing = former.listing { network.core.running.remove(listing) }
    }

    func cancel() -> Bool {
        guard !state.withLock({ $0.isOver }) else { return false }
        abandon()
        return true
    }

    func deliverInterruption() { place.perform(for: refreshing) { [output] in output.terminate(.interrupted) } }

    func beginAttempt() { forget() }

    /// Makes the handshake, which is another one for each exchange.
    func sealed(_ request: PreparedRequest) -> PreparedRequest {
        forget()
        let handshake = WebSocketHandshake(options)
        let upgrade = Upgrade(to: WebSocketHandshake.token, adding: handshake.fields, namedFrom: "sec-websocket-")
        state.withLock { state in
            guard !state.isOver else { return }
            state.handshake = handshake
            state.upgrade = upgrade
        }
        return request.upgrading(by: upgrade)
    }

    func target(ofRedirectTo location: String) -> String { location.withoutWebSocketScheme }

    private func forget() {
        let former = state.withLock { state in
            defer { state = state.renewed }
            return state
        }
        former.upgrade?.abandon()
        former.opened?.outcome.abort()
    }

    func receive(_ event: TransportEvent, of operation: Operation) -> AttemptFailure? {
        switch event {
        case .head(let head) where head.status.rawValue == 101: return take(head)
        case .head(let head):
            state.withLock { $0.refusal = head }
            return nil
        case .body(let bytes):
            let isEnough = state.withLock { state in
                state.body.append(bytes.prefix(Self.refusalByteCount - state.body.count))
                return state.body.count == Self.refusalByteCount
            }
            return isEnough ? refused : nil
        case .phase, .uploadProgress, .informational, .trailers, .completed: return nil
        }
    }

    private func take(_ head: ResponseHead) -> AttemptFailure? {
        let (handshake, upgrade) = state.withLock { ($0.handshake, $0.upgrade) }
        guard let handshake, let outcome = upgrade?.take() else {
            let detail = "the transport received a 101, but cannot change the protocol of a connection"
            return AttemptFailure(TransportError(.unsupported, phase: .receiving, detail: detail))
        }
        do throws(WebSocketError) {
            let agreement =
                outcome.isChecked
                ? WebSocketHandshake.Agreement(subprotocol: head.headers["Sec-WebSocket-Protocol"])
                : try handshake.agreement(in: head)
            let isOver = state.withLock { state in
                if !state.isOver { state.opened = Opened(outcome: outcome, agreement: agreement) }
                return state.isOver
            }
            if isOver { outcome.abort() }
            return nil
        } catch {
            outcome.abort()
            return AttemptFailure(error: .requestFailure(error: error), response: head, stopReason: .notTransient)
        }
    }

    private var refused: AttemptFailure? {
        state.withLock { state in
            guard let head = state.refusal else { return nil }
            let body = state.body.isEmpty ? nil : state.body
            return AttemptFailure(
                error: .unexpectedResponseCode(httpCode: head.status, data: body),
                response: head
            )
        }
    }

    func accept(_ operation: Operation) -> Conclusion? {
        if let refused { return .failed(refused) }
        return state.withLock({ $0.opened != nil }) ? nil : .failed(.withoutHead)
    }

    func value(_ operation: Operation) -> Conclusion {
        let clock = operation.context.clock
        let coding = WebSocketCoding(encoder: operation.context.encoder, decoder: operation.context.decoder)
        list()
        return .accepted { self.deliverSocket(on: clock, coding) }
    }

    /// Adds the socket to the operations that run, before its own operation ends.
    private func list() {
        guard state.withLock({ $0.listing == nil }) else { return }
        let listing = network.core.running.add(self, isNew: false)
        let isOver = state.withLock { state in
            if !state.isOver { state.listing = listing }
            return state.isOver
        }
        if isOver, let listing { network.core.running.remove(listing) }
    }

    /// Closes the socket, whose end is that of the other side's answer.
    func goAway() { state.withLock { $0.socket }?.close(.goingAway).start() }

    private func unlist() {
        let listing = state.withLock { state in
            defer { state.listing = nil }
            return state.listing
        }
        if let listing { network.core.running.remove(listing) }
    }

    /// Sends the socket, at the place of the delivery.
    private func deliverSocket(on clock: any TimedScheduler, _ coding: WebSocketCoding) {
        let opened = state.withLock { state in
            defer { state.opened = nil }
            return state.opened
        }
        guard let opened else { return }
        let socket = WebSocket(
            over: opened.outcome.link(options, opened.agreement.compression, on: clock),
            subprotocol: opened.agreement.subprotocol,
            network,
            at: place,
            for: refreshing,
            coding: coding
        )
        let isOver = state.withLock { state in
            if !state.isOver { state.socket = socket }
            return state.isOver
        }
        // The start was disposed of in the meantime.
        guard !isOver else { return socket.abandon() }
        // The user may send a message at once, and is told about it.
        socket.begin { [output, weak self] outcome in
            // A drain ends behind the consumer's last event.
            defer { self?.unlist() }
            switch outcome {
            case .clean: output.terminate(.completed)
            case .failed(let error): output.terminate(.failed(.requestFailure(error: error)))
            case .abandoned: break
            }
        }
        output.send(socket)
        socket.resume()
        // The drain may have begun during the handshake.
        if network.core.running.isDrained { goAway() }
    }
}

extension Upgrade.Outcome {
    /// A Boolean value that indicates whether the platform has checked the handshake.
    fileprivate var isChecked: Bool {
        if case .platform = self { true } else { false }
    }

    fileprivate func link(
        _ options: WebSocketOptions,
        _ compression: WebSocketCompression?,
        on clock: any TimedScheduler
    ) -> any WebSocketLink {
        switch self {
        case .bytes(let duplex): FramedLink(duplex, options, compression, on: clock)
        case .platform(let socket): PlatformLink(socket, options, on: clock)
        }
    }
}

extension Request {
    /// The reason why the request cannot open a WebSocket (W2).
    fileprivate var webSocketProblem: WebSocketError? {
        guard method == .get else { return .unsuitableRequest("its method is \(method), not GET") }
        guard body == nil else { return .unsuitableRequest("it has a body") }
        return nil
    }
}

extension WebSocketOptions {
    /// The reason why the subprotocols (RFC 6455 §4.1) or the compression cannot be offered.
    fileprivate var problem: WebSocketError? {
        if let problem = compression?.problem { return problem }
        guard subprotocols.allSatisfy(HTTP.isToken), Set(subprotocols).count == subprotocols.count else {
            return .unsuitableRequest("a subprotocol is not a token, or occurs twice")
        }
        return nil
    }
}
