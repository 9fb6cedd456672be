import ReactiveTestSupport

#if os(Linux)
    extension EchoCase {
        private static func bytes(_ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) } }

        private static func letters(_ count: Int) -> String { String(repeating: "*", count: count) }

        private static func data(_ bytes: [UInt8]) -> ClientFrame { ClientFrame(opcode: 2, payload: bytes) }

        private static func pong(_ bytes: [UInt8]) -> ClientFrame { ClientFrame(opcode: 10, payload: bytes) }

        /// Messages of all forms of the length, and in pieces.
        static let framing: [EchoCase] =
            [0, 125, 126, 127, 128, 65_535, 65_536].flatMap { count in
                [
                    EchoCase("text of \(count)", ServerFrame.text(letters(count)), .text(letters(count))),
                    EchoCase("data of \(count)", ServerFrame.data(bytes(count)), data(bytes(count))),
                ]
            } + [
                EchoCase("text by 997", ServerFrame.text(letters(65_536)), .text(letters(65_536)), by: 997),
                EchoCase("data by 64", ServerFrame.data(bytes(262_144)), data(bytes(262_144)), by: 64),
                EchoCase(
                    "three messages in one piece",
                    ServerFrame.text("a") + ServerFrame.data([1]) + ServerFrame.text(""),
                    .text("a"),
                    data([1]),
                    .text("")
                ),
            ]

        /// Pings and pongs, none of which may be passed over, lost, or put in another order.
        static let controls: [EchoCase] = [
            EchoCase("empty ping", ServerFrame.make(9, []), pong([])),
            EchoCase("ping with text", ServerFrame.ping("Hello, world!"), .pong("Hello, world!")),
            EchoCase(
                "ping with bytes",
                ServerFrame.make(9, [0, 0xFF, 0xFE, 0xFB, 0]),
                pong([0, 0xFF, 0xFE, 0xFB, 0])
            ),
            EchoCase("ping of 125", ServerFrame.make(9, bytes(125)), pong(bytes(125))),
            EchoCase("ping of 125 by 1", ServerFrame.make(9, bytes(125)), pong(bytes(125)), by: 1),
            EchoCase("a pong that nobody waits for", ServerFrame.make(10, []) + ServerFrame.ping("a"), .pong("a")),
            EchoCase("a pong with bytes", ServerFrame.make(10, bytes(9)) + ServerFrame.ping("a"), .pong("a")),
            tenPings(by: .max), tenPings(by: 1),
        ]

        private static func tenPings(by pieceByteCount: Int) -> EchoCase {
            let payloads = (0..<10).map { "payload-\($0)" }
            var sample = EchoCase("ten pings by \(pieceByteCount)", payloads.flatMap(ServerFrame.ping))
            sample.answers = payloads.map(ClientFrame.pong)
            sample.pieceByteCount = pieceByteCount
            return sample
        }

        static let violations: [EchoCase] =
            [UInt8(0xC1), 0xA1, 0x91, 0xF1, 0x83, 0x87, 0x8B, 0x8F, 0x80, 0x00, 0x09, 0xC9, 0x08].map { first in
                EchoCase("first byte \(first)", [first, 0] + ServerFrame.ping(""), closing: 1_002)
            } + [
                EchoCase(
                    "a violation behind a message",
                    ServerFrame.text("a") + [0xB2, 0],
                    .text("a"),
                    closing: 1_002
                ),
                EchoCase(
                    "a violation behind messages and a ping",
                    ServerFrame.text("a") + ServerFrame.ping("1") + ServerFrame.data([2]) + [0x83, 0],
                    .pong("1"),
                    .text("a"),
                    data([2]),
                    closing: 1_002
                ),
                EchoCase("a ping of 126", [0x89, 126, 0, 126] + bytes(126), closing: 1_002),
                EchoCase("a mask", [0x81, 0x85, 1, 2, 3, 4, 5, 6, 7, 8, 9], closing: 1_002),
                EchoCase("a message inside another", [0x01, 1, 0x61, 0x81, 1, 0x62], closing: 1_002),
                EchoCase("a continuation behind the last", [0x01, 0, 0x80, 0, 0x80, 0], .text(""), closing: 1_002),
                EchoCase("a long form of 5", [0x82, 126, 0, 5, 1, 2, 3, 4, 5], closing: 1_002),
                EchoCase("a negative length", [0x82, 127, 0x80, 0, 0, 0, 0, 0, 0, 1], closing: 1_002),
                EchoCase("16 MiB and a byte", [0x82, 127, 0, 0, 0, 0, 1, 0, 0, 1], closing: 1_009),
            ]

        static let fragments: [EchoCase] = [
            EchoCase("two", ServerFrame.make(1, isFinal: false, [0x61]) + ServerFrame.make(0, [0x62]), .text("ab")),
            EchoCase(
                "pings in between",
                ServerFrame.make(1, isFinal: false, [0x61]) + ServerFrame.ping("1")
                    + ServerFrame.make(0, isFinal: false, []) + ServerFrame.ping("2") + ServerFrame.make(0, [0x62]),
                .pong("1"),
                .pong("2"),
                .text("ab")
            ),
            EchoCase(
                "64 KiB by 1,300",
                (0..<64).reduce(into: ServerFrame.make(2, isFinal: false, bytes(1_024))) { frames, number in
                    frames += ServerFrame.make(0, isFinal: number == 63, bytes(1_024))
                },
                data((0...64).flatMap { _ in bytes(1_024) }),
                by: 1_300
            ),
        ]

        static let texts: [EchoCase] =
            ["Hello-µ@ßöäüàá-UTF-8!!", "κόσμε", "\u{0}", "\u{7FF}\u{FFFF}\u{10FFFF}", "\u{D7FF}\u{E000}"].flatMap {
                text in
                [
                    EchoCase(text, ServerFrame.text(text), .text(text)),
                    EchoCase(text + " by 1", ServerFrame.text(text), .text(text), by: 1),
                    EchoCase(text + " in fragments", fragmented(text), .text(text)),
                ]
            }
            + [
                [0xC0, 0xAF], [0xE0, 0x80, 0xAF], [0xED, 0xA0, 0x80], [0xF4, 0x90], [0xF8], [0xFE], [0x80],
                [0xC2, 0x20],
                [0xCE, 0xBA, 0xE1, 0xBD, 0xB9, 0xCF, 0x83, 0xCE, 0xBC, 0xCE, 0xB5, 0xF4, 0x90],
            ].map { wrong in
                // The message goes on: it is refused at the first wrong byte.
                EchoCase("\(wrong)", [0x01, 126, 0x10, 0] + wrong, closing: 1_007)
            }
            + [EchoCase("half a letter", ServerFrame.make(1, [0xCE, 0xBA, 0xE1, 0xBD]), closing: 1_007)]

        /// Each byte in a frame of its own.
        private static func fragmented(_ text: String) -> [UInt8] {
            text.utf8.reduce(into: [0x01, 0]) { $0 += [0x00, 1, $1] } + [0x80, 0]
        }

        static let closes: [EchoCase] =
            [UInt16(1_000), 1_001, 1_003, 1_007, 1_014, 3_000, 3_999, 4_000, 4_999].map { code in
                EchoCase("close with \(code)", ServerFrame.close(code), closing: code)
            }
            + [UInt16(0), 999, 1_004, 1_005, 1_006, 1_015, 1_016, 1_100, 2_000, 2_999, 5_000, 65_535].map { code in
                EchoCase("close with \(code)", ServerFrame.close(code), closing: 1_002)
            } + [
                EchoCase(
                    "messages and pings before a close",
                    ServerFrame.text("a") + ServerFrame.ping("1") + ServerFrame.ping("2") + ServerFrame.data([2])
                        + ServerFrame.close(1_000),
                    .pong("1"),
                    .pong("2"),
                    .text("a"),
                    data([2]),
                    closing: 1_000
                ),
                EchoCase("a reason that begins wrongly", [0x88, 125, 3, 0xE8, 0xFF], closing: 1_007),
                EchoCase("two closes", ServerFrame.close(1_000) + ServerFrame.close(1_001), closing: 1_000),
                EchoCase("a ping behind a close", ServerFrame.close(1_000) + ServerFrame.ping("a"), closing: 1_000),
                EchoCase("a message behind a close", ServerFrame.close(1_000) + ServerFrame.text("a"), closing: 1_000),
                EchoCase(
                    "a close inside a message",
                    [0x01, 1, 0x61] + ServerFrame.close(1_000) + [0x80, 1, 0x62],
                    closing: 1_000
                ),
                EchoCase("a close without a code", [0x88, 0], closing: nil),
                EchoCase("a close of one byte", [0x88, 1, 3], closing: 1_002),
                EchoCase("a reason of 123 bytes", ServerFrame.close(1_000, letters(123)), closing: 1_000),
                EchoCase("a reason of 124 bytes", [0x88, 126, 0, 126] + bytes(126), closing: 1_002),
                EchoCase("a reason that is no text", [0x88, 4, 3, 0xE8, 0xC3, 0x28], closing: 1_007),
            ]
    }
#endif
