import Foundation
import ReactiveTestSupport
import ReactiveTesting
import Testing

@testable import ReactiveHTTPModel
@testable import ReactiveNetworking
@testable import ReactiveStreams

@Suite struct LinesTests {
    private struct Item: Decodable, Sendable, Hashable {
        var n: Int
    }

    private static func world(_ bytes: Data, broken: Bool = false) -> LiveWorld {
        LiveWorld([.head(.ok, [:]), .bytes(bytes), broken ? .fail(.truncatedResponse) : .end])
    }

    private static func world(_ text: String, broken: Bool = false) -> LiveWorld {
        world(Data(text.utf8), broken: broken)
    }

    @Test func linesArriveAsTheyEnd() {  // L2
        let world = LiveWorld([
            .head(.ok, [:]), .text("\u{FEFF}a\r"), .wait(.seconds(1)), .text("\nb\n\nc"), .wait(.seconds(1)), .end,
        ])
        let lines = world.network.lines(.get()).record(on: world.clock)
        world.clock.run()
        #expect(
            lines.all == [
                .value(at: .seconds(1), "a"), .value(at: .seconds(1), "b"), .value(at: .seconds(1), ""),
                .value(at: .seconds(2), "c"), .completed(at: .seconds(2)),
            ]
        )
        #expect(world.isQuiet)
    }

    @Test func aLineThatIsNotTextFailsWithItsNumber() {  // L2
        let world = Self.world(Data("a\nb".utf8) + [0xFF] + Data("\nc\n".utf8))
        let lines = world.network.lines(.get()).record(on: world.clock)
        #expect(lines.values == ["a"])
        #expect(lines.failure?.cause(as: DecodingFailure.self)?.element == "line 2")
        #expect(lines.failure?.cause(as: DecodingFailure.self)?.reason == .undecodableText(.utf8))
    }

    @Test func aLineThatIsTooLongFails() {  // L2, E7
        let world = Self.world("a\n123456789\n")
        let lines = world.network.lines(.get(), options: LineOptions(maxLineByteCount: 8)).record(on: world.clock)
        #expect(lines.values == ["a"])
        #expect(lines.failure?.cause(as: EventSourceError.self) == .lineTooLong(limit: 8))
    }

    @Test func theLastLineNeedsNoEnd() {  // L3, LC-1
        let world = Self.world("{\"n\":1}\n{\"n\":2}")
        let items = world.network.jsonLines(.get(), as: Item.self).record(on: world.clock)
        #expect(items.all == [.value(at: .zero, Item(n: 1)), .value(at: .zero, Item(n: 2)), .completed(at: .zero)])
    }

    @Test func aBodyThatBreaksOffHasItsWholeLinesFirst() {  // L5, LC-3
        let world = Self.world("{\"n\":1}\n{\"n\":2", broken: true)
        let items = world.network.jsonLines(.get(), as: Item.self).record(on: world.clock)
        #expect(
            items.all == [
                .value(at: .zero, Item(n: 1)),
                .failed(at: .zero, .requestFailure(error: TransportError.truncatedResponse)),
            ]
        )
    }

    @Test func aLineThatDoesNotFitFailsOrIsSkipped() {  // L3, LC-5
        let text = "{\"n\":1}\nnope\n{\"n\":3}\n"
        let world = Self.world(text)
        let items = world.network.jsonLines(.get(), as: Item.self).record(on: world.clock)
        #expect(items.values == [Item(n: 1)])
        #expect(items.failure?.cause(as: DecodingFailure.self)?.element == "line 2")
        #expect(items.failure?.cause(as: DecodingFailure.self)?.description.hasPrefix("line 2: ") == true)
        let lenient = Self.world(text)
        let rest = lenient.network.jsonLines(.get(), as: Item.self, options: .skippingUndecodable)
            .record(on: lenient.clock)
        #expect(
            rest.all == [.value(at: .zero, Item(n: 1)), .value(at: .zero, Item(n: 3)), .completed(at: .zero)]
        )
        #expect(lenient.log.value.contains { if case .skippedElement = $0 { true } else { false } })
    }

    @Test func linesOfWhiteSpaceAreSkipped() {  // L3
        let world = Self.world("\n {\"n\":1} \r\n \t\r\n{\"n\":2}\n\n")
        let items = world.network.jsonLines(.get(), as: Item.self).record(on: world.clock)
        #expect(items.values == [Item(n: 1), Item(n: 2)])
        #expect(world.sent("Accept") == ["application/x-ndjson, application/jsonl, application/json;q=0.1"])
        let own = Self.world("")
        let request = RequestBuilder(.get, "http://api.test/a").header("accept", "a/b").build()
        _ = own.network.jsonLines(request, as: Int.self).record(on: own.clock)
        #expect(own.sent("Accept") == ["a/b"])
    }

    @Test func textsOfASequenceAreDecoded() {  // L4, LC-7
        let world = Self.world("\u{1E}{\"n\":1}\n\u{1E}\u{1E}{\"n\":2}\n")
        let items = world.network.jsonSequence(.get(), as: Item.self).record(on: world.clock)
        #expect(items.all == [.value(at: .zero, Item(n: 1)), .value(at: .zero, Item(n: 2)), .completed(at: .zero)])
    }

    @Test func aNumberWithoutALineFeedAtTheEndIsTruncated() {  // L4, LC-9
        let world = Self.world("\u{1E}12")
        let numbers = world.network.jsonSequence(.get(), as: Int.self).record(on: world.clock)
        #expect(numbers.values == [])
        #expect(numbers.failure?.cause(as: DecodingFailure.self)?.reason == .malformed("the text is truncated"))
        #expect(numbers.failure?.cause(as: DecodingFailure.self)?.element == "text 1")
        let whole = Self.world("\u{1E}12\n")
        let other = whole.network.jsonSequence(.get(), as: Int.self).record(on: whole.clock)
        #expect(other.all == [.value(at: .zero, 12), .completed(at: .zero)])
    }

    @Test func aTruncatedTextCanBeSkipped() {  // L4
        let world = Self.world("\u{1E}{\"n\":1\u{1E}{\"n\":2}\n\u{1E}nope\n\u{1E}{\"n\":3}\n\u{1E}{")
        let items = world.network.jsonSequence(.get(), as: Item.self, options: .skippingUndecodable)
            .record(on: world.clock)
        #expect(items.values == [Item(n: 2), Item(n: 3)])
        #expect(items.failure == nil)
    }

    @Test(arguments: ["true", "false", "null", "-1.5e3"]) func aLiteralNeedsWhiteSpaceBehindIt(text: String) {  // L4
        for (end, isWhole) in [("", false), ("\u{1E}", false), ("\n", true), (" ", true), ("\t\u{1E}", true)] {
            let world = Self.world("\u{1E}\(text)\(end)")
            let values = world.network.jsonSequence(.get(), as: JSONValue.self).record(on: world.clock)
            #expect(values.values.count == (isWhole ? 1 : 0) && (values.failure == nil) == isWhole, "\(text) \(end)")
        }
    }

    @Test func aSequenceThatBreaksOffHasItsWholeTextsFirst() {  // L4, L5
        let world = Self.world("\u{1E}{\"n\":1}\u{1E}{\"n\":2}\n\u{1E}{\"n\":", broken: true)
        let items = world.network.jsonSequence(.get(), as: Item.self).record(on: world.clock)
        #expect(items.values == [Item(n: 1), Item(n: 2)])
        #expect(items.failure == .requestFailure(error: TransportError.truncatedResponse))
    }

    @Test func textsOfASequenceDoNotDependOnHowTheBytesArePieced() {  // L2 to L4
        let text = Array("\u{1E}{\"n\":1}\n\u{1E}\u{1E}{\"n\":2}\n\u{1E}{\"n\":3}".utf8)
        for cut in 0...text.count {
            let world = LiveWorld([
                .head(.ok, [:]), .bytes(Data(text[..<cut])), .bytes(Data(text[cut...])), .end,
            ])
            let items = world.network.jsonSequence(.get(), as: Item.self).record(on: world.clock)
            #expect(items.values.map(\.n) == [1, 2, 3])
        }
    }

    @Test func aStreamOfLinesIsCheckedAsAnyResponse() {  // L1
        let world = LiveWorld([.fail(.connectionLost)], [.status(.notFound), .text("gone"), .end])
        let lines = world.network.lines(.get()).record(on: world.clock)
        world.clock.run()
        let failure = OperationError.unexpectedResponseCode(httpCode: .notFound, data: Data("gone".utf8))
        #expect(lines.all == [.failed(at: .seconds(1), failure)])
        #expect(world.isQuiet)
    }

    @Test func aSilentStreamOfLinesFailsAndADeadlineIsOptional() {  // L1, E10
        let world = LiveWorld([.head(.ok, [:]), .wait(.seconds(200)), .text("a\n"), .wait(.seconds(1_000))])
        let lines = world.network.lines(.get()).record(on: world.clock)
        let limited = world.network.lines(.get(), abortAfter: .seconds(300)).record(on: world.clock)
        world.clock.run()
        #expect(lines.values == ["a"])
        #expect(lines.failure?.cause(as: TransportError.self)?.kind == .timedOut)
        #expect(lines.all.last?.time == .seconds(500))
        #expect(limited.all.last?.time == .seconds(300))
        #expect(world.isQuiet)
    }
}
