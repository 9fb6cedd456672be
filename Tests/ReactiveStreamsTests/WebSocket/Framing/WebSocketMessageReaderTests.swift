import Foundation
import ReactiveTestSupport
import Testing

@testable import ReactiveNetworking
@testable import ReactiveStreams

/// The bytes of a server, whole, byte by byte, and cut at each place (WC-29).
@Suite struct WebSocketMessageReaderTests {
    private typealias Event = WebSocketMessageReader.Event

    private func expect(_ bytes: [UInt8], _ expected: [Event], upTo limit: Int = 16 << 20) {
        #expect(WebSocketMessageReader.events(of: [bytes], upTo: limit) == expected)
        #expect(WebSocketMessageReader.events(of: bytes.map { [$0] }, upTo: limit) == expected)
        for cut in bytes.indices {
            let pieces = [Array(bytes[..<cut]), Array(bytes[cut...])]
            #expect(WebSocketMessageReader.events(of: pieces, upTo: limit) == expected, "cut at \(cut)")
        }
    }

    private func frame(_ head: [UInt8], _ text: String = "") -> [UInt8] { head + text.utf8 }

    @Test func aFrameWithTextIsAMessage() {  // WC-1
        expect(frame([0x81, 0x05], "Hello"), [.message(.text("Hello"))])
    }

    @Test func bytesAndEmptyMessagesAreMessages() {  // W3
        expect([0x82, 0x02, 0xFF, 0x00], [.message(.data(Data([0xFF, 0x00])))])
        expect([0x81, 0x00, 0x82, 0x00], [.message(.text("")), .message(.data(Data()))])
    }

    @Test func aPingBetweenFragmentsComesBeforeTheMessage() {  // WC-3, W7
        let bytes = frame([0x01, 0x03], "Hel") + frame([0x89, 0x01], "x") + frame([0x80, 0x02], "lo")
        expect(bytes, [.ping([0x78]), .message(.text("Hello"))])
    }

    @Test(arguments: [UInt8(0xC1), 0xA1, 0x91])
    func aReservedBitIsRefused(first: UInt8) {  // WC-5, W5
        expect(frame([first, 0x05], "Hello"), [.violation(.reservedBit)])
        #expect(WebSocketMessageReader.events(of: [[first]]) == [.violation(.reservedBit)])
    }

    @Test func aMaskedFrameIsRefused() {  // WC-7, W5
        expect([0x81, 0x85, 1, 2, 3, 4, 5, 6, 7, 8, 9], [.violation(.masked)])
        #expect(WebSocketMessageReader.events(of: [[0x81, 0x85]]) == [.violation(.masked)])
    }

    @Test func fragmentsOutOfPlaceAreRefused() {  // WC-9, W5
        expect([0x80, 0x00], [.violation(.noBeginning)])
        expect(frame([0x01, 0x01], "a") + frame([0x81, 0x01], "b"), [.violation(.insideMessage)])
        expect(frame([0x81, 0x01], "a") + [0x00, 0x00], [.message(.text("a")), .violation(.noBeginning)])
    }

    @Test func aLetterCutByFragmentsIsWhole() {  // WC-11, W6
        let bytes: [UInt8] = [0x01, 0x02, 0xCE, 0xBA, 0x00, 0x01, 0xE1, 0x80, 0x02, 0xBD, 0xB9]
        expect(bytes, [.message(.text("\u{3BA}\u{1F79}"))])
    }

    @Test func textThatIsNotUTF8IsRefusedAtTheFirstWrongByte() {  // WC-13, W6
        expect([0x01, 0x03, 0xED, 0xA0, 0x80], [.violation(.notUTF8)])
        #expect(WebSocketMessageReader.events(of: [[0x01, 0x7D, 0xED, 0xA0]]) == [.violation(.notUTF8)])
        expect([0x81, 0x01, 0xCE], [.violation(.notUTF8)])
    }

    @Test func aCloseFrameHasACodeAndAReason() {  // WC-15, W8
        expect([0x88, 0x02, 0x03, 0xE8], [.close(WebSocketClose(.normal))])
        expect(
            frame([0x88, 0x05, 0x03, 0xE9], "bye"),
            [.close(WebSocketClose(.goingAway, reason: "bye"))]
        )
    }

    @Test func aCloseFrameWithoutACodeHasNone() {  // WC-17, W8
        expect([0x88, 0x00], [.close(WebSocketClose(.noStatus))])
    }

    @Test(arguments: [UInt16(0), 999, 1_004, 1_005, 1_006, 1_015, 1_016, 2_999, 5_000, 65_535])
    func aCodeThatMayNotBeSentIsRefused(code: UInt16) {  // WC-19, W5
        expect(ServerFrame.close(code), [.violation(.closeCode)])
    }

    @Test(arguments: [UInt16(1_000), 1_003, 1_007, 1_014, 3_000, 4_999])
    func aCodeThatMayBeSentIsAccepted(code: UInt16) {  // W5
        expect(ServerFrame.close(code), [.close(WebSocketClose(WebSocketCloseCode(rawValue: code)))])
    }

    @Test func theReasonOfACloseIsUTF8() {  // W6
        expect([0x88, 0x04, 0x03, 0xE8, 0xC3, 0x28], [.violation(.notUTF8)])
        expect([0x88, 0x05, 0x03, 0xE8, 0xE2, 0x82, 0xAC], [.close(WebSocketClose(.normal, reason: "€"))])
        expect([0x88, 0x04, 0x03, 0xE8, 0xE2, 0x82], [.violation(.notUTF8)])
        expect(
            [0x88, 0x02, 0x03, 0xE8] + [0x88, 0x00],
            [.close(WebSocketClose(.normal)), .close(WebSocketClose(.noStatus))]
        )
    }

