import Foundation
import ReactiveDiagnostics
import ReactiveNetworking
import ReactiveTesting
import Testing

#if canImport(FoundationXML)
    import FoundationXML
#endif

@Suite struct WaterfallPictureTests {
    private static let longURL = "http://api.test/" + String(repeating: "segment/", count: 80) + "?token=hush&page=end"

    /// Two sends with many retries, one of them to a long URL.
    private func picture() throws -> [Element] {
        let clock = TestScheduler()
        let stub = StubTransport(clock: clock) { _, count in
            let reply = count < 12 ? StubTransport.Reply.status(503) : .chunks([Data("a".utf8)], every: .seconds(1))
            return reply.delayed(by: .milliseconds(300))
        }
        let policy = RetryPolicy(backoff: .constant(.milliseconds(200)), RetryPolicy.standard.decision)
        let world = VirtualNetwork(stub, on: clock, configuration: .init(retryPolicy: policy))
        let recorder = SessionRecorder(world.network)
        world.network.send(.get(Self.longURL)).start()
        world.network.send(.get()).start()
        clock.run()
        let reader = Reader()
        let parser = XMLParser(data: Data(recorder.record.svg().utf8))
        parser.delegate = reader
        #expect(parser.parse(), "\(String(describing: parser.parserError))")
        return reader.elements
    }

    @Test func noTextIsClipped() throws {
        let elements = try picture()
        let width = try #require(elements.first { $0.name == "svg" }?.number("width"))
        let texts = elements.filter { $0.name == "text" }
        #expect(texts.count > 4)
        for text in texts {
            // A character of a monospaced font is about 0.6 em wide.
            let begin = try #require(text.number("x"))
            let share = text.attributes["text-anchor"] == "middle" ? 0.5 : 1
            #expect(begin + share * 7.3 * Double(text.text.count) <= width, "\(text.text)")
        }
        let bars = elements.filter { $0.name == "rect" && $0.title?.isEmpty == false }
        let labels = texts.filter { $0.text.hasPrefix("#") }
        #expect(labels.count == 2)
        let firstBar = try #require(bars.compactMap { $0.number("x") }.min())
        for label in labels { #expect(try #require(label.number("x")) + 7.3 * Double(label.text.count) <= firstBar) }
    }

    @Test func theScaleHasRoundTickMarks() throws {
        let marks = try picture().filter { $0.attributes["class"]?.contains("tick") == true }.map(\.text)
        #expect(marks.count >= 4)
        #expect(marks.first == "0")
        #expect(marks.dropFirst().allSatisfy { $0.wholeMatch(of: /\d+(\.\d+)? (ms|s)/) != nil }, "\(marks)")
    }

    @Test func theTooltipShowsTheWholeURL() throws {  // N18
        let titles = try picture().compactMap(\.title)
        let whole = Self.longURL.replacing("hush", with: Redaction.placeholder)
        #expect(titles.contains { $0.contains(whole) })
        #expect(titles.allSatisfy { !$0.contains("hush") })
    }

    @Test func idleTimesAreDrawnThinnerThanWork() throws {
        let bars = try picture().filter { $0.name == "rect" }
        func height(of activity: String) throws -> Double {
            try #require(bars.first { $0.title?.hasPrefix(activity) == true }?.number("height"), "\(activity)")
        }
        #expect(try height(of: "retry") < height(of: "receiving"))
        #expect(try height(of: "retry") < height(of: "connect"))
    }
}

private struct Element {
    var name: String
    var attributes: [String: String]
    var text = ""
    var title: String?

    func number(_ attribute: String) -> Double? { attributes[attribute].flatMap(Double.init) }
}

private final class Reader: NSObject, XMLParserDelegate {
    private(set) var elements: [Element] = []
    private var open: [Int] = []

    func parser(
        _ parser: XMLParser,
        didStartElement name: String,
        namespaceURI: String?,
        qualifiedName: String?,
        attributes: [String: String] = [:]
    ) {
        open.append(elements.count)
        elements.append(Element(name: name, attributes: attributes))
    }

    func parser(
        _ parser: XMLParser,
        didEndElement name: String,
        namespaceURI: String?,
        qualifiedName: String?
    ) {
        let index = open.removeLast()
        if name == "title", let owner = open.last { elements[owner].title = elements[index].text }
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) {
        if let index = open.last { elements[index].text += string }
    }
}
