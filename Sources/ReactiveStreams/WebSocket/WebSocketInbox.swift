import ReactiveCore
import ReactiveNetworking

/// The messages that wait for the one consumer of a WebSocket, and their end.
final class WebSocketInbox: Sendable {
    private struct Consumer: Sendable {
        let number: UInt64
        let output: StartOutput<WebSocket.Message, WebSocketError>
        let place: DeliveryPlace
        /// Runs when the consumer asks for the next message.
        let asks: @Sendable () -> Void
    }

    private struct State: Sendable {
        var messages = Deque<WebSocket.Message>()
        var end: Termination<WebSocketError>?
        var consumer: Consumer?
        var lastNumber: UInt64 = 0
        /// The number with which the link waits until the consumer has done with the messages.
        var awaited: UInt64?
        var isBeingDelivered = false
        /// A Boolean value that indicates whether the consumer has not asked for the next message. One that does not
        /// ask takes all.
        var isWaiting = false

        /// A Boolean value that indicates whether there is nothing before the end that the consumer has to ask for.
        var isDrained: Bool { messages.isEmpty && awaited == nil }

        var hasWork: Bool {
            guard consumer != nil, !isBeingDelivered else { return false }
            return isDrained ? end != nil : !isWaiting
        }
    }

    private enum Step: Sendable {
        case message(WebSocket.Message, Consumer)
        case done(UInt64)
        case end(Termination<WebSocketError>, Consumer)
    }

    private let state = InlineLocked(State())
    private let link: any WebSocketLink
    private let requests: WebSocketRequests
    private let refreshing: Set<ObjectIdentifier>
    private let turns = Trampoline()

    init(_ link: any WebSocketLink, _ requests: WebSocketRequests, _ refreshing: Set<ObjectIdentifier>) {
        self.link = link
        self.requests = requests
        self.refreshing = refreshing
    }

    /// Begins to send messages to a consumer. One at a time can have them; the next one goes on where it stopped.
    func start(_ output: StartOutput<WebSocket.Message, WebSocketError>, at place: DeliveryPlace) {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        let detach = AnyDisposable { [self] in self.detach(number) }
        guard output.open(from: detach, cancel: { output.interrupt() }) else { return }
        let consumer = Consumer(number: number, output: output, place: place) { [weak self] in self?.asks(number) }
        let isAttached = state.withLock { state in
            guard state.consumer == nil else { return false }
            state.consumer = consumer
            state.isWaiting = true
            return true
        }
        guard isAttached else {
            return place.perform(for: refreshing) { output.terminate(.failed(.hasConsumer)) }
        }
        // The start may have been disposed of before it was attached.
        if detach.isDisposed { return self.detach(number) }
        announceConsumer()
        deliverIfNeeded()
        output.whenAsked(consumer.asks)
    }

    private func detach(_ number: UInt64) {
        // The consumer is released outside the lock.
        let former = state.withLock { state -> Consumer? in
            guard state.consumer?.number == number else { return nil }
            defer { state.consumer = nil }
            return state.consumer
        }
        if former != nil { announceConsumer() }
    }

    /// Tells the link whether there is a consumer. When one leaves as another comes, the last word is about the latter.
    private func announceConsumer() {
        turns.bounce { link.setConsumer(isAttached: state.withLock { $0.consumer != nil }) }
    }

    func add(_ message: WebSocket.Message) {
        state.withLock { $0.messages.append(message) }
        deliverIfNeeded()
    }

    /// Tells the link when the consumer has done with the messages: a loop once it asks for another one, any other
    /// consumer once they were sent. A consumer that sends one message after another has to know of the last one first.
    func awaitConsumer(_ number: UInt64) {
        state.withLock { $0.awaited = number }
        deliverIfNeeded()
    }

    func end(_ termination: Termination<WebSocketError>) {
        state.withLock { $0.end = termination }
        deliverIfNeeded()
    }

    private func deliverIfNeeded() {
        let place = state.withLock { state -> DeliveryPlace? in
            guard state.hasWork else { return nil }
            state.isBeingDelivered = true
            return state.consumer?.place
        }
        place?.perform(for: refreshing) { self.deliver() }
    }

    private func deliver() {
        while let step = next() {
            switch step {
            case .message(let message, let consumer):
                consumer.output.send(message)
                // A message in the hands of the consumer does not hold up the connection: it may wait for a pong (W9).
                link.consumed(message.cost)
                consumer.output.whenAsked(consumer.asks)
            case .done(let number): requests.whenTold { [link] in link.consumerIsDone(number) }
            case .end(let end, let consumer): consumer.output.terminate(end)
            }
        }
    }

    /// Goes on for a consumer that has done with what it was sent.
    private func asks(_ number: UInt64) {
        state.withLock { if $0.consumer?.number == number { $0.isWaiting = false } }
        deliverIfNeeded()
    }

    private func next() -> Step? {
        state.withLock { state in
            guard let consumer = state.consumer, state.isDrained || !state.isWaiting else {
                state.isBeingDelivered = false
                return nil
            }
            if let message = state.messages.popFirst() {
                state.isWaiting = true
                return .message(message, consumer)
            }
            if let number = state.awaited {
                state.awaited = nil
                return .done(number)
            }
            state.isBeingDelivered = false
            guard let end = state.end else { return nil }
            state.consumer = nil
            return .end(end, consumer)
        }
    }
}
