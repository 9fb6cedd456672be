import Foundation
import ReactiveTestSupport
import ReactiveTesting
import Testing

@testable import ReactiveNetworking
@testable import ReactiveStreams

/// Consumers that come and go, as the link of a socket is told about them.
@Suite struct WebSocketInboxTests {
    /// Notes what it is told, and sends what the test wants.
    private final class ToldLink: WebSocketLink {
        struct State: Sendable {
            var receive: (@Sendable (WebSocketEvent) -> Void)?
            var whenLeft: (@Sendable () -> Void)?
            var consumers: [Bool] = []
            var consumedCosts: [Int] = []
        }

        let state = Locked(State())

        func begin(_ receive: @escaping @Sendable (WebSocketEvent) -> Void) {
            state.withLock { $0.receive = receive }
        }

        func setConsumer(isAttached: Bool) {
            let whenLeft = state.withLock { state -> (@Sendable () -> Void)? in
                defer { if !isAttached { state.whenLeft = nil } }
                return isAttached ? nil : state.whenLeft
            }
            whenLeft?()
            state.withLock { $0.consumers.append(isAttached) }
        }

        func consumed(_ cost: Int) { state.withLock { $0.consumedCosts.append(cost) } }

        func send(_ texts: String...) {
            for text in texts { state.withLock { $0.receive }?(.message(.text(text))) }
        }

        func resume() {}
        func send(_ message: WebSocket.Message, _ number: UInt64) {}
        func cancel(_ number: UInt64) {}
        func ping(_ number: UInt64) {}
        func close(_ close: WebSocketClose) {}
        func abandon() {}
        func consumerIsDone(_ number: UInt64) {}
    }

    private let link = ToldLink()
    private let socket: WebSocket

    init() {
        let network = Network(transport: StubTransport(.status(.ok)), scheduler: ImmediateScheduler())
        socket = WebSocket(
            over: link,
            subprotocol: nil,
            network,
            at: .inPlace(otherwiseOn: nil),
            for: [],
            coding: WebSocketCoding(encoder: { JSONEncoder() }, decoder: { JSONDecoder() })
        )
        socket.begin { _ in }
    }

    @Test func theLinkKnowsAConsumerThatComesAsAnotherLeaves() {  // W9
        let received = Locked<[WebSocket.Message]>([])
        let first = socket.messages.start()
        link.state.withLock {
            $0.whenLeft = { [socket] in
                socket.messages.startWithResult { result in
                    received.withLock { if case .success(let message) = result { $0.append(message) } }
                }
            }
        }
        first.dispose()
        #expect(link.state.withLock { $0.consumers } == [true, false, true])
        link.send("a")
        #expect(received.withLock { $0 } == [.text("a")])
    }

    @Test func aConsumerThatLeavesDuringADeliveryHasTakenItsMessage() {  // W9
        let received = Locked<[WebSocket.Message]>([])
        let receive: @Sendable (WebSocket.Message) -> Void = { message in received.withLock { $0.append(message) } }
        link.send("a", "bc")
        socket.messages.take(first: 1).on(value: receive).start()
        #expect(received.withLock { $0 } == [.text("a")])
        #expect(link.state.withLock { $0.consumedCosts } == [WebSocket.Message.text("a").cost])
        #expect(link.state.withLock { $0.consumers } == [true, false])
        socket.messages.on(value: receive).start()
        #expect(received.withLock { $0 } == [.text("a"), .text("bc")])
        let costs = [WebSocket.Message.text("a"), .text("bc")].map(\.cost)
        #expect(link.state.withLock { $0.consumedCosts } == costs)
    }

    @Test func aLoopReceivesAMessageWhenItAsks() async throws {  // W9
        let texts: [WebSocket.Message] = ["a", "bc", "def"].map { .text($0) }
        link.send("a", "bc", "def")
        do {
            var loop = socket.messages.values().makeAsyncIterator()
            #expect(link.state.withLock { $0.consumedCosts }.isEmpty)
            #expect(try await loop.next() == texts[0])
            #expect(link.state.withLock { $0.consumedCosts } == [texts[0].cost])
            #expect(try await loop.next() == texts[1])
        }
        #expect(link.state.withLock { $0.consumedCosts } == [texts[0].cost, texts[1].cost])
        #expect(link.state.withLock { $0.consumers } == [true, false])
        var next = socket.messages.values().makeAsyncIterator()
        #expect(try await next.next() == texts[2])
    }

    @Test func aLoopReceivesTheEndBehindTheLastMessage() async throws {  // W8, W9
        link.send("a")
        link.state.withLock { $0.receive }?(.closed(WebSocketClose(.normal), .clean))
        var loop = socket.messages.values().makeAsyncIterator()
        #expect(try await loop.next() == .text("a"))
        #expect(try await loop.next() == nil)
    }
}
