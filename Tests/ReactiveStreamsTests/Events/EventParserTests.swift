import Foundation
import ReactiveTestSupport
import Testing

@testable import ReactiveNetworking
@testable import ReactiveStreams

@Suite struct EventParserTests {
    /// Bytes, and what a parser makes of them.
    struct Sample: Sendable, CustomTestStringConvertible {
        var name: String
        var bytes: [UInt8]
        var items: [EventParser.Item]
        var time: Duration?

        init(_ name: String, _ bytes: [UInt8], _ items: EventParser.Item..., time: Duration? = nil) {
            self.name = name
            self.bytes = bytes
            self.items = items
            self.time = time
        }

        init(_ name: String, _ text: String, _ items: EventParser.Item..., time: Duration? = nil) {
            self.name = name
            bytes = Array(text.utf8)
            self.items = items
            self.time = time
        }

        var testDescription: String { name }
    }

    static let samples: [Sample] = [
        Sample("EC-1", "data: a\n\n", .data("a")),
        Sample("EC-3", "data:  a\n\n", .data(" a")),
        Sample("a space that is missing", "data:a\n\n", .data("a")),
        Sample("EC-5", "data\ndata\n\n", .data("\n")),
        Sample("one empty field", "data\n\n", .data("")),
        Sample("EC-7", "\n\n\n"),
        Sample(
            "EC-9",
            "event: add\ndata: 1\n\ndata: 2\n\n",
            .event(ServerSentEvent(type: "add", data: "1")),
            .data("2")
        ),
        Sample("a type without data", "event: add\n\ndata: 2\n\n", .data("2")),
        Sample("EC-11", [0xEF, 0xBB, 0xBF] + Array("data: 1\n\n".utf8), .data("1")),
        Sample("a second BOM", [0xEF, 0xBB, 0xBF, 0xEF, 0xBB, 0xBF] + Array("data: 1\n\n".utf8)),
        Sample("half a BOM", [0xEF, 0xBB] + Array("\ndata: 1\n\n".utf8), .data("1")),
        Sample("EC-13", "data: 1\r\rdata: 2\r\n\r\ndata: 3\n\n", .data("1"), .data("2"), .data("3")),
        Sample("EC-15", "data: 1\n\r\ndata: 2\r\r", .data("1"), .data("2")),
        Sample("EC-17", ": hello\n\n", .comment("hello")),
        Sample("comments", ":\n:  a\n:b\n", .comment(""), .comment(" a"), .comment("b")),
        Sample("EC-19", "id: 7\ndata: a\n\ndata: b\n\n", .data("a", id: "7"), .data("b", id: "7")),
        Sample("an empty id", "id: 7\ndata: a\n\nid\ndata: b\n\n", .data("a", id: "7"), .data("b")),
        Sample("EC-21", "id: a\0b\ndata: x\n\n", .data("x")),
        Sample("EC-23", "id: 9\ndata: a"),
        Sample("EC-25a", "retry: 1e3\n\n"), Sample("EC-25b", "retry: 12a\n\n"), Sample("EC-25c", "retry:\n\n"),
        Sample("a signed time", "retry: +5\n\n"), Sample("a time", "retry: 1500\n", time: .milliseconds(1_500)),
        Sample("EC-27a", "retry: 99999999999999999999\n\n", time: .seconds(3_600)),
        Sample("EC-27b", "retry: 0\n\n", time: .milliseconds(100)),
        Sample("EC-29a", " data: x\n\n"), Sample("EC-29b", "data : x\n\n"), Sample("EC-29c", "Data: x\n\n"),
        Sample("EC-31", "data: a\0b\n\n", .data("a\0b")),
        Sample("EC-33", Array("data: ".utf8) + [0xE2, 0x82] + Array("\n\n".utf8), .data("\u{FFFD}")),
        Sample(
            "ill-formed parts",
            Array("data: ".utf8) + [0xF0, 0x80, 0x80, 0x41, 0xF4, 0x90, 0xE1, 0x80, 0x42, 0xFF] + Array("\n\n".utf8),
            .data("\u{FFFD}\u{FFFD}\u{FFFD}A\u{FFFD}\u{FFFD}\u{FFFD}B\u{FFFD}")
        ),
        Sample(
            "EC-35",
            "data: a\u{2028}b\u{85}c\u{0B}d\n\n",
            .data("a\u{2028}b\u{85}c\u{0B}d")
        ),
        Sample("three lines", "data: a\ndata: b\ndata:\n\n", .data("a\nb\n")),
        Sample("a colon in the value", "data: a: b\n\n", .data("a: b")),
        Sample("a tab before the value", "data:\ta\n\n", .data("\ta")),
        Sample(
            "comments between the lines of an event",
            "data: a\n:b\ndata: c\n:\n\n",
            .comment("b"),
            .comment(""),
            .data("a\nc")
        ),
        Sample(
            "the last of several types",
            "event: a\nevent: b\ndata: 1\n\n",
            .event(ServerSentEvent(type: "b", data: "1"))
        ),
        Sample("an empty type", "event: a\nevent\ndata: 1\n\n", .data("1")),
        Sample("a type with spaces", "event:  a \ndata: 1\n\n", .event(ServerSentEvent(type: " a ", data: "1"))),
        Sample("an id without data", "id: 3\n\ndata: a\n\n", .data("a", id: "3")),
        Sample("the last of several ids", "id: 1\ndata: a\nid: 2\n\n", .data("a", id: "2")),
        Sample("an id behind one with U+0000", "id: 1\n\nid: 2\0\ndata: a\n\n", .data("a", id: "1")),
        Sample("names that are alike", "dat: 1\ndata2: 2\nid3: 3\nevents: 4\n\0data: 5\ndata: 6\n\n", .data("6")),
        Sample("the least and the most", "retry: 100\n\nretry: 3600000\n", time: .seconds(3_600)),
        Sample("leading zeros", "retry: 00000000000000000000700\n", time: .milliseconds(700)),
        Sample("digits that are not ASCII", "retry: 5\u{661}\n"), Sample("a space", "retry: 5 \n"),
        Sample("ends of all kinds", "data: a\r\ndata: b\rdata: c\ndata: d\r\r\n\n", .data("a\nb\nc\nd")),
        Sample("the standard's first example", "data: YHOO\ndata: +2\ndata: 10\n\n", .data("YHOO\n+2\n10")),
        Sample(
            "the standard's second example",
            ": test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event\n\n",
            .comment("test stream"),
            .data("first event", id: "1"),
            .data("second event"),
            .data(" third event")
        ),
        Sample("the standard's third example", "data\n\ndata\ndata\n\ndata:", .data(""), .data("\n")),
    ]

