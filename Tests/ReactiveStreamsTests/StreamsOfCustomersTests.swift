import Foundation
import ReactiveNetworking
import ReactiveStreams
import ReactiveTestSupport
import ReactiveTesting
import Testing

/// The public names of streams, as a customer writes them, without access to what is internal.
@Suite struct StreamsOfCustomersTests {
    private struct Item: Codable, Sendable, Hashable {
        var n: Int
    }

    private struct Feed: Endpoint {
        var httpMethod = HTTP.Method.get
        var absoluteUrl = "http://api.test/feed"
    }

    private let clock = TestScheduler()

    private func network(_ body: String, _ type: String = "text/event-stream") -> Network {
        Network(transport: StubTransport(.text(body, headers: ["Content-Type": type]), clock: clock), clock: clock)
    }

    @Test func theOptionsOfEventsHaveTheirDefaults() {  // E7, E11
        let options = EventSourceOptions()
        #expect(options.idleTimeout == .seconds(300) && options.reconnection == .standard)
        #expect(options.reconnectionTime == .seconds(3) && options.maxReconnectionTime == .seconds(60))
        #expect(options.jitter == .none && options.lastEventID == "")
        #expect(options.maxLineByteCount == 1_048_576 && options.maxEventByteCount == 8_388_608)
        #expect(options.maxConsecutiveFailures == nil && options.decoding == .strict)
        let all = EventSourceOptions(
            idleTimeout: nil,
            reconnection: .strict,
            reconnectionTime: .seconds(1),
            maxReconnectionTime: .seconds(2),
            jitter: .full,
            lastEventID: "7",
            maxLineByteCount: 1,
            maxEventByteCount: 2,
            maxConsecutiveFailures: 3
        )
        #expect(all != options)
    }

    @Test func theOptionsOfSocketsHaveTheirDefaults() {  // W6, W10
        let options = WebSocketOptions()
        #expect(options.subprotocols.isEmpty && options.maxMessageByteCount == 16_777_216)
        #expect(options.pingInterval == nil && options.idleTimeout == nil)
        #expect(options.pongTimeout == .seconds(10) && options.closeTimeout == .seconds(5))
        let all = WebSocketOptions(
            subprotocols: ["a"],
            maxMessageByteCount: 1,
            pingInterval: .seconds(1),
            pongTimeout: .seconds(2),
            closeTimeout: .seconds(3),
            idleTimeout: .seconds(4)
        )
        #expect(all.subprotocols == ["a"] && all.closeTimeout == .seconds(3))
    }

    @Test func requestsAndEndpointsHaveEvents() {  // E16
        let request = Request(.get, "http://api.test/feed")
        let options = EventSourceOptions(reconnection: .never)
        let network = network("id: 4\ndata: {\"n\":1}\n\ndata: [DONE]\n\n")
        let scheduler: any Scheduler = ImmediateScheduler()
        let events: SignalProducer<ServerSentEvent, Network.OperationError> = network.eventSource(
            request,
            options: options,
            scheduler: scheduler
        )
        let expected = ServerSentEvent(type: "message", data: "{\"n\":1}", id: "4")
        #expect(events.record(on: clock).values.first == expected)
        #expect(network.eventSource(Feed(), options: options).record(on: clock).values.first == expected)
        let typed: SignalProducer<TypedServerSentEvent<Item>, Network.OperationError> = network.eventSource(
            request,
            as: Item.self,
            ending: .openAI,
            options: options,
            scheduler: scheduler
        )
        let values = typed.record(on: clock).values
        #expect(values.map(\.value) == [Item(n: 1)] && values.map(\.type) == ["message"] && values.map(\.id) == ["4"])
        let other = network.eventSource(Feed(), as: Item.self, ending: .data("[DONE]"), options: .skippingUndecodable)
        #expect(other.record(on: clock).values.map(\.value) == [Item(n: 1)])
        #expect(StreamEnding.openAI == .data("[DONE]") && StreamEnding.never != .openAI)
    }

