import ReactiveCore
import ReactiveNetworking

/// A connection over a WebSocket of the platform.
///
/// It reports neither the bytes that arrive nor the beginning of a close: silence is measured from the last message or
/// pong.
final class PlatformLink: WebSocketLink {
    private struct State: Sendable {
        var receive: (@Sendable (WebSocketEvent) -> Void)?
        var isReceiving = false
        var unconsumedByteCount = 0
        var waitingByteCount = 0
        var waitingCount = 0
        var lastSign = SchedulerInstant.zero
        var isPinging = false
        var ownClose: WebSocketClose?
        var theirClose: WebSocketClose?
        var timers: [any Disposable] = []
        /// The last event.
        var end: WebSocketEvent?

        var isOver: Bool { end != nil }
    }

    private let socket: any PlatformWebSocket
    private let options: WebSocketOptions
    private let clock: any TimedScheduler
    private let state = Locked(State())

    init(_ socket: any PlatformWebSocket, _ options: WebSocketOptions, on clock: any TimedScheduler) {
        self.socket = socket
        self.options = options
        self.clock = clock
        state.withLock { $0.lastSign = clock.now }
        socket.limitMessages(toByteCount: options.maxMessageByteCount)
        socket.observe { [self] report in
            switch report {
            case .closed(let code, let reason):
                closed(WebSocketClose(WebSocketCloseCode(rawValue: code), reason: reason))
            case .ended(let error): ended(error)
            }
        }
    }

    func begin(_ receive: @escaping @Sendable (WebSocketEvent) -> Void) {
        let end = state.withLock { state in
            if state.end == nil { state.receive = receive }
            return state.end
        }
        if let end { receive(end) }
    }

    func resume() {
        receiveIfWanted()
        watch()
    }

    // Receiving

    func setConsumer(isAttached: Bool) {
        receiveIfWanted()
    }

    func consumed(_ cost: Int) {
        state.withLock { $0.unconsumedByteCount -= cost }
        receiveIfWanted()
    }

    /// The platform checks the frames itself.
    func consumerIsDone(_ number: UInt64) {}

    private func receiveIfWanted() {
        let mustReceive = state.withLock { state in
            let hasRoom = state.unconsumedByteCount < WebSocketSession.Limit.waitingToBeReceived
            guard !state.isReceiving, !state.isOver, state.receive != nil, hasRoom else { return false }
            state.isReceiving = true
            return true
        }
        guard mustReceive else { return }
        socket.receive { [self] message in
            let received: WebSocket.Message =
                switch message {
                case .text(let text): .text(text)
                case .data(let data): .data(data)
                }
            let now = clock.now
            state.withLock { state in
                state.isReceiving = false
                state.lastSign = now
                state.unconsumedByteCount += received.cost
            }
            send(.message(received))
            receiveIfWanted()
        }
    }

    // Sending

    func send(_ message: WebSocket.Message, _ number: UInt64) {
        let cost = message.cost
        let limit = WebSocketSession.Limit.waitingToBeSent
        let refusal = state.withLock { state -> WebSocketError? in
            if let close = state.theirClose ?? state.ownClose { return .closed(close) }
            guard state.waitingCount == 0 || cost <= limit - state.waitingByteCount else {
                return .tooManyBytesWaiting(limit: limit)
            }
            state.waitingCount += 1
            state.waitingByteCount += cost
            return nil
        }
        if let refusal { return send(.refused(number, refusal)) }
        let sent: PlatformWebSocketMessage =
            switch message {
            case .text(let text): .text(text)
            case .data(let data): .data(data)
            }
        socket.send(sent) { [self] isSent in
            state.withLock { state in
                state.waitingCount -= 1
                state.waitingByteCount -= cost
            }
            send(isSent ? .sent(number) : .refused(number, .connectionLost(nil)))
            closeIfReady()
        }
    }

    /// The platform takes a message at once, and does not give it back.
    func cancel(_ number: UInt64) {}

    func ping(_ number: UInt64) { ping { [self] event in send(event(number)) } }

