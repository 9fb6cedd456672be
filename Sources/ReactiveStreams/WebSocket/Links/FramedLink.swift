import ReactiveCore
import ReactiveNetworking

/// A WebSocket over bytes: connects the session to a connection and to a clock.
///
/// The session decides under the lock, in the order of the calls. The actions are carried out outside of it, in the
/// same order.
final class FramedLink: WebSocketLink, ByteDuplexReceiver {
    private struct State: Sendable {
        var session: WebSocketSession
        var actions = Deque<WebSocketSession.Action>()
        var receive: (@Sendable (WebSocketEvent) -> Void)?
        /// The time of the timer; `nil` if there is none.
        var due: Duration?
        var timer: (any Disposable)?
    }

    private let duplex: any ByteDuplex
    private let clock: any TimedScheduler
    private let state: InlineLocked<State>
    private let turns = Trampoline()

    init(
        _ duplex: any ByteDuplex,
        _ options: WebSocketOptions,
        _ compression: WebSocketCompression?,
        on clock: any TimedScheduler
    ) {
        self.duplex = duplex
        self.clock = clock
        state = InlineLocked(State(session: WebSocketSession(options, compression, at: clock.now.offset)))
    }

    func begin(_ receive: @escaping @Sendable (WebSocketEvent) -> Void) {
        state.withLock { $0.receive = receive }
        duplex.open(to: self)
    }

    func resume() { change { $0.session.begin(at: $1) } }

    func send(_ message: WebSocket.Message, _ number: UInt64) {
        change { $0.session.send(message, number, isDelivering: !$0.actions.isEmpty, at: $1) }
    }

    func cancel(_ number: UInt64) { change { state, _ in state.session.cancel(number) } }

    func ping(_ number: UInt64) { change { $0.session.ping(number, at: $1) } }

    func close(_ close: WebSocketClose) { change { $0.session.close(close, at: $1) } }

    func abandon() { change { state, _ in state.session.abandon() } }

    func setConsumer(isAttached: Bool) { change { $0.session.setConsumer(isAttached: isAttached, at: $1) } }

    func consumed(_ cost: Int) { change { $0.session.consumed(cost, at: $1) } }

    func consumerIsDone(_ number: UInt64) { change { $0.session.consumerIsDone(number, at: $1) } }

    func received(_ bytes: [UInt8]) { change { $0.session.receive(bytes.span, at: $1) } }

    func wrote() { change { $0.session.wrote(at: $1) } }

    func writeFailed(_ error: TransportError) { change { state, _ in state.session.writeFailed(error) } }

    func ended(_ error: TransportError?) { change { $0.session.ended(error, at: $1) } }

    private func change(_ body: (inout State, Duration) -> Void) {
        let now = clock.now.offset
        state.withLock { state in
            body(&state, now)
            for action in state.session.takeActions() { state.actions.append(action) }
        }
        turns.bounce {
            while let action = state.withLock({ $0.actions.popFirst() }) { carryOut(action) }
            setTimer()
        }
    }

    private func carryOut(_ action: WebSocketSession.Action) {
        switch action {
        case .read: duplex.read()
        case .write(let bytes): if duplex.write(bytes) { wrote() }
        case .flush: change { $0.session.flush(at: $1) }
        case .closeConnection: duplex.close()
        case .abort: duplex.abort()
        case .event(let event):
            let receive = state.withLock { state in
                // The user's values are released with the last event.
                defer { if case .closed = event { state.receive = nil } }
                return state.receive
            }
            receive?(event)
        }
    }

    // Times

    /// Sets the timer, unless it is early enough. One that is too early only looks at the session.
    private func setTimer() {
        let (former, due) = state.withLock { state -> ((any Disposable)?, Duration?) in
            let next = state.session.nextDue
            if let due = state.due, let next, due <= next { return (nil, nil) }
            defer {
                state.timer = nil
                state.due = next
            }
            return (state.timer, next)
        }
        former?.dispose()
        guard let due else { return }
        let timer = clock.schedule(at: SchedulerInstant(offset: due)) { [weak self] in self?.act(on: due) }
        let isCurrent = state.withLock { state in
            guard state.due == due else { return false }
            state.timer = timer
            return true
        }
        if !isCurrent { timer?.dispose() }
    }

    private func act(on due: Duration) {
        let isCurrent = state.withLock { state in
            guard state.due == due else { return false }
            state.due = nil
            state.timer = nil
            return true
        }
        if isCurrent { change { $0.session.act(at: $1) } }
    }
}
