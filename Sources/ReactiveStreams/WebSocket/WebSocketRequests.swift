import ReactiveCore
import ReactiveNetworking

/// The starts of a WebSocket's producers that wait for an event: messages being sent, pings, and calls of `close`.
final class WebSocketRequests: Sendable {
    enum Consumer: Sendable {
        case message(StartOutput<Never, WebSocketError>)
        case ping(StartOutput<Duration, WebSocketError>)
        case close(StartOutput<WebSocketClose, WebSocketError>)
    }

    struct End: Sendable {
        let close: WebSocketClose
        let outcome: WebSocketEvent.Outcome
    }

    private struct State: Sendable {
        var lastNumber: UInt64 = 0
        var entries: [UInt64: Entry] = [:]
        var end: End?
        /// The number of messages that were sent, and whose consumers have not been told.
        var untoldCount = 0
        var whenTold: (@Sendable () -> Void)?
    }

    private let state = InlineLocked(State())

    func nextNumber() -> UInt64 {
        state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
    }

    /// Adds a start, unless the socket has ended.
    ///
    /// - Returns: The end.
    func add(_ entry: Entry, _ number: UInt64) -> End? {
        state.withLock { state in
            if state.end == nil { state.entries[number] = entry }
            return state.end
        }
    }

    /// Removes a start and returns it, or `nil` if it has ended.
    func take(_ number: UInt64) -> Entry? { state.withLock { $0.entries.removeValue(forKey: number) } }

    /// Ends a message that was sent.
    func complete(_ number: UInt64) {
        let entry = state.withLock { state -> Entry? in
            let entry = state.entries.removeValue(forKey: number)
            if entry != nil { state.untoldCount += 1 }
            return entry
        }
        entry?.terminate(.completed) { self.noteTold() }
    }

    private func noteTold() {
        let action = state.withLock { state -> (@Sendable () -> Void)? in
            state.untoldCount -= 1
            guard state.untoldCount == 0 else { return nil }
            defer { state.whenTold = nil }
            return state.whenTold
        }
        action?()
    }

    /// Runs an action once the consumers of all messages that were sent have been told. It replaces one that waits.
    func whenTold(_ action: @escaping @Sendable () -> Void) {
        let isTold = state.withLock { state in
            if state.untoldCount > 0 { state.whenTold = action }
            return state.untoldCount == 0
        }
        if isTold { action() }
    }

    /// Notes the end of the socket, and returns the starts that wait, in order.
    func end(_ close: WebSocketClose, _ outcome: WebSocketEvent.Outcome) -> [Entry] {
        state.withLock { state in
            defer { state.entries = [:] }
            state.end = End(close: close, outcome: outcome)
            return state.entries.sorted { $0.key < $1.key }.map(\.value)
        }
    }
}

extension WebSocketRequests {
    /// A start, and the place where its consumer receives events.
    struct Entry: Sendable {
        let consumer: Consumer
        let place: DeliveryPlace
        let refreshing: Set<ObjectIdentifier>

        /// Ends a ping.
        func complete(with time: Duration) {
            guard case .ping(let output) = consumer else { return }
            place.perform(for: refreshing) { output.finish(with: time) }
        }

        func fail(_ error: WebSocketError) { terminate(.failed(error)) }

        /// Ends the start because the socket has ended.
        func end(_ close: WebSocketClose, _ outcome: WebSocketEvent.Outcome) {
            switch (outcome, consumer) {
            case (.clean, .close(let output)): place.perform(for: refreshing) { output.finish(with: close) }
            case (.clean, _): fail(.closed(close))
            case (.failed(let error), _): fail(error)
            case (.abandoned, _): terminate(.interrupted)
            }
        }

        fileprivate func terminate(
            _ termination: Termination<WebSocketError>,
            then told: @escaping @Sendable () -> Void = {}
        ) {
            place.perform(mayBlock: false, for: refreshing) {
                switch consumer {
                case .message(let output): output.terminate(termination)
                case .ping(let output): output.terminate(termination)
                case .close(let output): output.terminate(termination)
                }
                told()
            }
        }
    }
}
