import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting
import Testing

/// The article for users of other libraries lists calls of this library in tables. Each of those calls is a line of the
/// tests beside this file, so it compiles.
@Suite struct ComingFromTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    private static let catalog = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Sources/ReactiveNetworking/ReactiveNetworking.docc")

    @Test func everyCallInTheArticleCompiles() throws {
        let article = Self.catalog.appending(path: "ComingFrom.md")
        var compiled: Set<String> = []
        for library in ["Malibu", "TermiNetwork", "StreemNetworking", "Snrlax"] {
            let source = Self.folder.appending(path: "ComingFrom\(library)Tests.swift")
            let lines = try String(contentsOf: source, encoding: .utf8).split(separator: "\n")
            compiled.formUnion(lines.map(Self.statement(in:)))
        }
        let cells = Self.cellsOfOurs(in: try String(contentsOf: article, encoding: .utf8))
        #expect(cells.count >= 170)
        for cell in cells {
            let spans = Self.code(in: cell)
            let leadsOn = ["``", "<doc:", "not yet"].contains(where: cell.contains)
            #expect(leadsOn || !spans.isEmpty, "nothing of ours: \(cell)")
            for span in spans {
                #expect(compiled.contains(Self.statement(in: span[...])), "no test has: \(span)")
            }
        }
    }

    /// Returns the last cells of all rows of all tables, without the header rows.
    private static func cellsOfOurs(in article: String) -> [String] {
        let tables = article.split(separator: "\n", omittingEmptySubsequences: false)
            .split { !$0.hasPrefix("|") }
        return tables.flatMap { rows in
            rows.dropFirst(2).map { $0.dropLast().split(separator: "|").last.map(String.init) ?? "" }
        }
    }

    /// Returns the text in single backquotes. Double backquotes are links, which the documentation build checks.
    private static func code(in cell: String) -> [String] {
        let withoutLinks = cell.components(separatedBy: "``").enumerated().filter { $0.offset.isMultiple(of: 2) }
        return withoutLinks.map(\.element).joined().split(separator: "`", omittingEmptySubsequences: false)
            .enumerated().filter { !$0.offset.isMultiple(of: 2) }.map { String($0.element) }
    }

    /// Returns the line without modifiers and punctuation that only its context needs.
    private static func statement(in line: Substring) -> String {
        var text = line.trimmingCharacters(in: .whitespaces)
        if text.hasSuffix(",") { text.removeLast() }
        let prefixes = ["fileprivate ", "_ = ", "try ", "await "]
        while let prefix = prefixes.first(where: text.hasPrefix) { text.removeFirst(prefix.count) }
        return text
    }
}

/// A network with an environment over a scripted transport, on virtual time.
struct EnvironmentNetwork {
    let clock = TestScheduler()
    let stub: StubTransport
    let network: Network

    init(
        _ script: StubTransport.Reply...,
        base: String = "http://api.test",
        configuration: Network.Configuration? = nil,
        hooks: Hooks? = nil
    ) {
        stub = StubTransport(script: script, clock: clock)
        network = Network(
            environment: Network.Environment(base),
            configuration: (configuration ?? Network.Configuration()).overridden(
                by: Network.Configuration(hooks: hooks)
            ),
            transport: stub,
            clock: clock
        )
    }

    /// The requests that were sent.
    var sent: [String] { stub.requests.map(\.description) }

    /// The body of the last request.
    var lastBody: String { String(decoding: stub.requests.last?.body ?? Data(), as: UTF8.self) }

    /// A header of the last request.
    func lastHeader(_ name: String) -> String? { stub.requests.last?.headers[name] }
}
