import Foundation
import ReactiveTestSupport
import Testing

@testable import ReactiveNetworking
@testable import ReactiveStreams

/// Compressed messages of a server, whole, byte by byte, and cut at each place (RFC 7692 §7.2).
@Suite struct CompressedMessageTests {
    private typealias Event = WebSocketMessageReader.Event

    private static let hello = Event.message(.text("Hello"))

    private func expect(
        _ bytes: [UInt8],
        _ expected: [Event],
        upTo limit: Int = 16 << 20,
        _ compression: WebSocketCompression = WebSocketCompression()
    ) {
        #expect(WebSocketMessageReader.events(of: [bytes], upTo: limit, compression) == expected)
        #expect(WebSocketMessageReader.events(of: bytes.map { [$0] }, upTo: limit, compression) == expected)
        for cut in bytes.indices {
            let pieces = [Array(bytes[..<cut]), Array(bytes[cut...])]
            let events = WebSocketMessageReader.events(of: pieces, upTo: limit, compression)
            #expect(events == expected, "cut at \(cut)")
        }
    }

    @Test func aCompressedMessageIsInflated() {  // W12, WC-31
        expect([0xC1, 0x07, 0xF2, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00], [Self.hello])
    }

    @Test func onlyTheFirstFragmentSaysThatAMessageIsCompressed() {  // W12, WC-31
        let bytes: [UInt8] = [0x41, 0x03, 0xF2, 0x48, 0xCD, 0x80, 0x04, 0xC9, 0xC9, 0x07, 0x00]
        expect(bytes, [Self.hello])
        expect([0x41, 0x03, 0xF2, 0x48, 0xCD, 0x89, 0x01, 0x78] + bytes[5...], [.ping([0x78]), Self.hello])
        let rest = ServerFrame.make(0, [0xF2, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00])
        expect([0x41, 0x00, 0x00, 0x00] + rest, [Self.hello])
    }

    @Test func aMessageMayReferToTheOnesBeforeIt() {  // W12, WC-31
        let first: [UInt8] = [0xC1, 0x07, 0xF2, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00]
        let second: [UInt8] = [0xC1, 0x05, 0xF2, 0x00, 0x11, 0x00, 0x00]
        expect(first + second, [Self.hello, Self.hello])
        // One that is not compressed in between is not referred to.
        expect(first + ServerFrame.text("a") + second, [Self.hello, .message(.text("a")), Self.hello])
    }

    @Test func withoutContextTakeoverNoMessageRefersToOthers() {  // W12
        let first: [UInt8] = [0xC1, 0x07, 0xF2, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00]
        let second: [UInt8] = [0xC1, 0x05, 0xF2, 0x00, 0x11, 0x00, 0x00]
        let alone = WebSocketCompression(serverNoContextTakeover: true)
        expect(first + first, [Self.hello, Self.hello], alone)
        expect(first + second, [Self.hello, .violation(.undecodable)], alone)
    }

    @Test(
        arguments: [
            // A block without compression, a final block, and two blocks.
            [0x00, 0x05, 0x00, 0xFA, 0xFF, 0x48, 0x65, 0x6C, 0x6C, 0x6F, 0x00],
            [0xF3, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00, 0x00],
            [0xF2, 0x48, 0x05, 0x00, 0x00, 0x00, 0xFF, 0xFF, 0xCA, 0xC9, 0xC9, 0x07, 0x00],
            // A final block that nothing follows, as some encoders end a message.
            [0xF3, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00],
        ] as [[UInt8]]
    )
    func blocksOfAllTypesAreInflated(payload: [UInt8]) {  // W12, WC-31
        let frame = ServerFrame.compressed(1, payload)
        expect(frame, [Self.hello])
        // A final block ends no context.
        expect(frame + [0xC1, 0x05, 0xF2, 0x00, 0x11, 0x00, 0x00], [Self.hello, Self.hello])
    }

    @Test func anEmptyMessageMayBeCompressed() {  // W12
        expect([0xC1, 0x01, 0x00, 0xC2, 0x01, 0x00], [.message(.text("")), .message(.data(Data()))])
    }

