import Foundation
import ReactiveTestSupport
import Testing

@testable import ReactiveNetworking
@testable import ReactiveStreams

/// The end of an open socket.
@Suite struct WebSocketSessionClosingTests {
    @Test func theServersCloseIsAnsweredWithItsCode() {  // WC-15, W8
        var bench = SessionBench()
        bench.receive([0x88, 0x05, 0x03, 0xE8] + "bye".utf8)
        #expect(bench.frames == [.close(1_000)])
        #expect(bench.events == [.closing])
        bench.receive(ServerFrame.text("passed over"))
        bench.perform { $0.ended(nil, at: $1) }
        #expect(bench.events == [.closing, .closed(WebSocketClose(.normal, reason: "bye"), .clean)])
    }

    @Test func aCloseWithoutACodeIsAnsweredByAnEmptyOne() {  // WC-17, W8
        var bench = SessionBench()
        bench.receive([0x88, 0x00])
        #expect(bench.frames == [ClientFrame(opcode: 8, payload: [])])
        bench.perform { $0.ended(nil, at: $1) }
        #expect(bench.end?.0 == WebSocketClose(.noStatus))
    }

    @Test func theConnectionIsClosedIfTheServerDoesNotCloseIt() {  // W8
        var bench = SessionBench()
        bench.receive(ServerFrame.close(1_001))
        bench.advance(to: .milliseconds(4_999))
        #expect(!bench.isClosed)
        bench.advance(to: .seconds(5))
        #expect(bench.isClosed && !bench.isAborted)
        #expect(bench.events.last == .closed(WebSocketClose(.goingAway), .clean))
    }

    @Test func anEndWithoutACloseFrameIsAFailure() {  // WC-25, W8
        var bench = SessionBench()
        bench.perform { $0.ended(.connectionLost, at: $1) }
        #expect(bench.events == [.closed(WebSocketClose(.abnormal), .failed(.connectionLost(.connectionLost)))])
    }

    @Test func aCloseByTheClientWaitsForTheServersClose() {  // W8
        var bench = SessionBench()
        bench.perform { $0.close(WebSocketClose(.normal, reason: "done"), at: $1) }
        #expect(bench.frames == [ClientFrame(opcode: 8, payload: [0x03, 0xE8] + "done".utf8)])
        bench.receive(ServerFrame.text("still") + ServerFrame.close(1_000))
        #expect(bench.frames.count == 1)
        bench.perform { $0.ended(nil, at: $1) }
        let close = WebSocketClose(.normal)
        #expect(bench.events == [.closing, .message(.text("still")), .closed(close, .clean)])
    }

    @Test func aCloseByTheClientFailsWithoutAnAnswer() {  // W8
        var bench = SessionBench()
        bench.perform { $0.close(WebSocketClose(.normal), at: $1) }
        bench.advance(to: .seconds(5))
        #expect(bench.isClosed && bench.end?.0.code == .abnormal)
    }

    @Test func theTimeForAnAnswerBeginsWhenTheCloseIsTaken() {  // W8
        var bench = SessionBench(takesBytes: false)
        bench.perform { $0.send(.data(Data(count: 100_000)), 1, at: $1) }
        bench.perform { $0.close(WebSocketClose(.normal), at: $1) }
        for seconds in [4, 8, 12] {
            bench.advance(to: .seconds(seconds))
            bench.take()
        }
        #expect(bench.frames.map(\.opcode) == [2, 0, 8])
        bench.advance(to: .milliseconds(16_999))
        #expect(bench.end == nil)
        bench.advance(to: .seconds(17))
        #expect(bench.end?.0.code == .abnormal && !bench.isAborted)
        var stuck = SessionBench(takesBytes: false)
        stuck.perform { $0.send(.text("a"), 1, at: $1) }
        stuck.perform { $0.close(WebSocketClose(.normal), at: $1) }
        stuck.advance(to: .seconds(5))
        #expect(stuck.isAborted)
    }

    @Test func theClientSendsNothingAfterItsClose() {  // W8
        var bench = SessionBench()
        bench.perform { $0.close(WebSocketClose(.normal), at: $1) }
        bench.perform { $0.send(.text("late"), 1, at: $1) }
        bench.perform { $0.ping(2, at: $1) }
        bench.receive(ServerFrame.ping("x"))
        let refusal = WebSocketError.closed(WebSocketClose(.normal))
        #expect(bench.frames == [.close(1_000)])
        #expect(bench.events == [.closing, .refused(1, refusal), .refused(2, refusal)])
    }

    @Test func aCloseComesAfterTheMessagesBeforeIt() {  // W4, W8
        var bench = SessionBench(takesBytes: false)
        bench.perform { $0.send(.text("a"), 1, at: $1) }
        bench.perform { $0.send(.text("b"), 2, at: $1) }
        bench.perform { $0.close(WebSocketClose(.normal), at: $1) }
        bench.take()
        bench.take()
        #expect(bench.frames == [.text("a"), .text("b"), .close(1_000)])
        #expect(bench.events == [.closing, .sent(1), .sent(2)])
    }

