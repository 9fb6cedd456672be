#if os(Linux)
    import Foundation
    import ReactiveTestSupport
    import Testing

    @testable import ReactiveNetworking
    @testable import ReactiveSocketEngine

    /// Responses that follow the protocol.
    @Suite(.enabled(if: NGHTTP2.loaded != nil)) struct HTTP2SessionTests {
        private let harness: HTTP2Harness

        init() throws {
            harness = try #require(HTTP2Harness())
        }

        private func head(_ status: Int, _ fields: [(String, String)] = []) -> HTTP2Event.Head {
            HTTP2Event.Head(status: status, fields: fields.map { HTTP2Event.Field(name: $0, value: $1) })
        }

        @Test func theFirstFramesAreSettingsWithoutPush() {  // EN32
            harness.begin()
            let settings = harness.sent(.settings)
            #expect(settings.count == 1)
            let expected = HTTP2Frame.settings([(2, 0), (4, 1_048_576), (6, 262_144)])
            #expect(settings.first == expected)
            let window = harness.sent(.windowUpdate).first
            #expect(window?.stream == 0)
            #expect(window?.numbers == [16 << 20 - 65_535])
        }

        @Test func aRequestWithoutBodyEndsWithItsHead() {
            let stream = harness.begin()
            #expect(stream == 1)
            let head = harness.sent(.headers)
            #expect(head.map(\.stream) == [1])
            #expect(head.map { $0.flags & HTTP2Frame.endStream } == [1])
        }

        @Test(arguments: [1, 2, 3, 9, 10, 11, 64, .max])
        func eventsDoNotDependOnHowTheBytesArePieced(piece: Int) {  // EN1
            harness.begin()
            let frames: [HTTP2Frame] = [
                .settings(), .head([(":status", "103"), ("link", "</a>")]),
                .head([(":status", "200"), ("a", "1"), ("set-cookie", "x"), ("set-cookie", "y")]),
                .data("hello "), HTTP2Frame(.ping, Array(repeating: 7, count: 8)), .data("world"),
                .head([("trailer", "t")], isEnd: true),
            ]
            var events = harness.receive(frames, piece: piece)
            let body = events.compactMap { if case .data(1, let data) = $0 { data } else { nil } }
            events.removeAll { if case .data = $0 { true } else { false } }
            #expect(String(decoding: body.joined(), as: UTF8.self) == "hello world")
            #expect(
                events == [
                    .settings, .informational(1, head(103, [("link", "</a>")])),
                    .head(1, head(200, [("a", "1"), ("set-cookie", "x"), ("set-cookie", "y")])),
                    .trailers(1, ["trailer": "t"]), .end(1), .closed(1, .finished),
                ]
            )
            #expect(harness.sent(.ping).map(\.flags) == [HTTP2Frame.acknowledgment])
            #expect(harness.failure == nil)
        }

        @Test func trailersWithoutAFieldAreNone() {  // AD17
            harness.begin()
            let events = harness.receive([.settings(), .ok(), .data("a"), .head([], isEnd: true)])
            #expect(Array(events.suffix(3)) == [.data(1, Data("a".utf8)), .end(1), .closed(1, .finished)])
        }

        @Test func paddingIsNoPartOfABody() {
            harness.begin()
            let padded = HTTP2Frame(
                .data,
                flags: HTTP2Frame.padded | HTTP2Frame.endStream,
                stream: 1,
                [3] + Array("ok".utf8) + [0, 0, 0]
            )
            let events = harness.receive([.settings(), .ok(), padded])
            #expect(events.contains(.data(1, Data("ok".utf8))))
            #expect(events.contains(.end(1)))
        }

        @Test func aBodyWaitsForItsSource() {  // EN15
            let body = HTTP2BodyInMemory(Array("0123456789".utf8), available: 4)
            harness.begin(body)
            _ = harness.receive([.settings()])
            #expect(harness.sent(.data).flatMap(\.payload) == Array("0123".utf8))
            body.makeAvailable()
            harness.session.resume(1)
            harness.flush()
            let data = harness.sent(.data)
            #expect(data.flatMap(\.payload) == Array("0123456789".utf8))
            #expect(data.map { $0.flags & HTTP2Frame.endStream } == [0, 1])
        }

        private var sentByteCount: Int { harness.sent(.data).reduce(0) { $0 + $1.payload.count } }

        @Test func aBodyKeepsToTheWindowsOfTheServer() {  // EN33
            harness.begin(HTTP2BodyInMemory([UInt8](repeating: 1, count: 200_000)))
            _ = harness.receive([.settings()])
            #expect(sentByteCount == 65_535)
            let more = HTTP2Frame.number(100_000)
            _ = harness.receive([HTTP2Frame(.windowUpdate, stream: 1, more), HTTP2Frame(.windowUpdate, more)])
            #expect(sentByteCount == 165_535)
        }

        @Test func onlyTheConsumerReopensTheWindowOfAStream() {  // EN33
            harness.begin()
            let piece = HTTP2Frame(.data, stream: 1, [UInt8](repeating: 0, count: 16_384))
            _ = harness.receive([.settings(), HTTP2Frame(.settings, flags: 1), .ok()])
            let before = harness.sent(.windowUpdate).count
            for _ in 1...63 { _ = harness.receive([piece]) }
            #expect(harness.sent(.windowUpdate).count == before)
            harness.session.giveBack(500_000, of: 1)
            harness.flush()
            let update = harness.sent(.windowUpdate).last
            #expect(update?.stream == 1)
            #expect(update?.numbers == [500_000])
        }

        @Test func theWindowOfTheConnectionIsReopenedOnReceipt() {  // EN33
            for _ in 1...17 { harness.begin() }
            _ = harness.receive([.settings(), HTTP2Frame(.settings, flags: 1)])
            let piece = [UInt8](repeating: 0, count: 16_384)
            for stream in stride(from: Int32(1), through: 17, by: 2) {
                _ = harness.receive([.ok(stream)])
                for _ in 1...62 { _ = harness.receive([HTTP2Frame(.data, stream: stream, piece)]) }
            }
            #expect(harness.failure == nil)
            #expect(harness.sent(.windowUpdate).filter { $0.stream == 0 }.count == 2)
            #expect(harness.sent(.windowUpdate).allSatisfy { $0.stream == 0 })
        }

        @Test func theServersSettingsLimitTheStreams() {  // EN33
            harness.begin()
            #expect(harness.receive([.settings([(3, 7)])]).contains(.settings))
            #expect(harness.session.maxStreamCount == 7)
        }

        @Test func aResetByTheOwnerIsSentAndHasNoEvents() {  // EN35
            harness.begin()
            _ = harness.receive([.settings(), .ok()])
            harness.session.reset(1, .cancel)
            harness.flush()
            #expect(harness.sent(.reset).map(\.numbers) == [[8]])
            #expect(harness.receive([.data("late", isEnd: true)]).isEmpty)
            #expect(harness.failure == nil)
        }

        @Test func fieldsAreSentInLowerCaseAndOrder() {  // EN36
            var fields = HTTP2FieldBlock()
            fields.add(":method", "GET")
            fields.add("X-Own", "A b")
            fields.add("Authorization", "secret", isSecret: true)
            #expect(fields.pairs == [":method: GET", "x-own: A b", "authorization: secret"])
        }
    }
#endif