    @Test(arguments: [UInt8(0xC0), 0xC8, 0xC9, 0xCA])
    func onlyAFrameThatBeginsAMessageMayBeCompressed(first: UInt8) {  // W12, W5
        let begun: [UInt8] = first == 0xC0 ? [0x41, 0x00] : []
        expect(begun + [first, 0x00], [.violation(.compressedBit)])
        #expect(WebSocketViolation.compressedBit.code == .protocolError)
    }

    @Test(arguments: [UInt8(0xA1), 0x91, 0xE1, 0xD1])
    func theOtherReservedBitsStayReserved(first: UInt8) {  // W12, W5
        expect([first, 0x00], [.violation(.reservedBit)])
    }

    @Test(
        arguments: [
            // A block type that does not exist, a length without its complement, a distance beyond the beginning.
            [0x07, 0x00], [0x00, 0x05, 0x00, 0x00, 0x00, 0x48], [0xF2, 0x00, 0x11, 0x00, 0x00],
            // No byte, a block without its end, and bytes behind a final block that are none.
            [], [0xF2, 0x48, 0xCD], [0xF3, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00, 0x07],
        ] as [[UInt8]]
    )
    func dataThatCannotBeInflatedIsRefused(payload: [UInt8]) {  // W12
        expect(ServerFrame.compressed(1, payload) + ServerFrame.text("a"), [.violation(.undecodable)])
        #expect(WebSocketViolation.undecodable.code == .invalidData)
    }

    @Test func inflatedTextMustBeUTF8() {  // W12, W6
        var bytes = ServerFrame.compressed(1, Self.deflated([0x61, 0xED, 0xA0, 0x80]))
        expect(bytes, [.violation(.notUTF8)])
        expect(ServerFrame.compressed(2, Self.deflated([0xED, 0xA0])), [.message(.data(Data([0xED, 0xA0])))])
        // At the first wrong byte, with the message still open.
        bytes = ServerFrame.compressed(1, isFinal: false, [0x00, 0x02, 0x00, 0xFD, 0xFF, 0xED, 0xA0])
        expect(bytes, [.violation(.notUTF8)])
        expect(ServerFrame.compressed(1, Self.deflated([0xCE])), [.violation(.notUTF8)])
    }

    @Test func theLimitIsForTheInflatedSize() {  // W12, W6
        let zeros = Self.deflated([UInt8](repeating: 0, count: 1_000))
        expect(ServerFrame.compressed(2, zeros), [.message(.data(Data(count: 1_000)))], upTo: 1_000)
        expect(ServerFrame.compressed(2, zeros), [.violation(.tooBig)], upTo: 999)
        expect(ServerFrame.compressed(2, isFinal: false, zeros), [.violation(.tooBig)], upTo: 999)
        // Random bytes take more room compressed than as they are.
        let stored = Self.deflated((0..<200).map { UInt8(truncatingIfNeeded: $0 &* 167) })
        #expect(stored.count > 200)
        #expect(WebSocketMessageReader.events(of: [ServerFrame.compressed(2, stored)], upTo: 200, .init()).count == 1)
        expect(ServerFrame.make(2, [UInt8](repeating: 0, count: 1_000)), [.violation(.tooBig)], upTo: 999)
    }

    @Test func aBombIsRefusedAtTheLimit() {  // W12, W9
        var reader = WebSocketMessageReader(maxMessageByteCount: 100_000, WebSocketCompression())
        let frame = ServerFrame.compressed(2, DeflatedZeros.bytes(byteCount: 64 << 20))
        var position = 0
        #expect(reader.next(in: frame.span, at: &position) == .violation(.tooBig))
        #expect(reader.partialByteCount == 0)
    }

    @Test func blocksWithoutContentsTakeNoMemory() {  // W12, W9
        var reader = WebSocketMessageReader(maxMessageByteCount: 1_000, WebSocketCompression())
        let empty = ServerFrame.make(0, isFinal: false, [0x00, 0x00, 0x00, 0xFF, 0xFF])
        var position = 0
        #expect(reader.next(in: ServerFrame.compressed(1, isFinal: false, []).span, at: &position) == nil)
        for _ in 0..<100_000 {
            position = 0
            #expect(reader.next(in: empty.span, at: &position) == nil)
        }
        #expect(reader.partialByteCount == 0)
        position = 0
        let end = ServerFrame.make(0, [0xF2, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00])
        #expect(reader.next(in: end.span, at: &position) == Self.hello)
    }