    @Test func updatesTellOfTheConnection() {  // E3, E11
        let network = network(": hi\ndata: 1\n\n")
        let updates: SignalProducer<EventSourceUpdate, Network.OperationError> = network.eventSourceUpdates(
            Request(.get, "http://api.test/feed"),
            options: EventSourceOptions(maxConsecutiveFailures: 1),
            scheduler: nil
        )
        let kinds = updates.take(first: 4).record(on: clock).values.map { update in
            switch update {
            case .opened(let head): "opened \(head.status.rawValue)"
            case .event(let event): "event \(event.data)"
            case .comment(let text): "comment \(text)"
            case .reconnecting(let delay, let cause): "again \(delay) \(cause == nil)"
            }
        }
        #expect(kinds == ["opened 200", "comment hi", "event 1", "again 3.0 seconds true"])
        #expect(network.eventSourceUpdates(Feed()).take(first: 1).record(on: clock).values.count == 1)
    }

    @Test func aLoopThrowsTheErrorOfTheOperation() async {  // E14
        let network = network("nothing", "text/plain")
        let sequence: EventSequence = network.eventSequence(Feed())
        do throws(Network.OperationError) {
            for try await event in sequence { Issue.record("\(event)") }
            Issue.record("the sequence has ended")
        } catch {
            #expect(error.cause(as: EventSourceError.self) == .contentType(HTTP.ContentType(rawValue: "text/plain")))
        }
    }

    @Test func requestsAndEndpointsHaveLines() {  // L1 to L4
        let request = Request(.get, "http://api.test/feed")
        let network = network("1\n2\n", "text/plain")
        let lines: SignalProducer<String, Network.OperationError> = network.lines(request)
        #expect(lines.record(on: clock).values == ["1", "2"])
        #expect(network.lines(Feed()).record(on: clock).values == ["1", "2"])
        #expect(network.jsonLines(request, as: Int.self).record(on: clock).values == [1, 2])
        #expect(
            network.jsonLines(Feed(), as: Int.self, options: .skippingUndecodable).record(on: clock).values == [1, 2]
        )
        let sequence = self.network("\u{1E}1\n\u{1E}2\n", "application/json-seq")
        #expect(sequence.jsonSequence(request, as: Int.self).record(on: clock).values == [1, 2])
        #expect(
            sequence.jsonSequence(Feed(), as: Int.self, options: LineOptions(maxLineByteCount: 9)).record(on: clock)
                .values == [1, 2]
        )
    }

    @Test func thePublicNamesOfAWebSocketCompile() throws {  // W1, W8
        let server = ScriptedSocket(clock: clock)
        let network = Network(transport: StubTransport(.webSocket(server), clock: clock), clock: clock)
        let opened = Locked<WebSocket?>(nil)
        let opening: SignalProducer<WebSocket, Network.OperationError> = network.webSocket(
            Request(.get, "ws://api.test/feed"),
            options: WebSocketOptions()
        )
        let start = opening.startWithResult { result in opened.value = try? result.get() }
        let socket = try #require(opened.value)
        #expect(socket.subprotocol == nil && socket.state.value == .open)
        let sending: SignalProducer<Never, WebSocketError> = socket.send(.data(Data([1])))
        let ping: SignalProducer<Duration, WebSocketError> = socket.ping()
        let messages: SignalProducer<WebSocket.Message, WebSocketError> = socket.messages
        let received = messages.record(on: clock)
        #expect(sending.record(on: clock).isTerminated && ping.record(on: clock).values == [.zero])
        server.send(.text("a"))
        let closing: SignalProducer<WebSocketClose, WebSocketError> = socket.close(.goingAway, reason: "bye")
        let close = try #require(closing.record(on: clock).values.first)
        #expect(close.code == .goingAway && close.reason == "" && close.code.rawValue == 1_001)
        #expect(received.values == [.text("a")] && received.isTerminated)
        #expect(socket.state.value == .closed(close))
        start.dispose()
        #expect(network.webSocket(Feed()).record(on: clock).values.count == 1)
    }
}
