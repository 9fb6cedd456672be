import Foundation
import ReactiveTestSupport
import ReactiveTesting
import Testing

@testable import ReactiveHTTPModel
@testable import ReactiveNetworking
@testable import ReactiveStreams

/// A WebSocket of the platform that the test plays. It keeps what it is asked for.
private final class PlayedSocket: PlatformWebSocket {
    private struct State {
        var report: (@Sendable (PlatformWebSocketReport) -> Void)?
        var receive: (@Sendable (PlatformWebSocketMessage) -> Void)?
        var sends: [@Sendable (Bool) -> Void] = []
        var pings: [@Sendable (Bool) -> Void] = []
        var calls: [String] = []
    }

    private let state = Locked(State())

    /// The calls of the link, in order.
    var calls: [String] { state.withLock { $0.calls } }

    func observe(_ receive: @escaping @Sendable (PlatformWebSocketReport) -> Void) {
        state.withLock { $0.report = receive }
    }

    func limitMessages(toByteCount limit: Int) { note("limit \(limit)") }

    func receive(_ completion: @escaping @Sendable (PlatformWebSocketMessage) -> Void) {
        state.withLock { $0.receive = completion }
    }

    func send(_ message: PlatformWebSocketMessage, _ completion: @escaping @Sendable (Bool) -> Void) {
        note("send \(message)")
        state.withLock { $0.sends.append(completion) }
    }

    func ping(_ completion: @escaping @Sendable (Bool) -> Void) {
        note("ping")
        state.withLock { $0.pings.append(completion) }
    }

    func close(_ code: UInt16, _ reason: String) { note("close \(code) \(reason)") }

    func abort() { note("abort") }

    private func note(_ call: String) { state.withLock { $0.calls.append(call) } }

    func report(_ report: PlatformWebSocketReport) { state.withLock { $0.report }?(report) }

    /// Sends a message to the link; returns `false` if it has not asked for one.
    func deliver(_ message: PlatformWebSocketMessage) -> Bool {
        let receive = state.withLock { $0.receive.take() }
        receive?(message)
        return receive != nil
    }

    func endSend(_ isSent: Bool) { state.withLock { $0.sends.removeFirst() }(isSent) }

    func endPing(_ isAnswered: Bool) { state.withLock { $0.pings.removeFirst() }(isAnswered) }
}

/// The socket of a platform under the rules for WebSockets, on virtual time.
@Suite struct PlatformLinkTests {
    private let clock = TestScheduler()
    private let socket = PlayedSocket()
    private let events = Locked<[String]>([])

    private func open(_ change: (inout WebSocketOptions) -> Void = { _ in }) -> PlatformLink {
        var options = WebSocketOptions()
        options.maxMessageByteCount = 100
        change(&options)
        let link = PlatformLink(socket, options, on: clock)
        link.begin { [events, clock] event in
            events.withLock { $0.append("\(clock.now.offset.components.seconds): \(event)") }
        }
        link.resume()
        return link
    }

    @Test func aMessageIsAskedForWhileTheConsumerHasRoom() {
        let link = open()
        let large = Data(count: WebSocketSession.Limit.waitingToBeReceived)
        #expect(socket.calls == ["limit 100"])
        #expect(socket.deliver(.text("a")))
        #expect(socket.deliver(.data(large)))
        #expect(!socket.deliver(.text("b")))
        link.consumed(large.count)
        #expect(socket.deliver(.text("b")))
        #expect(events.value.map { $0.prefix(16) } == ["0: message(React", "0: message(React", "0: message(React"])
    }

    @Test func aSentMessageIsAnsweredByItsNumber() {
        let link = open()
        link.send(.text("a"), 1)
        link.send(.text("b"), 2)
        socket.endSend(true)
        socket.endSend(false)
        #expect(socket.calls == ["limit 100", "send text(\"a\")", "send text(\"b\")"])
        #expect(events.value == ["0: sent(1)", "0: \(WebSocketEvent.refused(2, .connectionLost(nil)))"])
    }

    @Test func aCloseFrameFollowsTheMessagesBeforeIt() {
        let link = open()
        link.send(.text("a"), 1)
        link.close(WebSocketClose(.normal, reason: "bye"))
        link.send(.text("b"), 2)
        #expect(socket.calls == ["limit 100", "send text(\"a\")"])
        socket.endSend(true)
        #expect(socket.calls.last == "close 1000 bye")
        socket.report(.closed(code: 1_000, reason: "bye"))
        socket.report(.ended(nil))
        let close = WebSocketClose(.normal, reason: "bye")
        #expect(
            events.value == [
                "0: closing", "0: \(WebSocketEvent.refused(2, .closed(close)))", "0: sent(1)",
                "0: \(WebSocketEvent.closed(close, .clean))",
            ]
        )
        #expect(clock.scheduledCount == 0)
    }

    @Test func aServerThatDoesNotAnswerACloseFrameIsLeft() {
        let link = open { $0.closeTimeout = .seconds(5) }
        link.close(WebSocketClose(.normal))
        clock.advance(by: .seconds(5))
        #expect(socket.calls == ["limit 100", "close 1000 ", "abort"])
        #expect(events.value.count == 2 && events.value.last?.hasPrefix("5: closed(") == true)
        #expect(clock.scheduledCount == 0)
    }

    @Test func aPingWithoutAPongEndsTheSocket() {  // W10
        let link = open {
            $0.pingInterval = .seconds(10)
            $0.pongTimeout = .seconds(3)
        }
        clock.advance(by: .seconds(10))
        socket.endPing(true)
        clock.advance(by: .seconds(10))
        clock.advance(by: .seconds(3))
        #expect(socket.calls == ["limit 100", "ping", "ping", "abort"])
        #expect(events.value.count == 1 && events.value[0].hasPrefix("23: closed("))
        #expect(clock.scheduledCount == 0)
        withExtendedLifetime(link) {}
    }

    @Test func silenceEndsTheSocket() {
        let link = open {
            $0.pingInterval = nil
            $0.idleTimeout = .seconds(4)
        }
        clock.advance(by: .seconds(3))
        #expect(socket.deliver(.text("a")))
        clock.advance(by: .seconds(4))
        #expect(socket.calls == ["limit 100", "abort"])
        #expect(events.value.last?.hasPrefix("7: closed(") == true)
        #expect(clock.scheduledCount == 0)
        withExtendedLifetime(link) {}
    }

    @Test func anEndWithAPingUnderWayLeavesNothingScheduled() {
        let link = open { $0.pongTimeout = .seconds(60) }
        link.ping(1)
        socket.report(.ended(.connectionLost))
        #expect(events.value.count == 1)
        #expect(clock.scheduledCount == 0)
    }

    @Test func anEndBeforeItsReceiverIsNotLost() {
        let link = PlatformLink(socket, WebSocketOptions(), on: clock)
        socket.report(.ended(nil))
        link.begin { [events] event in events.withLock { $0.append("\(event)") } }
        #expect(events.value.count == 1 && events.value[0].hasPrefix("closed("))
    }

    @Test func anAbandonedSocketClosesAsGoingAway() {
        open().abandon()
        #expect(socket.calls == ["limit 100", "close 1001 "])
        #expect(events.value == ["0: \(WebSocketEvent.closed(WebSocketClose(.goingAway), .abandoned))"])
        #expect(clock.scheduledCount == 0)
    }
}