    @Test(arguments: 8...15)
    func aServerMayUseAnyWindow(bits: Int) {  // W12
        let compression = WebSocketCompression(serverMaxWindowBits: bits)
        let deflater = MessageDeflater(WebSocketCompression(clientMaxWindowBits: max(9, bits), minMessageByteCount: 0))
        var random = SplitMix(state: UInt64(bits))
        let words = (0..<64).map { _ in (0..<9).map { _ in UInt8.random(in: 0x61...0x7A, using: &random) } }
        var bytes: [UInt8] = []
        var expected: [Event] = []
        #expect(deflater.deflates(1))
        for _ in 0..<20 {
            let message = (0..<2_000).flatMap { _ in words[Int.random(in: words.indices, using: &random)] }
            bytes += ServerFrame.compressed(2, deflater.deflate(Data(message), isLast: true))
            expected.append(.message(.data(Data(message))))
        }
        #expect(WebSocketMessageReader.events(of: [bytes], compression) == expected)
    }

    /// Random messages, most of them wrong, in random pieces.
    @Test func anyCompressedBytesHaveTheSameEventsHoweverTheyAreCut() {  // W12, WC-29
        var random = SplitMix(state: 11)
        let words = ["ape", "group", "{\"kind\":\"event\",\"id\":", "é", "\u{1F435}", "0123456789"]
        var endings: Set<String> = []
        for _ in 0..<1_000 {
            let alone = Bool.random(using: &random)
            let compression = WebSocketCompression(
                serverNoContextTakeover: alone,
                clientNoContextTakeover: alone,
                serverMaxWindowBits: 15,
                minMessageByteCount: 0
            )
            let deflater = MessageDeflater(compression)
            var bytes: [UInt8] = []
            for _ in 0..<Int.random(in: 1...5, using: &random) {
                let count = Int.random(in: 0...60, using: &random)
                let text = (0..<count).map { _ in words[Int.random(in: words.indices, using: &random)] }.joined()
                guard deflater.deflates(text.utf8.count) else { continue }
                let payload = deflater.deflate(Data(text.utf8), isLast: true)
                let cut = Int.random(in: 0...payload.count, using: &random)
                let opcode = UInt8.random(in: 1...2, using: &random)
                bytes += ServerFrame.compressed(opcode, isFinal: false, payload[..<cut])
                bytes += ServerFrame.make(0, payload[cut...])
            }
            for _ in 0..<Int.random(in: 0...3, using: &random) where !bytes.isEmpty {
                let place = Int.random(in: bytes.indices, using: &random)
                switch UInt8.random(in: 0..<3, using: &random) {
                case 0: bytes[place] = UInt8.random(in: .min ... .max, using: &random)
                case 1: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
                default: bytes.remove(at: place)
                }
            }
            let whole = WebSocketMessageReader.events(of: [bytes], upTo: 400, compression)
            if case .violation(let violation)? = whole.last { endings.insert(violation.rawValue) }
            var pieces: [[UInt8]] = []
            var start = 0
            while start < bytes.count {
                let end = min(bytes.count, start + Int.random(in: 1...40, using: &random))
                pieces.append(Array(bytes[start..<end]))
                start = end
            }
            #expect(WebSocketMessageReader.events(of: pieces, upTo: 400, compression) == whole)
            #expect(WebSocketMessageReader.events(of: bytes.map { [$0] }, upTo: 400, compression) == whole)
        }
        for violation in [WebSocketViolation.undecodable, .notUTF8, .tooBig] {
            #expect(endings.contains(violation.rawValue))
        }
    }

    private static func deflated(_ bytes: [UInt8]) -> [UInt8] {
        let deflater = MessageDeflater(WebSocketCompression(minMessageByteCount: 0))
        guard deflater.deflates(bytes.count) else { return [] }
        return deflater.deflate(Data(bytes), isLast: true)
    }
}
