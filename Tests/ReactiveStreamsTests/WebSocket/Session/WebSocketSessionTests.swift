import Foundation
import ReactiveTestSupport
import Testing

@testable import ReactiveNetworking
@testable import ReactiveStreams

/// The protocol of an open socket: frames, limits, and times.
@Suite struct WebSocketSessionTests {
    // Receiving

    @Test func aPongGoesOutBeforeTheMessageAroundThePing() {  // WC-3, W7
        var bench = SessionBench()
        bench.receive([0x01, 0x03] + "Hel".utf8 + [0x89, 0x01, 0x78, 0x80, 0x02] + "lo".utf8)
        #expect(bench.order == ["frame 10", "message"])
        #expect(bench.frames == [.pong("x")])
        #expect(bench.messages == [.text("Hello")])
    }

    @Test func everyPingOfOnePieceIsAnswered() {  // W7
        var bench = SessionBench()
        bench.receive((0..<10).flatMap { ServerFrame.ping("payload-\($0)") })
        #expect(bench.frames == (0..<10).map { .pong("payload-\($0)") })
    }

    @Test func ofVeryManyPingsTheLastAreAnswered() {  // W7, W9
        var bench = SessionBench(takesBytes: false)
        bench.perform { $0.send(.text("first"), 1, at: $1) }
        for number in 0..<100_000 { bench.receive(ServerFrame.ping("\(number)")) }
        bench.take()
        #expect(bench.frames == [.text("first")] + (99_936..<100_000).map { .pong("\($0)") })
    }

    @Test(
        arguments: [
            ([0xC1, 0x05], 1_002), ([0x81, 0x85], 1_002), ([0x80, 0x00], 1_002),
            ([0x01, 0x03, 0xED, 0xA0, 0x80], 1_007), ([0x82, 0x7E, 0x00, 0x05], 1_002),
            ([0x81, 0x7E, 0x03, 0xE9], 1_009),
        ] as [([UInt8], UInt16)]
    )
    func aViolationClosesWithItsCode(bytes: [UInt8], code: UInt16) {  // WC-5, WC-7, WC-9, WC-13, WC-21, WC-23
        var bench = SessionBench { $0.maxMessageByteCount = 1_000 }
        bench.receive(bytes)
        #expect(bench.frames == [.close(code)])
        #expect(bench.events == [.closing])
        bench.receive(ServerFrame.text("ignored"))
        bench.perform { $0.ended(nil, at: $1) }
        #expect(bench.end?.0 == WebSocketClose(WebSocketCloseCode(rawValue: code)))
        guard case .failed(.protocolViolation(let told, _))? = bench.end?.1 else {
            Issue.record("the outcome is \(String(describing: bench.end))")
            return
        }
        #expect(told.rawValue == code && bench.messages.isEmpty)
    }

    @Test func aViolationIsReportedWithoutAnEndOfTheConnection() {  // W5
        var bench = SessionBench()
        bench.receive([0x80, 0x00])
        bench.advance(to: .seconds(5))
        #expect(bench.isClosed && bench.end?.0.code == .protocolError)
    }

    private static let messageAndViolation = ServerFrame.text("a") + [0xB2, 0]

    @Test func aViolationWaitsForTheConsumerOfTheMessagesBeforeIt() {  // W5
        for isEarly in [true, false] {
            var bench = SessionBench()
            if isEarly { bench.perform { $0.setConsumer(isAttached: true, at: $1) } }
            bench.receive(Self.messageAndViolation)
            bench.receive(ServerFrame.ping("ignored"))
            #expect(bench.frames.isEmpty && bench.events == [.message(.text("a")), .awaitConsumer(1)])
            if !isEarly { bench.perform { $0.setConsumer(isAttached: true, at: $1) } }
            bench.perform { $0.send(.text("b"), 1, isDelivering: true, at: $1) }
            bench.perform { $0.consumerIsDone($0.lastAwaited, at: $1) }
            #expect(bench.frames == [.text("b"), .close(1_002)])
            #expect(bench.events == [.message(.text("a")), .awaitConsumer(1), .sent(1), .awaitConsumer(2), .closing])
        }
    }