    @Test func theAnswerToACloseFollowsWaitingMessages() {  // W4, W7, W8
        var bench = SessionBench(takesBytes: false)
        for id in 1...3 { bench.perform { $0.send(.text("\(id)"), UInt64(id), at: $1) } }
        bench.receive(ServerFrame.ping("a") + ServerFrame.ping("b") + ServerFrame.close(1_001))
        bench.perform { $0.send(.text("late"), 4, at: $1) }
        bench.take()
        bench.take()
        #expect(bench.frames == [.text("1"), .pong("a"), .pong("b"), .text("2"), .text("3"), .close(1_001)])
        let refusal = WebSocketError.closed(WebSocketClose(.goingAway))
        #expect(bench.events == [.closing, .refused(4, refusal), .sent(1), .sent(2), .sent(3)])
    }

    @Test func theServersCloseWaitsForTheConsumerOfTheMessagesBeforeIt() {  // W8
        for isEarly in [true, false] {
            var bench = SessionBench()
            if isEarly { bench.perform { $0.setConsumer(isAttached: true, at: $1) } }
            bench.receive(ServerFrame.text("a") + ServerFrame.close(1_000) + ServerFrame.text("passed over"))
            #expect(bench.frames.isEmpty && bench.events == [.message(.text("a")), .awaitConsumer(1)])
            if !isEarly { bench.perform { $0.setConsumer(isAttached: true, at: $1) } }
            bench.perform { $0.send(.text("b"), 1, at: $1) }
            bench.perform { $0.consumerIsDone($0.lastAwaited, at: $1) }
            #expect(bench.frames == [.text("b"), .close(1_000)])
            bench.perform { $0.ended(nil, at: $1) }
            #expect(bench.end?.0 == WebSocketClose(.normal) && bench.end?.1 == .clean)
        }
    }

    @Test func anEndingWaitsForAConsumerThatSendsOneMessageAfterAnother() {  // W5, W8
        for (ending, code) in [(ServerFrame.close(1_000), UInt16(1_000)), ([0xB2, 0], 1_002)] {
            var bench = SessionBench(takesBytes: false)
            bench.perform { $0.setConsumer(isAttached: true, at: $1) }
            bench.receive(ServerFrame.text("a") + ServerFrame.text("b") + ending)
            bench.perform { $0.send(.text("A"), 1, isDelivering: true, at: $1) }
            bench.perform { $0.consumerIsDone($0.lastAwaited, at: $1) }
            bench.take()
            #expect(bench.events.suffix(2) == [.sent(1), .awaitConsumer(2)])
            bench.perform { $0.send(.text("B"), 2, isDelivering: true, at: $1) }
            bench.perform { $0.consumerIsDone($0.lastAwaited, at: $1) }
            bench.take()
            bench.perform { $0.consumerIsDone($0.lastAwaited, at: $1) }
            #expect(bench.frames == [.text("A"), .text("B"), .close(code)])
        }
    }

    @Test func theServersCloseDoesNotWaitForASlowConsumerBeyondTheLimit() {  // W8
        var bench = SessionBench { $0.closeTimeout = .seconds(3) }
        bench.perform { $0.setConsumer(isAttached: true, at: $1) }
        bench.receive(ServerFrame.text("a") + ServerFrame.close(1_000))
        bench.advance(to: .milliseconds(2_999))
        #expect(bench.frames.isEmpty)
        bench.advance(to: .seconds(3))
        #expect(bench.frames == [.close(1_000)])
        var closed = SessionBench()
        closed.receive(ServerFrame.text("a") + ServerFrame.close(1_001))
        closed.perform { $0.close(WebSocketClose(.normal), at: $1) }
        #expect(closed.frames == [.close(1_001)])
        var lost = SessionBench()
        lost.receive(ServerFrame.text("a") + ServerFrame.close(1_000))
        lost.perform { $0.ended(nil, at: $1) }
        #expect(lost.end?.1 == .clean)
    }

    @Test func aConnectionThatTakesNoBytesEndsTheWaitForTheConsumersMessages() {  // W8
        var bench = SessionBench(takesBytes: false)
        bench.perform { $0.setConsumer(isAttached: true, at: $1) }
        bench.receive(ServerFrame.text("a") + ServerFrame.close(1_000))
        bench.perform { $0.send(.text("A"), 1, at: $1) }
        bench.perform { $0.consumerIsDone($0.lastAwaited, at: $1) }
        bench.perform { session, _ in session.writeFailed(.connectionLost) }
        #expect(bench.events.suffix(2) == [.refused(1, .connectionLost(.connectionLost)), .awaitConsumer(2)])
        bench.perform { $0.consumerIsDone($0.lastAwaited, at: $1) }
        #expect(bench.events.last == .closing)
    }

    @Test func aDisposedSocketSaysThatItGoesAway() {  // W1
        var bench = SessionBench()
        bench.perform { session, _ in session.abandon() }
        #expect(bench.frames == [.close(1_001)] && bench.isClosed)
        #expect(bench.events == [.closed(WebSocketClose(.goingAway), .abandoned)])
        var busy = SessionBench(takesBytes: false)
        busy.perform { $0.send(.text("a"), 1, at: $1) }
        busy.perform { session, _ in session.abandon() }
        #expect(busy.isAborted && busy.frames == [.text("a")])
    }
}
