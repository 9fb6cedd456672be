#if os(Linux)
    import Foundation
    import Testing

    @testable import ReactiveNetworking

    /// Frames with random changes.
    @Suite(.enabled(if: NGHTTP2.loaded != nil)) struct HTTP2SessionFuzzTests {
        private struct Generator: RandomNumberGenerator {
            var state: UInt64

            mutating func next() -> UInt64 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                var value = state ^ (state >> 33)
                value = value &* 0xFF51_AFD7_ED55_8CCD
                return value ^ (value >> 29)
            }
        }

        private static let frames: [HTTP2Frame] = [
            .settings([(3, 100), (4, 65_535)]), HTTP2Frame(.settings, flags: 1),
            .head(1, [(":status", "103"), ("link", "a")]),
            .head(1, [(":status", "200"), ("content-length", "4"), ("a", "b")]), .data(1, "te"),
            HTTP2Frame(.ping, [UInt8](repeating: 3, count: 8)), .ok(3), .data(1, "xt", isEnd: true),
            HTTP2Frame(.windowUpdate, stream: 3, HTTP2Frame.number(1_000)), .data(3, "body"),
            .head(3, [("trailer", "t")], isEnd: true), .ok(5), .reset(5, 8), .goaway(7),
        ]

        @Test(arguments: 0..<8 as Range<UInt64>)
        func changedFramesEndEachStreamOnceAtMost(seed: UInt64) throws {  // EN34
            var random = Generator(state: seed)
            for _ in 1...2_500 {
                let harness = try #require(HTTP2Harness())
                for _ in 1...4 { harness.begin() }
                var bytes = Self.frames.bytes
                for _ in 0..<Int.random(in: 1...4, using: &random) {
                    let index = bytes.indices.randomElement(using: &random) ?? 0
                    switch UInt8.random(in: 0..<5, using: &random) {
                    case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
                    case 1: bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
                    case 2: bytes.remove(at: index)
                    case 3: bytes.insert(UInt8.random(in: 0...255, using: &random), at: index)
                    default: bytes.removeSubrange(index...)
                    }
                    if bytes.isEmpty { bytes = [0] }
                }
                let events = harness.receive(bytes, piece: Int.random(in: 1...200, using: &random))
                for stream in [1, 3, 5, 7] as [Int32] {
                    let own = events.filter { $0.stream == stream }
                    #expect(own.filter(\.isClosing).count <= 1)
                    if let index = own.firstIndex(where: \.isClosing) { #expect(index == own.count - 1) }
                    #expect(own.filter { if case .head = $0 { true } else { false } }.count <= 1)
                    #expect(own.filter { $0 == .end(stream) }.count <= 1)
                }
            }
        }
    }

    extension HTTP2Event {
        fileprivate var stream: Int32? {
            switch self {
            case .informational(let stream, _), .head(let stream, _), .data(let stream, _), .end(let stream),
                .closed(let stream, _):
                stream
            case .settings, .goaway: nil
            }
        }

        fileprivate var isClosing: Bool { if case .closed = self { true } else { false } }
    }
#endif