    @Test func aViolationWaitsForTheMessageTheConsumerIsHandling() {  // W5, W6, WC-13
        var bench = SessionBench()
        bench.perform { $0.setConsumer(isAttached: true, at: $1) }
        bench.receive(ServerFrame.text("a"))
        bench.perform { $0.consumed(WebSocket.Message.text("a").cost, at: $1) }
        bench.receive([0x01, 0x03, 0xED, 0xA0, 0x80])
        #expect(bench.frames.isEmpty)
        bench.perform { $0.consumerIsDone($0.lastAwaited, at: $1) }
        #expect(bench.frames == [.close(1_007)])
        #expect(bench.events == [.message(.text("a")), .awaitConsumer(1), .closing])
    }

    @Test func aViolationWithoutAConsumerOrMessagesClosesAtOnce() {  // W5
        var bench = SessionBench()
        bench.receive([0xB2, 0])
        #expect(bench.frames == [.close(1_002)])
        var left = SessionBench()
        left.perform { $0.setConsumer(isAttached: true, at: $1) }
        left.perform { $0.setConsumer(isAttached: false, at: $1) }
        left.receive(Self.messageAndViolation)
        #expect(left.frames == [.close(1_002)])
    }

    @Test func theCloseForAViolationDoesNotWaitForASlowServer() {  // W5, W8
        var bench = SessionBench(takesBytes: false) { $0.closeTimeout = .seconds(5) }
        bench.perform { $0.send(.data(Data(count: 200_000)), 1, at: $1) }
        bench.receive([0xB2, 0])
        bench.advance(to: .seconds(4))
        bench.perform { $0.wrote(at: $1) }
        bench.advance(to: .seconds(5))
        #expect(bench.end?.0.code == .protocolError)
    }

    @Test func aCloseEndsTheWaitForTheConsumer() {  // W5, W8
        var bench = SessionBench { $0.closeTimeout = .seconds(5) }
        bench.perform { $0.setConsumer(isAttached: true, at: $1) }
        bench.receive(Self.messageAndViolation)
        bench.advance(to: .seconds(4))
        bench.perform { $0.close(WebSocketClose(.normal), at: $1) }
        #expect(bench.frames == [.close(1_002)])
        bench.advance(to: .milliseconds(8_999))
        #expect(!bench.isClosed)
        bench.advance(to: .seconds(9))
        #expect(bench.isClosed && bench.end?.0.code == .protocolError)
    }

    @Test func aViolationWaitsForNoConsumerThatTakesItsTime() {  // W5
        var bench = SessionBench { $0.closeTimeout = .seconds(3) }
        bench.perform { $0.setConsumer(isAttached: true, at: $1) }
        bench.receive(Self.messageAndViolation)
        bench.advance(to: .seconds(2))
        bench.perform { $0.send(.text("b"), 1, at: $1) }
        bench.advance(to: .milliseconds(2_999))
        #expect(bench.frames == [.text("b")])
        bench.advance(to: .seconds(3))
        #expect(bench.frames == [.text("b"), .close(1_002)])
        bench.advance(to: .seconds(6))
        #expect(bench.isClosed && bench.end?.0.code == .protocolError)
    }

    @Test func aViolationWaitsNoLongerThanTheConsumerAndTheConnectionStay() {  // W5
        var left = SessionBench()
        left.perform { $0.setConsumer(isAttached: true, at: $1) }
        left.receive(Self.messageAndViolation)
        left.perform { $0.setConsumer(isAttached: false, at: $1) }
        #expect(left.frames == [.close(1_002)])
        var ended = SessionBench()
        ended.receive(Self.messageAndViolation)
        ended.perform { $0.ended(nil, at: $1) }
        guard case .failed(.protocolViolation(.protocolError, _))? = ended.end?.1 else {
            Issue.record("the outcome is \(String(describing: ended.end))")
            return
        }
    }

    // Sending

    @Test func answersToOneDeliveryAreOneBatch() {  // W4
        var bench = SessionBench(takesBytes: false)
        bench.perform { session, now in
            for id in 1...3 { session.send(.text("\(id)"), UInt64(id), isDelivering: true, at: now) }
        }
        #expect(bench.frames == [.text("1"), .text("2"), .text("3")])
        bench.take()
        #expect(bench.events == [.sent(1), .sent(2), .sent(3)])
    }

    @Test func messagesGoOutInOrder() {  // W4
        var bench = SessionBench(takesBytes: false)
        for id in 1...5 { bench.perform { $0.send(.text("\(id)"), UInt64(id), at: $1) } }
        bench.take()
        bench.take()
        #expect(bench.frames.map { String(decoding: $0.payload, as: UTF8.self) } == ["1", "2", "3", "4", "5"])
        #expect(bench.events == (1...5).map { .sent($0) })
    }