    @Test func aCloseFrameIsRefusedAtTheFirstWrongByte() {  // W5, W6
        #expect(WebSocketMessageReader.events(of: [[0x88, 0x01]]) == [.violation(.closePayload)])
        #expect(WebSocketMessageReader.events(of: [[0x88, 0x7D, 0x03, 0xE7]]) == [.violation(.closeCode)])
        #expect(WebSocketMessageReader.events(of: [[0x88, 0x7D, 0x03, 0xE8, 0xFF]]) == [.violation(.notUTF8)])
    }

    @Test func aLengthIsInItsShortestForm() {  // WC-21, W5
        expect([0x82, 0x7E, 0x00, 0x05, 1, 2, 3, 4, 5], [.violation(.longLength)])
        expect([0x82, 0x7E, 0x00, 0x7D], [.violation(.longLength)])
        expect([0x82, 0x7F, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF], [.violation(.longLength)])
        expect([0x82, 0x7F, 0x80, 0, 0, 0, 0, 1, 0, 0], [.violation(.negativeLength)])
        #expect(WebSocketMessageReader.events(of: [[0x82, 0x7F, 0x80]]) == [.violation(.negativeLength)])
    }

    @Test func lengthsOfAllFormsAreRead() {  // W5
        for count in [125, 126, 127, 65_535, 65_536, 70_000] {
            let body = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
            #expect(WebSocketMessageReader.events(of: [ServerFrame.data(body)]) == [.message(.data(Data(body)))])
        }
    }

    @Test func aMessageThatIsTooLargeIsRefusedBeforeItsBytes() {  // WC-23, W6
        expect([0x81, 0x7E, 0x03, 0xE9], [.violation(.tooBig)], upTo: 1_000)
        let fragment = ServerFrame.make(0x2, isFinal: false, [UInt8](repeating: 0, count: 600))
        expect(fragment + [0x80, 0x7E, 0x01, 0x91], [.violation(.tooBig)], upTo: 1_000)
        let whole = fragment + ServerFrame.make(0x0, [UInt8](repeating: 0, count: 400))
        #expect(WebSocketMessageReader.events(of: [whole], upTo: 1_000).count == 1)
        expect([0x82, 0x7F, 0x7F, 255, 255, 255, 255, 255, 255, 255], [.violation(.tooBig)])
    }

    @Test(arguments: [UInt8(0x83), 0x87, 0x8B, 0x8F])
    func anUnknownOpcodeIsRefused(first: UInt8) {  // W5
        expect([first, 0x00], [.violation(.opcode)])
    }

    @Test func controlFramesAreShortAndFinal() {  // W5
        expect([0x89, 0x7E, 0x00, 0x7E], [.violation(.longControl)])
        expect([0x09, 0x00], [.violation(.fragmentedControl)])
        let payload = [UInt8](repeating: 7, count: 125)
        expect(ServerFrame.make(0xA, payload), [.pong(payload)])
    }

    @Test func manyEmptyFragmentsNeedNoMemory() {  // WC-27, W9
        var reader = WebSocketMessageReader(maxMessageByteCount: 1_000)
        let empty: [UInt8] = [0x00, 0x00]
        var position = 0
        #expect(reader.next(in: ([0x01, 0x01, 0x61] as [UInt8]).span, at: &position) == nil)
        for _ in 0..<100_000 {
            position = 0
            #expect(reader.next(in: empty.span, at: &position) == nil)
        }
        #expect(reader.partialByteCount == 1)
        position = 0
        #expect(reader.next(in: ([0x80, 0x01, 0x62] as [UInt8]).span, at: &position) == .message(.text("ab")))
    }

    @Test func nothingFollowsAViolation() {  // W5
        let bytes = [0x80, 0x00] + ServerFrame.text("a") + [0x80, 0x00]
        #expect(WebSocketMessageReader.events(of: [bytes, bytes]) == [.violation(.noBeginning)])
    }

    /// Random frames, many of them wrong, in random pieces.
    @Test func anyBytesHaveTheSameEventsHoweverTheyAreCut() {  // WC-29
        let opcodes: [UInt8] = [0, 0, 1, 2, 8, 9, 10, 3]
        let counts = [0, 1, 2, 5, 126, 300]
        var random = SplitMix(state: 7)
        for _ in 0..<3_000 {
            var bytes: [UInt8] = []
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let opcode = opcodes[Int.random(in: opcodes.indices, using: &random)]
                let count = counts[Int.random(in: counts.indices, using: &random)]
                let payload = (0..<count).map { _ in UInt8.random(in: 0x60...0x7F, using: &random) }
                bytes += ServerFrame.make(opcode, isFinal: Bool.random(using: &random), payload)
                if UInt8.random(in: 0..<8, using: &random) == 0 {
                    let place = Int.random(in: bytes.indices, using: &random)
                    bytes[place] = UInt8.random(in: .min ... .max, using: &random)
                }
            }
            let whole = WebSocketMessageReader.events(of: [bytes], upTo: 700)
            var pieces: [[UInt8]] = []
            var start = 0
            while start < bytes.count {
                let end = min(bytes.count, start + Int.random(in: 1...40, using: &random))
                pieces.append(Array(bytes[start..<end]))
                start = end
            }
            #expect(WebSocketMessageReader.events(of: pieces, upTo: 700) == whole)
            #expect(WebSocketMessageReader.events(of: bytes.map { [$0] }, upTo: 700) == whole)
        }
    }
}
