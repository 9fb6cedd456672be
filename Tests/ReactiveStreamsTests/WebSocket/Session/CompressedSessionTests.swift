import Foundation
import ReactiveTestSupport
import Testing

@testable import ReactiveNetworking
@testable import ReactiveStreams

/// The protocol of an open socket whose messages are compressed.
@Suite struct CompressedSessionTests {
    /// Returns what a server reads in the frames of the client, whose parameters it has agreed to.
    private func messages(in frames: [ClientFrame], _ compression: WebSocketCompression) -> [WebSocket.Message] {
        let served = WebSocketCompression(
            serverNoContextTakeover: compression.clientNoContextTakeover,
            serverMaxWindowBits: compression.clientMaxWindowBits
        )
        let bytes = frames.flatMap { frame in
            var bytes = ServerFrame.make(frame.opcode, isFinal: frame.isFinal, frame.payload)
            if frame.isCompressed { bytes[0] |= 0x40 }
            return bytes
        }
        return WebSocketMessageReader.events(of: [bytes], served).compactMap { event in
            if case .message(let message) = event { message } else { nil }
        }
    }

    @Test func aMessageGoesOutCompressedInOneFrame() {  // W12, W4
        let compression = WebSocketCompression()
        var bench = SessionBench(compression)
        let text = String(repeating: "an ape ", count: 100)
        bench.perform { $0.send(.text(text), 1, at: $1) }
        #expect(bench.frames.count == 1)
        #expect(bench.frames.allSatisfy { $0.isCompressed && $0.isFinal && $0.opcode == 1 && $0.payload.count < 30 })
        #expect(messages(in: bench.frames, compression) == [.text(text)])
        #expect(bench.events == [.sent(1)])
    }

    @Test func aSmallMessageGoesOutAsItIs() {  // W12
        var bench = SessionBench(WebSocketCompression(minMessageByteCount: 10))
        for (number, text) in ["", "123456789"].enumerated() {
            bench.perform { $0.send(.text(text), UInt64(number), at: $1) }
        }
        #expect(bench.frames == [.text(""), .text("123456789")])
        bench.perform { $0.send(.text("1234567890"), 9, at: $1) }
        #expect(bench.frames.last?.isCompressed == true)
        var eager = SessionBench(WebSocketCompression(minMessageByteCount: 0))
        eager.perform { $0.send(.text(""), 1, at: $1) }
        #expect(eager.frames == [.text("")])
    }

    @Test func withoutACompressionNothingIsCompressed() {  // W12
        var bench = SessionBench()
        let text = String(repeating: "a", count: 1_000)
        bench.perform { $0.send(.text(text), 1, at: $1) }
        #expect(bench.frames == [.text(text)])
    }

    @Test func aWindowThatZlibDoesNotOfferMeansNoCompression() {  // W12
        var bench = SessionBench(WebSocketCompression(clientMaxWindowBits: 8))
        let text = String(repeating: "a", count: 1_000)
        bench.perform { $0.send(.text(text), 1, at: $1) }
        #expect(bench.frames == [.text(text)])
    }

    @Test func aMessageRefersToTheOnesBeforeItOnlyWithContextTakeover() {  // W12
        let text = (0..<100).map { "\($0 &* 7_919 % 1_000)" }.joined()
        for (isAlone, isSmaller) in [(false, true), (true, false)] {
            let compression = WebSocketCompression(clientNoContextTakeover: isAlone)
            var bench = SessionBench(compression)
            for number in 1...3 { bench.perform { $0.send(.text(text), UInt64(number), at: $1) } }
            #expect(messages(in: bench.frames, compression) == [.text(text), .text(text), .text(text)])
            #expect((bench.frames[1].payload.count < bench.frames[0].payload.count / 4) == isSmaller)
            #expect((bench.frames[1].payload == bench.frames[0].payload) == isAlone)
        }
    }

    @Test func aLargeMessageGoesOutInFragmentsAndOnlyTheFirstSaysSo() {  // W12, W4
        let compression = WebSocketCompression()
        var bench = SessionBench(compression)
        var random = SplitMix(state: 3)
        let data = Data((0..<300_000).map { _ in UInt8.random(in: .min ... .max, using: &random) })
        bench.perform { $0.send(.data(data), 1, at: $1) }
        #expect(bench.frames.map(\.opcode) == [2, 0, 0, 0, 0])
        #expect(bench.frames.map(\.isCompressed) == [true, false, false, false, false])
        #expect(bench.frames.map(\.isFinal) == [false, false, false, false, true])
        #expect(messages(in: bench.frames, compression) == [.data(data)])
    }

    @Test func aPongGoesOutBetweenTheFragmentsOfACompressedMessage() {  // W12, W7
        var bench = SessionBench(takesBytes: false, WebSocketCompression())
        bench.perform { $0.send(.data(Data(count: 64 << 20)), 1, at: $1) }
        bench.receive(ServerFrame.ping("x"))
        #expect(bench.frames.count == 1 && bench.frames[0].payload.count < 10_000)
        bench.take()
        #expect(bench.frames.map(\.opcode).prefix(3) == [2, 10, 0])
        while bench.frames.last?.isFinal == false { bench.take() }
        #expect(messages(in: bench.frames, WebSocketCompression()).isEmpty)
    }

