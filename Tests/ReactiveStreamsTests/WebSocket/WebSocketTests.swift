import Foundation
import ReactiveTestSupport
import ReactiveTesting
import Testing

@testable import ReactiveNetworking
@testable import ReactiveStreams

/// Whole timelines of an open socket.
@Suite struct WebSocketTests {
    @Test func theSocketIsSentAndTheProducerCompletesAtACleanClose() throws {  // W1, W8
        let virtual = VirtualSocket()
        #expect(virtual.opening.values == ["open"])
        #expect(virtual.network.activity.count.value == 0)
        let messages = try #require(virtual.messages())
        virtual.clock.advance(by: .seconds(1))
        virtual.server.send(.text("Hello"))
        virtual.server.send(.data(Data([1, 2])))
        virtual.clock.advance(by: .seconds(1))
        virtual.server.close(.goingAway, reason: "maintenance")
        #expect(virtual.socket?.state.value == .closing)
        virtual.server.end()
        let close = WebSocketClose(.goingAway, reason: "maintenance")
        #expect(virtual.socket?.state.value == .closed(close))
        #expect(
            messages.all == [
                .value(at: .seconds(1), .text("Hello")), .value(at: .seconds(1), .data(Data([1, 2]))),
                .completed(at: .seconds(2)),
            ]
        )
        #expect(virtual.opening.all == [.value(at: .zero, "open"), .completed(at: .seconds(2))])
        #expect(virtual.server.closeCodes == [.goingAway])
        #expect(virtual.isQuiet && !virtual.server.isOpen)
    }

    @Test func anEndWithoutACloseFrameFails() throws {  // WC-25, W1
        let virtual = VirtualSocket()
        let messages = try #require(virtual.messages())
        virtual.server.send(.text("a"))
        virtual.server.end()
        let error = WebSocketError.connectionLost(nil)
        #expect(messages.all == [.value(at: .zero, .text("a")), .failed(at: .zero, error)])
        #expect(virtual.opening.all.last == .failed(at: .zero, .requestFailure(error: error)))
        #expect(virtual.socket?.state.value == .closed(WebSocketClose(.abnormal)))
        #expect(virtual.isQuiet)
    }

    @Test func disposalSaysThatTheClientGoesAway() throws {  // W1
        let virtual = VirtualSocket()
        let messages = try #require(virtual.messages())
        let pong = try #require(virtual.socket?.ping().record(on: virtual.clock))
        virtual.opening.dispose()
        #expect(virtual.server.closeCodes == [.goingAway])
        #expect(!virtual.server.isOpen)
        #expect(messages.all == [.interrupted(at: .zero)])
        #expect(pong.all == [.interrupted(at: .zero)])
        #expect(virtual.opening.all == [.value(at: .zero, "open"), .interrupted(at: .zero)])
        #expect(virtual.isQuiet)
    }

    @Test func aViolationFailsWithTheReasonSentToTheServer() throws {  // WC-5, W5
        let virtual = VirtualSocket()
        let messages = try #require(virtual.messages())
        virtual.server.send(bytes: [0xC1, 0x05] + "Hello".utf8)
        virtual.server.end()
        let text = "a reserved bit is set, but no extension was agreed on"
        #expect(messages.all == [.failed(at: .zero, .protocolViolation(.protocolError, text))])
        #expect(virtual.server.closeCodes == [.protocolError])
        #expect(virtual.isQuiet)
    }

    @Test func repliesOfAConsumerGoOutBeforeTheCloseForAViolation() throws {  // W5
        let virtual = VirtualSocket()
        let socket = try #require(virtual.socket)
        socket.messages.startWithResult { result in
            if case .success(let message) = result { socket.send(message).start() }
        }
        virtual.server.send(bytes: ServerFrame.text("a") + ServerFrame.text("b") + [0xB2, 0])
        #expect(virtual.server.messages == [.text("a"), .text("b")])
        #expect(virtual.server.closeCodes == [.protocolError])
        virtual.server.end()
        #expect(virtual.isQuiet)
    }

    @Test(arguments: [(ServerFrame.close(1_000), WebSocketCloseCode.normal), ([0xB2, 0], .protocolError)])
    func repliesOfAChainOfSendsGoOutBeforeTheClose(ending: [UInt8], code: WebSocketCloseCode) throws {  // W5, W8
        let virtual = VirtualSocket()
        let socket = try #require(virtual.socket)
        socket.messages.flatMap(.concat) { socket.send($0) }.start()
        let texts = (1...9).map { "\($0)" }
        virtual.server.send(bytes: texts.flatMap(ServerFrame.text) + ending)
        #expect(virtual.server.messages == texts.map { .text($0) })
        #expect(virtual.server.closeCodes == [code])
        virtual.server.end()
        #expect(virtual.isQuiet)
    }

    @Test func theCloseWaitsForRepliesOfAChainOnAScheduler() {  // W5, W8
        let clock = TestScheduler()
        let server = ScriptedSocket(clock: clock)
        let stub = StubTransport(script: [.webSocket(server)], clock: clock)
        let network = Network(transport: stub, clock: clock, scheduler: clock)
        network.webSocket(.get("ws://chat.test/")).startWithResult { result in
            guard case .success(let socket) = result else { return }
            socket.messages.flatMap(.concat) { socket.send($0) }.start()
        }
        clock.advance(by: .seconds(1))
        server.send(bytes: ["a", "b", "c"].flatMap(ServerFrame.text) + ServerFrame.close(1_000))
        clock.advance(by: .seconds(1))
        #expect(server.messages == [.text("a"), .text("b"), .text("c")])
        #expect(server.closeCodes == [.normal])
    }

    @Test func theServersCloseWaitsUntilALoopAsksForTheNextMessage() async throws {  // W8
        let world = VirtualSocket(.polite)
        let socket = try #require(world.socket)
        var loop = socket.messages.values().makeAsyncIterator()
        world.server.send(bytes: ServerFrame.text("a") + ServerFrame.text("b") + ServerFrame.close(1_001))
        for text in ["a", "b"] {
            #expect(try await loop.next() == .text(text))
            socket.send(.text(text)).start()
        }
        #expect(world.server.closeCodes.isEmpty && socket.state.value == .open)
        #expect(try await loop.next() == nil)
        #expect(world.server.frames.map(\.opcode) == [1, 1, 8])
        #expect(socket.state.value == .closed(WebSocketClose(.goingAway)))
    }

    // Sending

    @Test func aViolationWaitsUntilALoopAsksForTheNextMessage() async throws {  // W5
        let world = VirtualSocket(.polite)
        let socket = try #require(world.socket)
        var loop = socket.messages.values().makeAsyncIterator()
        world.server.send(.text("a"))
        #expect(try await loop.next() == .text("a"))
        // It comes by itself, while the loop has the message.
        world.server.send(bytes: [0xB2, 0])
        #expect(world.server.sent.isEmpty)
        socket.send(.text("A")).start()
        _ = try? await loop.next()
        #expect(world.server.frames.map(\.opcode) == [1, 8])
        #expect(world.server.frames.map { $0.payload.prefix(2) } == [Data("A".utf8), Data([0x03, 0xEA])])
    }

    @Test func answersToMessagesThatArriveTogetherGoOutTogether() throws {  // W4
        let virtual = VirtualSocket()
        let socket = try #require(virtual.socket)
        socket.messages.startWithResult { result in
            if case .success(let message) = result { socket.send(message).start() }
        }
        virtual.server.holdBytes()
        let texts = (0..<64).map { "\($0)" }
        virtual.server.send(bytes: texts.flatMap { ServerFrame.text($0) })
        #expect(virtual.server.messages == texts.map { .text($0) })
    }

    @Test func aSentMessageCompletesWhenItsBytesAreTaken() throws {  // W4
        let virtual = VirtualSocket()
        let socket = try #require(virtual.socket)
        virtual.server.holdBytes()
        let first = socket.send(.text("a")).record(on: virtual.clock)
        let second = socket.send(.data(Data([0x62]))).record(on: virtual.clock)
        #expect(first.all.isEmpty)
        virtual.clock.advance(by: .seconds(2))
        virtual.server.takeBytes()
        #expect(first.all == [.completed(at: .seconds(2))] && second.all == [.completed(at: .seconds(2))])
        #expect(virtual.server.messages == [.text("a"), .data(Data([0x62]))])
    }

    @Test func aMessageSentAsSoonAsTheSocketIsThereCompletes() {  // W1, W4
        let clock = TestScheduler()
        let server = ScriptedSocket(clock: clock)
        let network = Network(transport: StubTransport(.webSocket(server), clock: clock), clock: clock)
        let events = network.webSocket(.get("ws://chat.test/"))
            .flatMap(.merge) { $0.send(.text("hello")).materialize().map { "\($0)" }.promoteError(OperationError.self) }
            .record(on: clock)
        #expect(events.values == ["COMPLETED"])
        #expect(server.messages == [.text("hello")])
    }

    @Test func eachStartSendsOnceAndNothingIsSentBefore() throws {  // W4
        let virtual = VirtualSocket()
        let producer = try #require(virtual.socket?.send(.text("a")))
        #expect(virtual.server.messages.isEmpty)
        producer.start()
        producer.start()
        #expect(virtual.server.messages == [.text("a"), .text("a")])
    }

    @Test func aDisposedMessageThatWaitsIsNotSent() throws {  // W4
        let virtual = VirtualSocket()
        let socket = try #require(virtual.socket)
        virtual.server.holdBytes()
        socket.send(.text("a")).start()
        let second = socket.send(.text("b")).record(on: virtual.clock)
        second.dispose()
        virtual.server.takeBytes()
        #expect(virtual.server.messages == [.text("a")])
        #expect(second.all == [.interrupted(at: .zero)])
    }

    @Test func nothingIsSentAfterTheEnd() throws {  // W8
        let virtual = VirtualSocket()
        let socket = try #require(virtual.socket)
        virtual.server.close()
        virtual.server.end()
        let close = WebSocketClose(.normal)
        #expect(socket.send(.text("a")).record(on: virtual.clock).all == [.failed(at: .zero, .closed(close))])
        #expect(socket.ping().record(on: virtual.clock).all == [.failed(at: .zero, .closed(close))])
        #expect(socket.close().record(on: virtual.clock).all == [.value(at: .zero, close), .completed(at: .zero)])
        #expect(socket.messages.record(on: virtual.clock).all == [.completed(at: .zero)])
    }

    @Test func aPingTakesTheTimeUntilItsPong() throws {  // W7
        let virtual = VirtualSocket()
        let pong = try #require(virtual.socket?.ping().record(on: virtual.clock))
        virtual.clock.advance(by: .milliseconds(250))
        virtual.server.send(bytes: [0x8A, 0x08] + virtual.server.frames[0].payload)
        #expect(pong.values == [.milliseconds(250)])
        #expect(pong.isTerminated)
    }

    // Closing

    @Test func closeReturnsTheServersCode() throws {  // W8
        let virtual = VirtualSocket(.polite)
        let socket = try #require(virtual.socket)
        socket.send(.text("last")).start()
        let close = socket.close(.normal, reason: "done").record(on: virtual.clock)
        #expect(close.all == [.value(at: .zero, WebSocketClose(.normal)), .completed(at: .zero)])
        #expect(virtual.server.sent == ["1 last", "8 \u{3}\u{FFFD}done"])
        #expect(virtual.opening.all == [.value(at: .zero, "open"), .completed(at: .zero)])
        #expect(virtual.isQuiet)
    }

    @Test func aServerThatDoesNotAnswerACloseIsGivenUp() throws {  // W8
        let virtual = VirtualSocket { $0.closeTimeout = .seconds(3) }
        let close = try #require(virtual.socket?.close().record(on: virtual.clock))
        #expect(virtual.socket?.state.value == .closing)
        virtual.clock.advance(by: .seconds(10))
        #expect(close.all.map(\.time) == [.seconds(3)])
        #expect(virtual.socket?.state.value == .closed(WebSocketClose(.abnormal)))
        #expect(virtual.isQuiet && !virtual.server.isOpen)
    }

    @Test(arguments: [UInt16(999), 1_005, 1_006, 1_015, 2_999, 5_000])
    func aCodeThatMayNotBeSentIsRefused(number: UInt16) throws {  // W8
        let virtual = VirtualSocket()
        let code = WebSocketCloseCode(rawValue: number)
        let close = try #require(virtual.socket?.close(code).record(on: virtual.clock))
        #expect(close.all == [.failed(at: .zero, .invalidClose(WebSocketClose(code)))])
        #expect(virtual.server.frames.isEmpty)
        let reason = String(repeating: "é", count: 62)
        let long = try #require(virtual.socket?.close(reason: reason).record(on: virtual.clock))
        #expect(long.all == [.failed(at: .zero, .invalidClose(WebSocketClose(.normal, reason: reason)))])
    }

    // Pace

    @Test func messagesHaveOneConsumerAtATime() throws {  // W9
        let virtual = VirtualSocket()
        let first = try #require(virtual.messages())
        let second = try #require(virtual.messages())
        #expect(second.all == [.failed(at: .zero, .hasConsumer)])
        virtual.server.send(.text("a"))
        first.dispose()
        virtual.server.send(.text("b"))
        let third = try #require(virtual.messages())
        virtual.server.send(.text("c"))
        #expect(first.values == [.text("a")])
        #expect(third.values == [.text("b"), .text("c")])
    }

    @Test func withoutAConsumerTheConnectionIsNotRead() throws {  // W9
        let virtual = VirtualSocket()
        let piece = WebSocket.Message.data(Data(count: 100_000))
        for _ in 0..<5 { virtual.server.send(piece) }
        #expect(!virtual.server.isRead)
        let messages = try #require(virtual.messages())
        #expect(messages.values.count == 5)
        #expect(virtual.server.isRead)
    }

    @Test func aConsumerOnABusySchedulerHoldsUpTheConnection() throws {  // W9
        let clock = TestScheduler()
        let busy = TestScheduler()
        let server = ScriptedSocket(manner: .silent, clock: clock)
        let network = Network(transport: StubTransport(.webSocket(server), clock: clock), clock: clock, scheduler: busy)
        let received = Locked(0)
        network.webSocket(.get("wss://chat.test/")).startWithResult { result in
            guard case .success(let socket) = result else { return }
            socket.messages.startWithResult { _ in received.withLock { $0 += 1 } }
        }
        busy.advance()
        for _ in 0..<5 { server.send(.data(Data(count: 100_000))) }
        #expect(!server.isRead && received.withLock { $0 } == 0)
        busy.advance()
        #expect(server.isRead && received.withLock { $0 } == 5)
    }

    @Test func aBusyLoopHoldsUpTheConnection() async throws {  // W9
        let virtual = VirtualSocket()
        var iterator = try #require(virtual.socket).messages.values().makeAsyncIterator()
        for number in 0..<10 { virtual.server.send(.data(Data(repeating: UInt8(number), count: 100_000))) }
        #expect(!virtual.server.isRead)
        for number in 0..<10 {
            #expect(try await iterator.next() == .data(Data(repeating: UInt8(number), count: 100_000)))
        }
        #expect(virtual.server.isRead)
        virtual.server.close()
        virtual.server.end()
        #expect(try await iterator.next() == nil)
    }

    @Test func aLoopMayAwaitAPongWhileItHasALargeMessage() async throws {  // W7, W9
        let world = VirtualSocket(.polite)
        let socket = try #require(world.socket)
        world.server.send(.data(Data(count: 300_000)))
        var loop = socket.messages.values().makeAsyncIterator()
        _ = try await loop.next()
        #expect(world.server.isRead)
        #expect(try await socket.ping().value() == .zero)
    }

    @Test func aBusyLoopMissesNoMessage() async throws {  // W9
        let virtual = VirtualSocket()
        var iterator = try #require(virtual.socket).messages.values().makeAsyncIterator()
        let count = 100_000
        for number in 0..<count { virtual.server.send(.text("\(number)")) }
        virtual.server.close()
        virtual.server.end()
        var expected = 0
        while let message = try await iterator.next() {
            guard message == .text("\(expected)") else { break }
            expected += 1
        }
        #expect(expected == count)
        #expect(virtual.isQuiet)
    }

    @Test func leavingALoopReleasesTheMessagesItHeld() async throws {  // W9
        let virtual = VirtualSocket()
        let socket = try #require(virtual.socket)
        let piece = WebSocket.Message.data(Data(count: 200_000))
        for _ in 0..<4 { virtual.server.send(piece) }
        for try await _ in socket.messages.values() { break }
        for _ in 0..<2 { virtual.server.send(piece) }
        var iterator = socket.messages.values().makeAsyncIterator()
        #expect(try await iterator.next() == piece)
        virtual.server.close()
        virtual.server.end()
        while try await iterator.next() != nil {}
        #expect(virtual.isQuiet)
    }

    // Times

    @Test func pingsKeepTheConnectionUnderObservation() throws {  // W10
        let virtual = VirtualSocket(.polite) { $0.pingInterval = .seconds(30) }
        virtual.clock.advance(by: .seconds(100))
        #expect(virtual.server.frames.map(\.time) == [.seconds(30), .seconds(60), .seconds(90)])
        virtual.opening.dispose()
        #expect(virtual.isQuiet)
    }

    @Test func aMissingPongIsALostConnection() throws {  // W10
        let virtual = VirtualSocket {
            $0.pingInterval = .seconds(30)
            $0.pongTimeout = .seconds(4)
        }
        let messages = try #require(virtual.messages())
        virtual.clock.advance(by: .seconds(100))
        #expect(messages.all.map(\.time) == [.seconds(34)])
        #expect(virtual.socket?.state.value == .closed(WebSocketClose(.abnormal)))
        #expect(virtual.isQuiet)
    }

    @Test func retryingOpensAnotherSocket() {  // W10
        let clock = TestScheduler()
        let server = ScriptedSocket(clock: clock)
        let network = Network(transport: StubTransport(.webSocket(server), clock: clock), clock: clock)
        let events = network.webSocket(.get("ws://chat.test/")).map { _ in "open" }
            .retry(upTo: 1)
            .record(on: clock)
        server.end(.connectionLost)
        #expect(server.openCount == 2)
        server.close()
        #expect(events.values == ["open", "open"])
    }
}