    private func ping(_ report: @escaping @Sendable ((UInt64) -> WebSocketEvent) -> Void) {
        let timeout = options.pongTimeout
        if let close = state.withLock({ $0.theirClose ?? $0.ownClose }) {
            return report { .refused($0, .closed(close)) }
        }
        let begun = clock.now
        let timer = clock.schedule(after: timeout) { [self] in lose("no pong within \(timeout)") }
        keep(timer)
        socket.ping { [self] isAnswered in
            timer?.dispose()
            let now = clock.now
            guard isAnswered else { return report { .refused($0, .connectionLost(nil)) } }
            state.withLock { $0.lastSign = now }
            report { .pong($0, after: begun.duration(to: now)) }
        }
    }

    // Times

    /// Sends pings, and notices silence.
    private func watch() {
        let (lastSign, isOver) = state.withLock { ($0.lastSign, $0.isOver) }
        guard !isOver, let next = [options.pingInterval, options.idleTimeout].compactMap({ $0 }).min()
        else { return }
        let silence = lastSign.duration(to: clock.now)
        if let limit = options.idleTimeout, silence >= limit, state.withLock({ $0.isReceiving }) {
            return lose("no message within \(limit)")
        }
        if let interval = options.pingInterval, silence >= interval, !state.withLock({ $0.isPinging }) {
            state.withLock { $0.isPinging = true }
            ping { [self] _ in state.withLock { $0.isPinging = false } }
        }
        keep(clock.schedule(after: max(next - silence, .milliseconds(100))) { [self] in watch() })
    }

    private func keep(_ timer: (any Disposable)?) {
        guard let timer else { return }
        let isOver = state.withLock { state in
            state.timers.removeAll { $0.isDisposed }
            if !state.isOver { state.timers = [timer] + state.timers.prefix(3) }
            return state.isOver
        }
        if isOver { timer.dispose() }
    }

    private func lose(_ reason: String) {
        socket.abort()
        finish(
            WebSocketClose(.abnormal),
            .failed(.connectionLost(TransportError(.timedOut, phase: .receiving, detail: reason)))
        )
    }

    // Closing

    func close(_ close: WebSocketClose) {
        let timeout = options.closeTimeout
        let isFirst = state.withLock { state in
            guard state.ownClose == nil, state.theirClose == nil, !state.isOver else { return false }
            state.ownClose = close
            return true
        }
        guard isFirst else { return }
        send(.closing)
        keep(clock.schedule(after: timeout) { [self] in lose("no close frame within \(timeout)") })
        closeIfReady()
    }

    /// Sends the close frame, after the messages before it.
    private func closeIfReady() {
        let close = state.withLock { $0.waitingCount == 0 && !$0.isOver ? $0.ownClose : nil }
        if let close { socket.close(close.code.rawValue, close.reason) }
    }

    func abandon() {
        socket.close(WebSocketCloseCode.goingAway.rawValue, "")
        finish(WebSocketClose(.goingAway), .abandoned)
    }

    /// Notes the close frame of the server.
    private func closed(_ close: WebSocketClose) {
        let isFirst = state.withLock { state in
            defer { state.theirClose = close }
            return state.theirClose == nil && state.ownClose == nil
        }
        if isFirst { send(.closing) }
    }

    /// Notes the end of the connection.
    private func ended(_ error: TransportError?) {
        if let close = state.withLock({ $0.theirClose }) { return finish(close, .clean) }
        finish(WebSocketClose(.abnormal), .failed(.connectionLost(error)))
    }

    private func finish(_ close: WebSocketClose, _ outcome: WebSocketEvent.Outcome) {
        let former = state.withLock { state -> State? in
            guard !state.isOver else { return nil }
            let former = state
            state.end = .closed(close, outcome)
            state.timers = []
            state.receive = nil
            return former
        }
        guard let former else { return }
        for timer in former.timers { timer.dispose() }
        former.receive?(.closed(close, outcome))
    }

    private func send(_ event: WebSocketEvent) { state.withLock { $0.receive }?(event) }
}
