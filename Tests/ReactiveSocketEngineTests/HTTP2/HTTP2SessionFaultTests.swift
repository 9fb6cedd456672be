#if os(Linux)
    import Foundation
    import ReactiveTestSupport
    import Testing

    @testable import ReactiveHTTPModel
    @testable import ReactiveNetworking
    @testable import ReactiveSocketEngine

    /// Servers that refuse, go away, or violate the protocol.
    @Suite(.enabled(if: NGHTTP2.loaded != nil)) struct HTTP2SessionFaultTests {
        private let harness: HTTP2Harness

        init() throws {
            harness = try #require(HTTP2Harness())
        }

        private func isMalformed(_ event: HTTP2Event, _ stream: Int32) -> Bool {
            if case .closed(stream, .malformed) = event { true } else { false }
        }

        @Test func aRefusedStreamIsUnprocessed() {  // EN34
            harness.begin()
            #expect(harness.receive([.settings(), .reset(7)]) == [.settings, .closed(1, .refused)])
        }

        @Test(arguments: [1, 2, 8, 11, 13, 99] as [UInt32])
        func aResetReportsItsCode(code: UInt32) {  // EN34
            harness.begin()
            let closing = HTTP2Event.Closing.reset(HTTP2.ErrorCode(rawValue: code))
            #expect(harness.receive([.settings(), .reset(code)]) == [.settings, .closed(1, closing)])
        }

        @Test func streamsAboveTheLastOneOfGoawayAreUnprocessed() {  // EN34
            harness.begin()
            harness.begin()
            harness.begin()
            let events = harness.receive([.settings(), .goaway(3), .ok(1, isEnd: true)])
            #expect(
                events == [
                    .settings, .goaway, .closed(5, .excluded),
                    .head(1, HTTP2Event.Head(status: 200)), .end(1), .closed(1, .finished),
                ]
            )
            #expect(!harness.session.allowsRequest)
            #expect(harness.session.end == nil)
            #expect(harness.receive([.ok(3, isEnd: true)]).last == .closed(3, .finished))
            #expect(harness.session.end != nil)
            #expect(!harness.session.isViolated)
        }

        @Test func aResetAfterAWholeResponseIsIgnored() {  // EN34, TC-69
            harness.begin(HTTP2BodyInMemory([UInt8](repeating: 1, count: 5_000_000)))
            let events = harness.receive([.settings(), .ok(), .data("done", isEnd: true), .reset(0)])
            #expect(
                events == [
                    .settings, .head(1, HTTP2Event.Head(status: 200)), .data(1, Data("done".utf8)), .end(1),
                    .closed(1, .reset(.noError)),
                ]
            )
        }

        /// Responses that violate RFC 9113 §8.
        static let malformed: [[HTTP2Frame]] = [
            [.head([(":status", "200"), ("content-length", "10")]), .data("12345", isEnd: true)],
            [.head([(":status", "200"), ("content-length", "2")]), .data("12345")],
            [.head([(":status", "200"), ("content-length", "2"), ("content-length", "3")])],
            [.head([(":status", "200"), ("content-length", "+2")])],
            [.head([(":status", "200"), ("Upper", "1")])],
            [.head([(":status", "200"), (":status", "200")])],
            [.head([("a", "1"), (":status", "200")])],
            [.head([("a", "1")])],
            [.head([(":status", "20")])], [.head([(":status", "2000")])], [.head([(":status", "abc")])],
            [.head([(":status", "099")])], [.head([(":status", "101")])], [.head([(":status", "+20")])],
            [.head([(":status", "200"), (":path", "/")])],
            [.head([(":status", "200"), ("connection", "close")])],
            [.head([(":status", "200"), ("transfer-encoding", "chunked")])],
            [.head([(":status", "200"), ("a b", "1")])], [.head([(":status", "200"), ("", "1")])],
            [.head([(":status", "200"), ("a", "1\r\nb: 2")])], [.head([(":status", "200"), ("a", "1\0")])],
            [.ok(), .data("a"), .head([(":status", "200")], isEnd: true)],
            [.ok(), .data("a"), .head([("trailer", "1")])],
            [.head([(":status", "103")], isEnd: true)],
            [.ok(), .data("a"), .head([(":status", "103")])],
            [.ok(), .data("a"), .head([("Upper", "1")], isEnd: true)],
            [.head([(":status", "103")]), .data("a")],
            [.head([(":status", "200"), ("keep-alive", "5")])], [.head([(":status", "200"), ("upgrade", "x")])],
            [.head([(":status", "200"), ("proxy-connection", "x")])],
            [.head([(":status", "200"), ("a:b", "1")])], [.head([(":status", "200"), (":other", "1")])],
            [.head([(":status", "200"), ("a", " 1")])], [.head([(":status", "200"), ("a", "1\t")])],
        ]

        @Test(arguments: malformed.indices, [1, .max])
        func aMalformedResponseResetsOnlyItsOwnStream(index: Int, piece: Int) {  // EN34, TC-73
            harness.begin()
            harness.begin()
            var events = harness.receive([.settings()] + Self.malformed[index], piece: piece)
            #expect(events.contains { isMalformed($0, 1) }, "\(events)")
            #expect(!events.contains(.end(1)))
            #expect(harness.sent(.reset).map(\.stream) == [1])
            events = harness.receive([.ok(3), .data(3, "fine", isEnd: true)], piece: piece)
            #expect(events.contains(.data(3, Data("fine".utf8))) || piece == 1)
            #expect(events.contains(.end(3)))
            #expect(harness.failure == nil)
        }

        @Test(
            arguments: [
                [.ok(isEnd: true)], [.head([(":status", "204"), ("content-length", "0")], isEnd: true)],
                [.informational(103), .informational(100), .ok(), .unknown([1]), .data("a", isEnd: true)],
                [.head([(":status", "200"), ("a", ""), ("b", "é")], isEnd: true)],
                [.head([(":status", "999"), ("te", "trailers")], isEnd: true)],
                [
                    .ok(), HTTP2Frame(.data, stream: 1), HTTP2Frame(.priority, stream: 1, [0, 0, 0, 0, 1]),
                    .data("", isEnd: true),
                ],
                [.ok(), .data("a"), .head([("trailer", "1")], isEnd: true)],
            ] as [[HTTP2Frame]]
        )
        func unusualButValidFramesAreNoFault(frames: [HTTP2Frame]) {  // EN34
            harness.begin()
            let events = harness.receive([.settings()] + frames)
            #expect(events.contains(.end(1)), "\(events)")
            #expect(harness.failure == nil && harness.sent(.reset).isEmpty)
        }

        @Test func dataOfAResetStreamIsNoFlood() {  // EN35
            harness.begin()
            harness.begin()
            _ = harness.receive([.settings(), .ok(1), .ok(3)])
            harness.session.reset(1, .cancel)
            harness.flush()
            _ = harness.receive(Array(repeating: .data(1, "a"), count: 20_000), piece: 4_096)
            #expect(harness.receive([.data(3, "b", isEnd: true)]).contains(.end(3)))
            #expect(harness.failure == nil && harness.session.end == nil)
        }

        @Test(arguments: [4_096, .max])
        func aBodyWithoutEndOfAResetStreamEndsTheConnection(piece: Int) {  // EN35
            harness.begin()
            _ = harness.receive([.settings(), .ok(1)])
            harness.session.reset(1, .cancel)
            harness.flush()
            let sixteen = HTTP2Frame(.data, stream: 1, [UInt8](repeating: 0, count: 16_384))
            _ = harness.receive(Array(repeating: sixteen, count: 64), piece: piece)
            #expect(harness.failure == nil)
            _ = harness.receive([sixteen], piece: piece)
            #expect(harness.failure?.text.contains("the bodies of responses that are over") == true)
        }

        @Test func dataUpToTheWindowOfEachCanceledStreamIsNoFlood() {  // EN35
            let sixteen = { HTTP2Frame(.data, stream: $0, [UInt8](repeating: 0, count: 16_384)) }
            for number in stride(from: 1, through: 5, by: 2) as StrideThrough<Int32> {
                harness.begin()
                _ = harness.receive([.settings(), .ok(number)])
                harness.session.reset(number, .cancel)
                harness.flush()
                _ = harness.receive(Array(repeating: sixteen(number), count: 64))
                #expect(harness.failure == nil)
            }
        }

        @Test func aServerMaySendGoawayBecauseItRequiresHTTP11() {  // EN34
            harness.begin()
            harness.begin()
            let events = harness.receive([.settings(), .goaway(1, 13), .ok(1, isEnd: true)])
            #expect(events.contains(.closed(3, .reset(.http11Required))))
            #expect(events.contains(.end(1)))
        }

        @Test func aHeadBeyondItsLimitsIsRefused() throws {  // EN22
            let long = [HTTP2Frame.head([(":status", "200"), ("a", String(repeating: "x", count: 9_000))])]
            var limits = HTTP2Session.Limits()
            limits.maxHeadByteCount = 9_000
            let small = try #require(HTTP2Harness(limits))
            small.begin()
            #expect(small.receive([.settings()] + long).contains { isMalformed($0, 1) })
            #expect(small.failure == nil)
            limits.maxHeadByteCount = 9_100
            let larger = try #require(HTTP2Harness(limits))
            larger.begin()
            #expect(!larger.receive([.settings()] + long).contains { isMalformed($0, 1) })
        }

        /// Returns a head of many fields, in frames of the usual size.
        private func head(_ stream: Int32, byteCount: Int) -> [HTTP2Frame] {
            let field = ("a", String(repeating: "x", count: 995))
            var block = HTTP2Frame.block([(":status", "200")] + Array(repeating: field, count: byteCount / 1_000))[...]
            var frames = [HTTP2Frame(.headers, stream: stream, Array(block.prefix(16_384)))]
            block = block.dropFirst(16_384)
            while !block.isEmpty {
                frames.append(HTTP2Frame(.continuation, stream: stream, Array(block.prefix(16_384))))
                block = block.dropFirst(16_384)
            }
            frames[frames.count - 1].flags |= HTTP2Frame.endHeaders
            return frames
        }

        @Test(.enabled(if: NGHTTP2.loaded?.optionSetMaxContinuations != nil))
        func aHeadMayHaveManyFramesUpToItsLimit() {  // EN22
            for _ in 1...3 { harness.begin() }
            var events = harness.receive([.settings()] + head(1, byteCount: 255_000) + [.data(1, "a", isEnd: true)])
            #expect(events.contains(.end(1)), "\(String(describing: harness.failure))")
            events = harness.receive(head(3, byteCount: 400_000))
            #expect(events.contains { isMalformed($0, 3) })
            events = harness.receive([.ok(5, isEnd: true)])
            #expect(events.contains(.end(5)))
            #expect(harness.failure == nil)
        }

        @Test func informationalHeadsCountTowardTheLimits() throws {  // EN22
            harness.begin()
            let hints = HTTP2Frame.head([(":status", "102"), ("a", String(repeating: "x", count: 1_000))])
            let events = harness.receive([.settings()] + Array(repeating: hints, count: 300))
            #expect(events.filter { if case .informational = $0 { true } else { false } }.count == 257)
            #expect(events.contains { isMalformed($0, 1) })
        }

        static let floods: [[HTTP2Frame]] = [
            Array(repeating: HTTP2Frame(.ping, [UInt8](repeating: 0, count: 8)), count: 30_000),
            Array(repeating: .settings(), count: 30_000),
            [.ok()] + Array(repeating: HTTP2Frame(.data, stream: 1), count: 100_000),
            [.ok()]
                + Array(repeating: HTTP2Frame(.data, flags: HTTP2Frame.padded, stream: 1, [3, 0, 0, 0]), count: 30_000),
            Array(repeating: HTTP2Frame(.windowUpdate, HTTP2Frame.number(1)), count: 30_000),
            Array(repeating: HTTP2Frame(.priority, stream: 1, [0, 0, 0, 0, 1]), count: 30_000),
            Array(repeating: .reset(1, 8), count: 30_000),
            Array(repeating: .unknown(), count: 30_000),
            Array(repeating: .unknown([UInt8](repeating: 0, count: 100)), count: 30_000),
            [.ok(isEnd: true)] + Array(repeating: HTTP2Frame(.data, stream: 1), count: 30_000),
            [HTTP2Frame(.headers, stream: 1, [0x88])]
                + Array(repeating: HTTP2Frame(.continuation, stream: 1), count: 30_000),
            [HTTP2Frame(.headers, stream: 1, [0x88])]
                + Array(
                    repeating: HTTP2Frame(.continuation, stream: 1, HTTP2Frame.block([("a", "b")])),
                    count: 100_000
                ),
        ]

        @Test(arguments: floods.indices)
        func aFloodOfFramesEndsTheConnection(index: Int) {  // EN35, TC-75
            harness.begin()
            _ = harness.receive([.settings()] + Self.floods[index], piece: 4_096)
            #expect(harness.failure != nil || harness.session.end != nil)
        }

        @Test(arguments: [7, 4_096, .max])
        func framesThatCarryNothingCountAsAFloodOnlyInARow(piece: Int) {  // EN35
            let nothing = Array(repeating: HTTP2Frame.unknown(), count: 9_999)
            harness.begin()
            let frames: [HTTP2Frame] = [.settings()] + nothing + [.ok()] + nothing + [.data("a", isEnd: true)] + nothing
            let events = harness.receive(frames, piece: piece)
            #expect(
                events == [
                    .settings, .head(1, HTTP2Event.Head(status: 200)), .data(1, Data("a".utf8)), .end(1),
                    .closed(1, .finished),
                ]
            )
            #expect(harness.failure == nil)
            _ = harness.receive([.unknown()], piece: piece)
            #expect(harness.failure != nil)
        }

        @Test(arguments: [7, 4_096, .max])
        func tenThousandFramesThatCarryNothingEndTheConnectionBeforeTheNextOne(piece: Int) {  // EN35, TC-75
            harness.begin()
            let nothing = Array(repeating: HTTP2Frame.unknown(), count: 10_000)
            #expect(harness.receive([.settings()] + nothing + [.ok(isEnd: true)], piece: piece) == [.settings])
            #expect(harness.failure != nil)
        }

        @Test func windowUpdatesForALongBodyAreNoFlood() {  // EN35
            harness.begin(HTTP2BodyInMemory([UInt8](repeating: 0, count: 400_000)))
            _ = harness.receive([.settings()])
            for _ in 1...15_000 {
                let update = HTTP2Frame.number(20)
                _ = harness.receive([HTTP2Frame(.windowUpdate, stream: 1, update), HTTP2Frame(.windowUpdate, update)])
            }
            #expect(harness.failure == nil)
            #expect(harness.session.end == nil)
        }

        /// Violations of RFC 9113 §4 to §6 that end the connection.
        static let violations: [[UInt8]] = [
            Array("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".utf8),
            // Not SETTINGS first.
            HTTP2Frame(.ping, [UInt8](repeating: 0, count: 8)).bytes,
            [HTTP2Frame.settings(), HTTP2Frame(.ping, [1, 2])].bytes,
            [HTTP2Frame.settings(), HTTP2Frame(.settings, [1])].bytes,
            [HTTP2Frame.settings(), HTTP2Frame(.settings, stream: 1)].bytes,
            [HTTP2Frame.settings(), HTTP2Frame.settings([(4, 1 << 31)])].bytes,
            [HTTP2Frame.settings(), HTTP2Frame.settings([(5, 1)])].bytes,
            [HTTP2Frame.settings(), HTTP2Frame.settings([(2, 1)])].bytes,
            [HTTP2Frame.settings(), HTTP2Frame(.settings, flags: 1, [0, 0, 0, 0, 0, 0])].bytes,
            [HTTP2Frame.settings(), HTTP2Frame(.windowUpdate, HTTP2Frame.number(.max >> 1))].bytes,
            [HTTP2Frame.settings(), HTTP2Frame(.windowUpdate, [1])].bytes,
            [HTTP2Frame.settings(), HTTP2Frame(.goaway, stream: 1, [UInt8](repeating: 0, count: 8))].bytes,
            [HTTP2Frame.settings(), HTTP2Frame(.goaway, [0])].bytes,
            [HTTP2Frame.settings(), HTTP2Frame(.ping, stream: 1, [UInt8](repeating: 0, count: 8))].bytes,
            [HTTP2Frame.settings(), HTTP2Frame(.reset, stream: 1, [0])].bytes,
            [HTTP2Frame.settings(), HTTP2Frame.reset(0, 1)].bytes,
            [HTTP2Frame.settings(), HTTP2Frame.ok(0)].bytes,
            [HTTP2Frame.settings(), HTTP2Frame.ok(), HTTP2Frame(.data, flags: HTTP2Frame.padded, stream: 1, [9])].bytes,
            [HTTP2Frame.settings(), HTTP2Frame(.headers, stream: 1, [0x88]), HTTP2Frame.unknown()].bytes,
            [HTTP2Frame.settings(), HTTP2Frame.data(0, "a")].bytes,
            [HTTP2Frame.settings(), HTTP2Frame.ok(2)].bytes,
            [HTTP2Frame.settings(), HTTP2Frame.reset(9, 1)].bytes,
            [HTTP2Frame.settings(), HTTP2Frame(.windowUpdate, [0, 0, 0, 0])].bytes,
            [HTTP2Frame.settings(), HTTP2Frame(.continuation, flags: 4, stream: 1)].bytes,
            [HTTP2Frame.settings(), HTTP2Frame(.headers, stream: 1, [0x88]), HTTP2Frame.data("a")].bytes,
            // A table of the compression that does not exist.
            [HTTP2Frame.settings(), HTTP2Frame(.headers, flags: 4, stream: 1, [0xFF, 0x80, 0x01])].bytes,
            // A promise, which was switched off.
            [HTTP2Frame.settings(), HTTP2Frame(.pushPromise, flags: 4, stream: 1, [0, 0, 0, 2, 0x82])].bytes,
            // A frame that is larger than allowed.
            [
                HTTP2Frame.settings(), HTTP2Frame.ok(),
                HTTP2Frame(.data, stream: 1, [UInt8](repeating: 0, count: 16_385)),
            ]
            .bytes,
        ]

        @Test(arguments: violations.indices, [1, .max])
        func aViolationOfTheFramingEndsTheConnection(index: Int, piece: Int) {  // EN34
            harness.begin()
            _ = harness.receive(Self.violations[index], piece: piece)
            #expect(harness.failure != nil || harness.session.end != nil)
            #expect(harness.session.isViolated)
            #expect(!harness.session.allowsRequest)
        }

        @Test func aWindowThatIsExceededIsAViolation() throws {  // EN33
            var limits = HTTP2Session.Limits()
            limits.windowByteCount = 20_000
            let harness = try #require(HTTP2Harness(limits))
            harness.begin()
            let piece = HTTP2Frame(.data, stream: 1, [UInt8](repeating: 0, count: 15_000))
            let events = harness.receive([.settings(), HTTP2Frame(.settings, flags: 1), .ok(), piece, piece])
            let texts = events.compactMap { if case .closed(1, .malformed(let text)) = $0 { text } else { nil } }
            let violation = harness.session.state.server.violation ?? ""
            #expect((texts + [violation]).contains { $0.contains("FLOW_CONTROL_ERROR") })
        }
    }
#endif