    @Test func aLargeMessageGoesOutInFragmentsThatControlFramesInterrupt() {  // W4, W7
        var bench = SessionBench(takesBytes: false)
        let body = (0..<150_000).map { UInt8(truncatingIfNeeded: $0) }
        bench.perform { $0.send(.data(Data(body)), 1, at: $1) }
        bench.receive(ServerFrame.ping("x"))
        for _ in 0..<3 { bench.take() }
        #expect(bench.frames.map(\.opcode) == [2, 10, 0, 0])
        #expect(bench.frames.map(\.isFinal) == [false, true, false, true])
        #expect(bench.frames.map(\.payload.count) == [65_536, 1, 65_536, 18_928])
        #expect(Array(bench.frames.filter { $0.opcode != 10 }.map(\.payload).joined()) == body)
        #expect(bench.events == [.sent(1)])
    }

    @Test func aMessageOf64KiBIsOneFrame() {  // W4
        var bench = SessionBench()
        bench.perform { $0.send(.data(Data(count: 65_536)), 1, at: $1) }
        #expect(bench.frames.map(\.isFinal) == [true])
    }

    @Test func everyFrameHasAKeyOfItsOwn() {  // W4
        var bench = SessionBench { $0.random = .system }
        for id in 1...50 { bench.perform { $0.send(.text("a"), UInt64(id), at: $1) } }
        #expect(Set(bench.frames.map(\.key)).count == 50)
    }

    @Test func messagesBeyondAMebibyteOfWaitingBytesAreRefused() {  // W4
        var bench = SessionBench(takesBytes: false)
        let piece = Data(count: 262_144)
        for id in 1...5 { bench.perform { $0.send(.data(piece), UInt64(id), at: $1) } }
        let refusal = WebSocketError.tooManyBytesWaiting(limit: 1_048_576)
        #expect(bench.events == [.refused(4, refusal), .refused(5, refusal)])
        for _ in 0..<12 { bench.take() }
        bench.perform { $0.send(.data(piece), 6, at: $1) }
        #expect(bench.events.suffix(3) == [.sent(1), .sent(2), .sent(3)])
        var alone = SessionBench(takesBytes: false)
        alone.perform { $0.send(.data(Data(count: 3_000_000)), 1, at: $1) }
        #expect(alone.events.isEmpty)
    }

    @Test func aCanceledMessageIsNotSent() {  // W4
        var bench = SessionBench(takesBytes: false)
        for id in 1...3 { bench.perform { $0.send(.text("\(id)"), UInt64(id), at: $1) } }
        bench.perform { session, _ in session.cancel(1) }
        bench.perform { session, _ in session.cancel(2) }
        bench.take()
        bench.take()
        #expect(bench.frames == [.text("1"), .text("3")])
        #expect(bench.session.queuedByteCount == 0)
    }

    @Test func bytesThatHaveArrivedAreReadAfterAFailedWrite() {  // W8
        var bench = SessionBench(takesBytes: false)
        bench.perform { $0.send(.text("a"), 1, at: $1) }
        bench.perform { session, _ in session.writeFailed(.connectionLost) }
        #expect(bench.events == [.refused(1, .connectionLost(.connectionLost))])
        bench.receive(ServerFrame.close(1_000))
        bench.perform { $0.ended(nil, at: $1) }
        #expect(bench.events.last == .closed(WebSocketClose(.normal), .clean))
    }

    // Pace

    @Test func withoutAConsumerTheSocketIsNotReadOn() {  // W9
        var bench = SessionBench()
        for _ in 0..<8 { bench.receive(ServerFrame.data([UInt8](repeating: 1, count: 30_000))) }
        #expect(bench.readCount == 9)
        bench.receive(ServerFrame.data([UInt8](repeating: 1, count: 30_000)))
        #expect(bench.readCount == 9)
        let cost = bench.messages[0].cost
        bench.perform { $0.setConsumer(isAttached: true, at: $1) }
        #expect(bench.readCount == 9)
        bench.perform { $0.consumed(cost, at: $1) }
        #expect(bench.readCount == 10)
    }

