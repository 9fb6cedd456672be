#if os(Linux)
    import Foundation
    import ReactiveTestSupport
    import Testing

    @testable import ReactiveNetworking
    @testable import ReactiveSocketEngine

    /// Frames with random changes. `HTTP2_FUZZ_COUNT` is the number of sequences for each seed.
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

        private static let count =
            ProcessInfo.processInfo.environment["HTTP2_FUZZ_COUNT"].flatMap { Int($0) }.map { max(1, $0) } ?? 1_500

        private static let frames: [HTTP2Frame] = [
            .settings([(3, 100), (4, 65_535)]), HTTP2Frame(.settings, flags: 1),
            .head(1, [(":status", "103"), ("link", "a")]),
            .head(1, [(":status", "200"), ("content-length", "4"), ("a", "b")]), .data(1, "te"),
            HTTP2Frame(.ping, [UInt8](repeating: 3, count: 8)), .ok(3), .data(1, "xt", isEnd: true),
            HTTP2Frame(.windowUpdate, stream: 3, HTTP2Frame.number(1_000)), .data(3, "body"),
            .head(3, [("trailer", "t")], isEnd: true), .ok(5), .reset(5, 8), .goaway(7),
        ]

        private static let fields = [
            ("content-length", "99"), ("content-length", "-1"), ("Upper", "x"), (":status", "200"),
            ("connection", "close"),
            ("transfer-encoding", "chunked"), ("a b", "c"), ("x", "a\r\nb"), ("x", "\0"), (":path", "/"), ("", "x"),
        ]

        /// Returns a response in frames.
        private func response(_ stream: Int32, _ body: String, _ random: inout Generator) -> [HTTP2Frame] {
            let hints = (0..<Int.random(in: 0...2, using: &random)).map { _ in HTTP2Frame.informational(103, stream) }
            let length = ("content-length", "\(body.utf8.count)")
            let head = HTTP2Frame.head(stream, [(":status", "200")] + (Bool.random(using: &random) ? [length] : []))
            let pieces = body.split(separator: " ").map { HTTP2Frame.data(stream, "\($0) ") }
            let end =
                Bool.random(using: &random)
                ? HTTP2Frame.head(stream, [("trailer", "t")], isEnd: true) : .data(stream, "", isEnd: true)
            return hints + [head] + pieces + [end]
        }

        /// Changes a response so that it violates RFC 9113 §8, or is reset.
        private func change(_ frames: inout [HTTP2Frame], of stream: Int32, _ random: inout Generator) {
            let position = Int.random(in: 0...frames.count, using: &random)
            let head = frames.firstIndex { $0.payload.starts(with: HTTP2Frame.ok().payload) } ?? 0
            switch UInt8.random(in: 0..<6, using: &random) {
            case 0, 1: frames[head].payload += HTTP2Frame.block([Self.fields.randomElement(using: &random) ?? ("", "")])
            case 2:
                frames.removeSubrange(position...)
                frames.append(.reset(stream, UInt32.random(in: 0...14, using: &random)))
            case 3: frames.insert(.head(stream, [("trailer", "t")]), at: position)
            // Without a head, or behind their end, frames cost the connection (RFC 9113 §5.1).
            case 4: if position < frames.count, position != head { frames.remove(at: position) }
            default:
                frames.removeSubrange(position...)
                frames.append(.head(stream, [(":status", "103")], isEnd: true))
            }
        }

        @Test(arguments: 0..<8 as Range<UInt64>)
        func aCorruptedResponseDoesNotAffectOtherStreams(seed: UInt64) throws {  // EN34, TC-73
            var random = Generator(state: seed)
            for round in 1...max(1, Self.count / 5) {
                let harness = try #require(HTTP2Harness())
                let streams = (1...4).map { _ in harness.begin() }
                let victim = streams.randomElement(using: &random) ?? 1
                var responses = streams.map { stream in
                    var frames = response(stream, "body of \(round) \(stream) ", &random)
                    if stream == victim { change(&frames, of: stream, &random) }
                    return frames
                }
                var frames: [HTTP2Frame] = [.settings()]
                while !responses.isEmpty {
                    let next = responses.indices.randomElement(using: &random) ?? 0
                    if responses[next].isEmpty {
                        responses.remove(at: next)
                    } else {
                        frames.append(responses[next].removeFirst())
                    }
                    if UInt8.random(in: 0..<5, using: &random) == 0 { frames.append(.unknown([1, 2])) }
                }
                let events = harness.receive(frames, piece: Int.random(in: 1...200, using: &random))
                for stream in streams where stream != victim {
                    let own = events.filter { $0.stream == stream }
                    let body = own.reduce(into: Data()) { if case .data(_, let data) = $1 { $0.append(data) } }
                    #expect(String(decoding: body, as: UTF8.self) == "body of \(round) \(stream) ")
                    #expect(own.suffix(2) == [.end(stream), .closed(stream, .finished)], "\(frames)")
                }
                #expect(events.filter { $0.stream == victim && $0.isClosing }.count <= 1)
                #expect(harness.failure == nil && harness.session.end == nil, "\(frames)")
            }
        }

        @Test(arguments: 0..<8 as Range<UInt64>)
        func corruptedFramesEndEachStreamAtMostOnce(seed: UInt64) throws {  // EN34
            var random = Generator(state: seed)
            for _ in 1...Self.count {
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
            case .informational(let stream, _), .head(let stream, _), .data(let stream, _),
                .trailers(let stream, _), .end(let stream), .closed(let stream, _):
                stream
            case .settings, .goaway: nil
            }
        }

        fileprivate var isClosing: Bool { if case .closed = self { true } else { false } }
    }
#endif
