import Foundation
import ReactiveTestSupport
import Testing

@testable import ReactiveNetworking
@testable import ReactiveStreams

@Suite struct ElementParserTests {
    @Test func aLineEndsWithALineFeedAndLosesOneReturn() throws {  // L2
        try expect(["a", "", "b\r", "c\rd"], ofLines: "a\n\nb\r\r\nc\rd")
        try expect(["a", "b"], ofLines: "a\r\nb\r\n")
        try expect([], ofLines: "")
        try expect([""], ofLines: "\n")
    }

    @Test func theByteOrderMarkAtTheBeginningIsDropped() throws {  // L2
        try expect(["a"], ofLines: "\u{FEFF}a\n")
        try expect(["\u{FEFF}a", "\u{FEFF}"], ofLines: "\u{FEFF}\u{FEFF}a\n\u{FEFF}\n")
        for cut in [[0xEF], [0xEF, 0xBB]] as [[UInt8]] {
            #expect(try Self.elements(LineParser(limit: 9), cut.map { [$0][...] }).map(\.data) == [Data(cut)])
        }
        #expect(try Self.elements(LineParser(limit: 9), [[0xEF, 0xBB, 0xBF]]).isEmpty)
    }

    @Test func aLastLineCountsOnlyIfTheBodyIsComplete() throws {  // L2, LC-3
        try expect(["a", "b"], ofLines: "a\nb")
        try expect(["a"], ofLines: "a\nb", isWhole: false)
    }

    @Test func aLineLongerThanTheLimitIsAFailure() throws {  // L2, E7
        try expect(["12345678", "12345678"], ofLines: "12345678\r\n12345678", limit: 8)
        for text in ["a\n123456789", "a\n123456789\n", "a\n12345678\r\r\n", "a\n12345678\r"] {
            for pieces in Self.cuts(Array(text.utf8)) {
                #expect(throws: EventSourceError.lineTooLong(limit: 8)) {
                    _ = try Self.elements(LineParser(limit: 8), pieces)
                }
            }
        }
    }

    @Test func textsOfASequenceFollowSeparators() throws {  // L4, LC-7
        try expect(["{\"n\":1}\n", "{\"n\":2}\n"], ofTexts: "\u{1E}{\"n\":1}\n\u{1E}\u{1E}{\"n\":2}\n")
        try expect(["{\"n\":1}", "[2]"], ofTexts: "\u{1E}{\"n\":1}\u{1E}[2]")
        try expect(["{\n\"n\": \"\\\"}\n\"\n}\n"], ofTexts: "\u{1E}{\n\"n\": \"\\\"}\n\"\n}\n\n \u{1E}\n\u{1E}")
        try expect([], ofTexts: "\u{1E}\u{1E} \n")
    }

    @Test func aTextIsDeliveredAtTheLineFeedBehindIt() throws {  // L4
        var parser = SequenceParser(limit: 99)
        var elements: [StreamElement] = []
        try Array("\u{1E}12\n".utf8).withUnsafeBytes { try parser.parse($0, into: &elements) }
        #expect(elements.map(\.data) == [Data("12\n".utf8)])
    }

    @Test func aTextOfASequenceThatMayLackItsRestIsTruncated() throws {  // L4, LC-9
        try expect(["12", "tru", "{\"n\":1", "3 "], ofTexts: "\u{1E}12\u{1E}tru\u{1E}{\"n\":1\u{1E}3 ", defective: 3)
        try expect(["\"ab"], ofTexts: "\u{1E}\"ab", defective: 1)
        try expect(["12\n"], ofTexts: "\u{1E}12\n")
    }

    @Test func aTextOfASequenceNeedsASeparator() throws {  // L4
        try expect(["1\n", "2\n"], ofTexts: "1\n\u{1E}2\n", defective: 1)
        try expect(["1\n", "2\n", "3\n"], ofTexts: "\u{1E}1\n2\n\u{1E}3\n", defective: 1, first: 1)
    }

    @Test func aBrokenOffTextIsDeliveredIfItIsWhole() throws {  // L5
        try expect(["{\"n\":1}\n", "{\"n\":2}"], ofTexts: "\u{1E}{\"n\":1}\n\u{1E}{\"n\":2}", isWhole: false)
        try expect(["{\"n\":1}\n"], ofTexts: "\u{1E}{\"n\":1}\n\u{1E}{\"n\":2", isWhole: false)
        try expect(["1\n"], ofTexts: "\u{1E}1\n\u{1E}12", isWhole: false)
    }

    @Test func aTextOfASequenceLongerThanTheLimitIsAFailure() throws {  // L4, E7
        for pieces in Self.cuts(Array("\u{1E}[1]\n\u{1E}[1,2]\n".utf8)) {
            #expect(throws: EventSourceError.lineTooLong(limit: 4)) {
                _ = try Self.elements(SequenceParser(limit: 4), pieces)
            }
        }
    }

    private func expect(
        _ lines: [String],
        ofLines text: String,
        limit: Int = 100,
        isWhole: Bool = true
    ) throws {
        for pieces in Self.cuts(Array(text.utf8)) {
            let elements = try Self.elements(LineParser(limit: limit), pieces, isWhole: isWhole)
            #expect(elements.map { String(decoding: $0.data, as: UTF8.self) } == lines)
            #expect(elements.map(\.number) == Array(1..<elements.count + 1))
            #expect(elements.allSatisfy { $0.defect == nil })
        }
    }

    private func expect(
        _ texts: [String],
        ofTexts text: String,
        defective: Int = 0,
        first: Int = 0,
        isWhole: Bool = true
    ) throws {
        for pieces in Self.cuts(Array(text.utf8)) {
            let elements = try Self.elements(SequenceParser(limit: 100), pieces, isWhole: isWhole)
            #expect(elements.map { String(decoding: $0.data, as: UTF8.self) } == texts)
            let defects = elements.indices.filter { elements[$0].defect != nil }
            #expect(defects == Array(first..<first + defective))
        }
    }

    /// The bytes whole, one by one, and cut at each place.
    private static func cuts(_ bytes: [UInt8]) -> [[ArraySlice<UInt8>]] {
        [[bytes[...]], bytes.map { [$0][...] }] + (0...bytes.count).map { [bytes[..<$0], bytes[$0...]] }
    }

    private static func elements(
        _ parser: some ElementParser,
        _ pieces: [ArraySlice<UInt8>],
        isWhole: Bool = true
    ) throws -> [StreamElement] {
        var parser = parser
        var elements: [StreamElement] = []
        for piece in pieces { try Array(piece).withUnsafeBytes { try parser.parse($0, into: &elements) } }
        try parser.finish(isWhole: isWhole, into: &elements)
        return elements
    }
}