    @Test func emptyMessagesCountTowardTheLimit() {  // W9
        var bench = SessionBench()
        let empty = [UInt8](repeating: 0, count: 10_000).enumerated().map { $0.offset % 2 == 0 ? UInt8(0x82) : 0 }
        bench.receive(empty)
        #expect(bench.messages.count == 5_000 && bench.readCount == 1)
    }

    @Test func aLargeMessageIsReadForAConsumerThatWaits() {  // W9
        var bench = SessionBench()
        let piece = ServerFrame.make(0x2, isFinal: false, [UInt8](repeating: 1, count: 60_000))
        let next = ServerFrame.make(0x0, isFinal: false, [UInt8](repeating: 1, count: 60_000))
        bench.receive(piece)
        for _ in 0..<10 where bench.readCount > bench.frames.count { bench.receive(next) }
        #expect(bench.readCount == 5)
        bench.perform { $0.setConsumer(isAttached: true, at: $1) }
        #expect(bench.readCount == 6)
    }

    // Times

    @Test func aPingIsSentAfterAnIntervalOfSilence() {  // W10
        var bench = SessionBench { $0.pingInterval = .seconds(30) }
        bench.advance(to: .seconds(20))
        bench.receive(ServerFrame.text("a"))
        bench.advance(to: .milliseconds(49_999))
        #expect(bench.frames.isEmpty)
        bench.advance(to: .seconds(50))
        #expect(bench.frames.map(\.opcode) == [9])
        bench.receive(ServerFrame.make(0xA, bench.frames[0].payload))
        bench.advance(to: .milliseconds(79_999))
        #expect(bench.frames.count == 1)
        bench.advance(to: .seconds(80))
        #expect(bench.frames.count == 2)
    }

    @Test func aPingWithoutAPongIsALostConnection() {  // W10
        var bench = SessionBench { $0.pingInterval = .seconds(30) }
        bench.advance(to: .seconds(35))
        bench.receive(ServerFrame.text("no pong"))
        bench.advance(to: .seconds(40))
        #expect(bench.isAborted && bench.end?.0 == WebSocketClose(.abnormal))
        guard case .failed(.connectionLost(let error?))? = bench.end?.1 else {
            Issue.record("the outcome is \(String(describing: bench.end))")
            return
        }
        #expect(error.kind == .timedOut && error.detail == "no pong within 10.0 seconds")
    }

    @Test func aPingTakesTheTimeUntilItsPong() {  // W7
        var bench = SessionBench()
        bench.perform { $0.ping(1, at: $1) }
        bench.advance(to: .seconds(1))
        bench.perform { $0.ping(2, at: $1) }
        bench.advance(to: .seconds(3))
        bench.receive(ServerFrame.make(0xA, [1, 2, 3]))
        #expect(bench.events.isEmpty)
        bench.receive(ServerFrame.make(0xA, bench.frames[1].payload))
        #expect(bench.events == [.pong(1, after: .seconds(3)), .pong(2, after: .seconds(2))])
    }

    @Test func aSilentConnectionCountsAsLost() {  // W10
        var bench = SessionBench { $0.idleTimeout = .seconds(60) }
        bench.advance(to: .seconds(50))
        bench.receive([0x89])
        bench.advance(to: .milliseconds(109_999))
        #expect(bench.end == nil)
        bench.advance(to: .seconds(110))
        #expect(bench.end?.0 == WebSocketClose(.abnormal))
    }

    @Test func theTimeOfASlowConsumerDoesNotCountAsSilence() {  // W9, W10
        var bench = SessionBench {
            $0.idleTimeout = .seconds(60)
            $0.pingInterval = .seconds(10)
        }
        bench.receive(ServerFrame.data([UInt8](repeating: 1, count: 300_000)))
        #expect(bench.session.nextDue == nil)
        bench.advance(to: .seconds(1_000))
        bench.perform { $0.consumed(WebSocket.Message.data(Data(count: 300_000)).cost, at: $1) }
        #expect(bench.session.nextDue == .seconds(1_010))
    }

    @Test func noTimerRunsAfterTheEnd() {  // W10
        var bench = SessionBench { $0.pingInterval = .seconds(1) }
        bench.perform { $0.ended(nil, at: $1) }
        #expect(bench.session.nextDue == nil)
        bench.perform { $0.send(.text("a"), 1, at: $1) }
        #expect(bench.events.last == .refused(1, .closed(WebSocketClose(.abnormal))))
    }
}