    @Test func aWithdrawnMessageIsNotReferredTo() {  // W12
        let compression = WebSocketCompression()
        var bench = SessionBench(takesBytes: false, compression)
        let texts = ["a", "b", "c"].map { String(repeating: $0, count: 100) }
        for (number, text) in texts.enumerated() { bench.perform { $0.send(.text(text), UInt64(number), at: $1) } }
        bench.perform { session, _ in session.cancel(1) }
        bench.take()
        bench.take()
        #expect(messages(in: bench.frames, compression) == [.text(texts[0]), .text(texts[2])])
    }

    @Test(
        arguments: [
            ([0xC1, 0x02, 0x07, 0x00], 1_007), ([0xC0, 0x00], 1_002), ([0xC9, 0x00], 1_002), ([0xA1, 0x00], 1_002),
        ] as [([UInt8], UInt16)]
    )
    func aViolationClosesWithItsCode(bytes: [UInt8], code: UInt16) {  // W12, W5
        var bench = SessionBench(WebSocketCompression())
        bench.receive(bytes[0] == 0xC0 ? [0x01, 0x00] + bytes : bytes)
        #expect(bench.frames == [.close(code)])
        bench.perform { $0.ended(nil, at: $1) }
        guard case .failed(.protocolViolation(let told, _))? = bench.end?.1 else {
            Issue.record("the outcome is \(String(describing: bench.end))")
            return
        }
        #expect(told.rawValue == code)
    }

    // Messages that inflate to much more than arrives

    private let cost = 32 * 1_024 + WebSocketSession.Limit.overhead

    /// Bytes of 60 messages, each of 32 KiB.
    private var manyMessages: [UInt8] {
        let deflater = MessageDeflater(WebSocketCompression())
        let message = Data(count: 32 * 1_024)
        guard deflater.deflates(message.count) else { return [] }
        return (0..<60).flatMap { _ in ServerFrame.compressed(2, deflater.deflate(message, isLast: true)) }
    }

    @Test func messagesOfOnePieceWaitForTheConsumer() {  // W12, W9
        var bench = SessionBench(WebSocketCompression())
        bench.receive(manyMessages + ServerFrame.ping("x"))
        #expect(bench.messages.count == 8 && bench.frames.isEmpty && bench.readCount == 1)
        bench.perform { $0.setConsumer(isAttached: true, at: $1) }
        #expect(bench.messages.count == 8 && bench.readCount == 1)
        for count in 1...60 {
            bench.perform { $0.consumed(cost, at: $1) }
            #expect(bench.messages.count == min(60, count + 8))
        }
        #expect(bench.frames == [.pong("x")] && bench.readCount == 2)
    }

    @Test func theEndOfTheConnectionWaitsForTheMessagesBeforeIt() {  // W12, W9
        var bench = SessionBench(WebSocketCompression())
        bench.receive(manyMessages)
        bench.perform { $0.ended(nil, at: $1) }
        #expect(bench.messages.count == 8 && bench.end == nil)
        bench.perform { $0.setConsumer(isAttached: true, at: $1) }
        for _ in 1...60 { bench.perform { $0.consumed(cost, at: $1) } }
        #expect(bench.messages.count == 60)
        #expect(bench.end?.0.code == .abnormal && bench.readCount == 1 && bench.isClosed)
    }

    @Test func aCloseFrameBehindMessagesThatWaitIsAnswered() {  // W12, W8
        var bench = SessionBench(WebSocketCompression())
        bench.receive(manyMessages + ServerFrame.close(1_000))
        #expect(bench.frames.isEmpty)
        bench.perform { $0.setConsumer(isAttached: true, at: $1) }
        for _ in 1...60 { bench.perform { $0.consumed(cost, at: $1) } }
        bench.perform { $0.consumerIsDone($0.lastAwaited, at: $1) }
        #expect(bench.frames == [.close(1_000)] && bench.messages.count == 60)
        bench.perform { $0.ended(nil, at: $1) }
        #expect(bench.end?.1 == .clean && bench.readCount == 2)
    }

    @Test func afterOurCloseNothingHoldsUpTheCloseFrameOfTheServer() {  // W12, W8
        var bench = SessionBench(WebSocketCompression())
        bench.receive(manyMessages + ServerFrame.close(1_000))
        bench.perform { $0.close(WebSocketClose(.normal), at: $1) }
        bench.perform { $0.ended(nil, at: $1) }
        #expect(bench.end?.1 == .clean && bench.messages.count == 8)
    }

    @Test func anAbandonedSocketForgetsTheMessagesThatWait() {  // W12, W1
        var bench = SessionBench(WebSocketCompression())
        bench.receive(manyMessages)
        bench.perform { session, _ in session.abandon() }
        #expect(bench.session.heldBack == nil && bench.end?.1 == .abandoned)
    }
}