    @Test(arguments: samples) func everySampleStreamGivesItsEvents(_ sample: Sample) throws {  // E1 to E6
        let (items, parser) = try Self.parsed([sample.bytes[...]])
        #expect(items == sample.items)
        #expect(parser.position.reconnectionTime == sample.time)
    }

    @Test(arguments: samples) func eventsDoNotDependOnHowTheBytesArePieced(_ sample: Sample) throws {  // EC-39
        let bytes = sample.bytes
        let (single, parser) = try Self.parsed(bytes.map { [$0][...] })
        #expect(single == sample.items)
        #expect(parser.position.reconnectionTime == sample.time)
        for cut in 0...bytes.count {
            let (items, parser) = try Self.parsed([bytes[..<cut], bytes[cut...]])
            #expect(items == sample.items, "cut at \(cut)")
            #expect(parser.position.reconnectionTime == sample.time)
        }
    }

    @Test func allStreamsInARowAreIndependentOfRandomPieces() throws {  // EC-39
        let bytes = Self.samples.dropFirst().flatMap { $0.bytes + Array("\n\n".utf8) }
        let whole = try Self.parsed([bytes[...]]).items
        var random = SplitMix(state: 7)
        for _ in 0..<200 {
            var pieces: [ArraySlice<UInt8>] = []
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = Int.random(in: 0...40, using: &random)
                pieces.append(rest.prefix(count))
                rest = rest.dropFirst(count)
            }
            #expect(try Self.parsed(pieces).items == whole)
        }
    }

    @Test func aCommentIsCutAtOneKibibyteBetweenCharacters() throws {  // E3
        let text = String(repeating: "é", count: 1_000)
        #expect(try Self.parsed([Array(":x\(text)\n".utf8)[...]]).items == [.comment("x" + text.prefix(511))])
        #expect(try Self.parsed([Array(": \(text)\n".utf8)[...]]).items == [.comment(String(text.prefix(512)))])
    }

    @Test func theIDOfAnUnfinishedEventIsForgottenWithTheBody() throws {  // E6, EC-23
        var (_, parser) = try Self.parsed([Array("id: 5\n\nid: 9\ndata: a".utf8)[...]])
        parser.beginBody()
        var items: [EventParser.Parsed] = []
        try parser.take(Array("data: b\n\n".utf8)[...], into: &items)
        #expect(items.map(\.item) == [.data("b", id: "5")])
    }

    @Test func linesAndEventsHaveALimit() throws {  // E7
        let limits = EventParser.Limits(lineByteCount: 12, eventByteCount: 9)
        let inBounds = Array("data: 123456\ndata: 12\n\n: 4567890123\n".utf8)
        for bytes in [[inBounds[...]], inBounds.map { [$0][...] }] {
            #expect(try Self.parsed(bytes, limits).items == [.data("123456\n12"), .comment("4567890123")])
        }
        for text in ["data: a\n\ndata: 1234567", "data: a\n\n:234567890123", "data: a\n\ndata: 123456\ndata: 123\n"] {
            for pieces in [[Array(text.utf8)[...]], Array(text.utf8).map { [$0][...] }] {
                var parser = EventParser(limits: limits)
                var items: [EventParser.Parsed] = []
                #expect(throws: EventSourceError.self) {
                    for piece in pieces { try parser.take(piece, into: &items) }
                }
                #expect(items.map(\.item) == [.data("a")])
            }
        }
    }

    @Test func theByteCountsOfAllItemsAddUp() throws {  // E14
        let bytes = Self.samples[0].bytes + Array(": hello\r\nid: 1\r\nretry: 12\r\ndata: abc\r\n\r\n".utf8)
        for pieces in [[bytes[...]], bytes.map { [$0][...] }] {
            var parser = EventParser()
            var items: [EventParser.Parsed] = []
            for piece in pieces { try parser.take(piece, into: &items) }
            // An LF behind the CR of the last line may arrive later.
            #expect([bytes.count, bytes.count - 1].contains(items.reduce(0) { $0 + $1.byteCount }))
        }
    }

    @Test func unobservedCommentsDoNotCountTowardTheLimit() throws {  // E14
        let event = Array("id: 1\ndata: abc\n\n".utf8)
        let bytes = Array(String(repeating: ": hello\n\n", count: 10_000).utf8) + event
        for pieces in [[bytes[...]], bytes.map { [$0][...] }] {
            var parser = EventParser(wantsComments: false)
            var items: [EventParser.Parsed] = []
            for piece in pieces { try parser.take(piece, into: &items) }
            #expect(items.map(\.byteCount) == [event.count])
        }
    }

    @Test(arguments: ["\n", "\r", "\r\n"]) func anUnwantedCommentCountsWithoutItsEnd(_ end: String) throws {  // E14
        let bytes = Array(": comment\(end)data: x\n\n".utf8)
        for pieces in [bytes.map { [$0][...] }] + (0...bytes.count).map({ [bytes[..<$0], bytes[$0...]] }) {
            var parser = EventParser(wantsComments: false)
            var items: [EventParser.Parsed] = []
            for piece in pieces { try parser.take(piece, into: &items) }
            #expect(items.map(\.byteCount) == [9])
        }
    }

    private static func parsed(
        _ pieces: [ArraySlice<UInt8>],
        _ limits: EventParser.Limits = EventParser.Limits()
    ) throws -> (items: [EventParser.Item], EventParser) {
        var parser = EventParser(limits: limits)
        var items: [EventParser.Parsed] = []
        for piece in pieces { try parser.take(piece, into: &items) }
        return (items.map(\.item), parser)
    }
}

extension EventParser {
    /// Parses a copy of the bytes, which does not outlive the call.
    fileprivate mutating func take(_ bytes: ArraySlice<UInt8>, into items: inout [Parsed]) throws {
        try Array(bytes).withUnsafeBytes { try parse($0, into: &items) }
    }
}

extension EventParser.Item {
    fileprivate static func data(_ text: String, id: String = "") -> Self {
        .event(ServerSentEvent(data: text, id: id))
    }
}
