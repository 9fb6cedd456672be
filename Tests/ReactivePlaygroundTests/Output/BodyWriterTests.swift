import Foundation
import ReactiveNetworking
import Testing

@testable import ReactivePlayground

/// Tests of a body written to a terminal or a pipe.
struct BodyWriterTests {
    /// Records the written bytes.
    private final class Page: Sendable {
        let bytes = Locked(Data())

        func outlet(isTerminal: Bool, isColored: Bool = false) -> Outlet {
            Outlet(isTerminal: isTerminal, isColored: isColored) { [bytes] (data) throws(OutletError) in
                bytes.withLock { $0 += data }
            }
        }

        var text: String { String(decoding: bytes.withLock { $0 }, as: UTF8.self) }
    }

    /// Returns the text that a terminal receives for a body that arrives in pieces of `size` bytes.
    private func terminal(_ body: Data, _ type: HTTP.ContentType?, pieces size: Int, isColored: Bool = false) throws
        -> String
    {
        let page = Page()
        var writer = BodyWriter(type, to: page.outlet(isTerminal: true, isColored: isColored))
        for begin in stride(from: 0, to: body.count, by: size) {
            try writer.write(body[begin..<min(body.count, begin + size)])
        }
        try writer.finish()
        return page.text
    }

    private func everyCut(_ body: Data, _ type: HTTP.ContentType?) throws -> Set<String> {
        try Set((1...max(1, body.count)).map { try terminal(body, type, pieces: $0) })
    }

    @Test func outsideATerminalBytesAreWrittenUnchanged() throws {
        let body = Data((0...255).map(UInt8.init) + Array("{\"a\" : 1}\r\n".utf8))
        let page = Page()
        var writer = BodyWriter("application/json", to: page.outlet(isTerminal: false))
        try writer.write(body)
        try writer.finish()
        #expect(page.bytes.withLock { $0 } == body)
    }

    @Test func textDoesNotDependOnChunkBoundaries() throws {
        let body = Data("größer 猿 🦍\r\nnext\rline \u{1B}[2J\u{9B}\n".utf8)
        let shown = "größer 猿 🦍\nnext\\u{D}line \\u{1B}[2J\\u{9B}\n"
        #expect(try everyCut(body, .textPlain) == [shown])
        #expect(try everyCut(body, nil) == [shown])
    }

    @Test func anUnterminatedLineIsEndedAndAnEmptyBodyWritesNothing() throws {
        #expect(try terminal(Data("a".utf8), .textPlain, pieces: 1) == "a\n")
        #expect(try terminal(Data("a\r".utf8), .textPlain, pieces: 1) == "a\\u{D}\n")
        #expect(try terminal(Data(), .textPlain, pieces: 1) == "")
    }

    @Test func wrongBytesInDeclaredTextAreReplaced() throws {
        #expect(try everyCut(Data([0x61, 0xFF, 0x62]), .textPlain) == ["a\u{FFFD}b\n"])
        #expect(try terminal(Data([0x61, 0xF0, 0x9F]), .textPlain, pieces: 1) == "a\u{FFFD}\n")
    }

    @Test func latinTextIsDecodedAsDeclared() throws {
        #expect(try everyCut(Data([0xE4, 0x9B, 0x0A]), "text/html; charset=ISO-8859-1") == ["ä\\u{9B}\n"])
    }

    @Test(
        arguments: [
            (Data([0x89, 0x50, 0x4E, 0x47]), "image/png"), (Data([0x61, 0x00]), "text/plain"),
            (Data([0x1F, 0x8B]), nil),
            (Data([0x61, 0xC3]), "application/octet-stream"), (Data([0x00]), "application/json"),
        ] as [(Data, String?)]
    )
    func binaryDataIsRefused(_ body: Data, _ type: String?) {
        let type = type.map { HTTP.ContentType(rawValue: $0) }
        for size in 1...body.count {
            #expect(throws: BinaryBody()) { try terminal(body, type, pieces: size) }
        }
    }

    @Test func textOfAnyContentTypeIsShown() throws {
        #expect(try terminal(Data("a,b\n".utf8), .octetStream, pieces: 2) == "a,b\n")
    }

    @Test func jsonLayoutDoesNotDependOnChunkBoundaries() throws {
        let json = #" {"b":[1,2.50,{ }],"a":{"x\"":null,"e":[]},"ok":true,"t":"ä {,} \u001b"} "#
        let shown = #"""
            {
              "b": [
                1,
                2.50,
                {}
              ],
              "a": {
                "x\"": null,
                "e": []
              },
              "ok": true,
              "t": "ä {,} \u001b"
            }

            """#
        #expect(try everyCut(Data(json.utf8), .applicationJson) == [shown])
        #expect(try everyCut(Data(json.utf8), "application/problem+json") == [shown])
    }

    @Test func jsonIsColoredWhereColorsAreSupported() throws {
        let shown = try terminal(Data(#"{"a":"b","n":-1e5}"#.utf8), .applicationJson, pieces: 3, isColored: true)
        let (cyan, green, yellow, end) = ("\u{1B}[36m", "\u{1B}[32m", "\u{1B}[33m", "\u{1B}[0m")
        #expect(
            shown == "{\n  \(cyan)\"a\"\(end): \(green)\"b\"\(end),\n  \(cyan)\"n\"\(end): \(yellow)-1e5\(end)\n}\n"
        )
    }

    @Test func truncatedJSONEndsWithAResetOfTheStyle() throws {
        let shown = try terminal(Data(#"["ab"#.utf8), .applicationJson, pieces: 9, isColored: true)
        #expect(shown == "[\n  \u{1B}[32m\"ab\u{1B}[0m\n")
    }

    @Test func linesOfJSONAreSeparateValues() throws {
        #expect(try everyCut(Data("{\"a\":1}\n[]\n7\n".utf8), "application/x-ndjson") == ["{\n  \"a\": 1\n}\n[]\n7\n"])
    }

    @Test(arguments: [
        ("<p>\n a\n</p>", "<p>\n a\n</p>\n"), ("not json, {\"a\":1}", "not json, {\"a\":1}\n"),
        ("[1,]x", "[\n  1,\n  ]x\n"),
        ("2024 was", "2024 was\n"), ("{\"a\" \u{1B}[2J", "{\n  \"a\" \\u{1B}[2J\n"), ("[}", "[}\n"), ("trux", "trux\n"),
    ])
    func invalidJSONIsPrintedUnchanged(_ body: String, _ shown: String) throws {
        #expect(try everyCut(Data(body.utf8), .applicationJson) == [shown])
    }

    @Test(arguments: 0..<200)
    func randomBytesAreEscapedIndependentlyOfChunkBoundaries(_ seed: Int) throws {
        let alphabet = Array("{}[]:,\"\\ \n\r\t0-1.etrufalsn\u{1B}\u{9B}\u{202E}\u{7F}ä🦍\u{1E}\u{FEFF}".utf8) + [0xFF]
        var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1
        let body = Data(
            (0..<60).map { _ in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return alphabet[Int(state >> 33) % alphabet.count]
            }
        )
        for type in [HTTP.ContentType.applicationJson, .textPlain] {
            let shown = try everyCut(body, type)
            #expect(shown.count == 1, "\(type)")
            let unsafe = shown.joined().unicodeScalars.filter { $0.properties.generalCategory == .control }
            #expect(Set(unsafe).isSubset(of: ["\n", "\t"]), "\(type)")
        }
    }

    @Test func theNestingDepthOfJSONIsBounded() throws {
        let shown = try terminal(Data(String(repeating: "[", count: 100_000).utf8), .applicationJson, pieces: 4_096)
        #expect(shown.utf8.count < 200_000)
        #expect(shown.hasSuffix(String(repeating: "[", count: 1_000) + "\n"))
    }

    @Test func aReaderThatLeavesEndsTheBody() throws {
        let outlet = Outlet(isTerminal: false, isColored: false) { (_) throws(OutletError) in throw .readerLeft }
        var writer = BodyWriter(nil, to: outlet)
        #expect(throws: OutletError.readerLeft) { try writer.write(Data([1])) }
        #expect(!writer.hasWritten)
    }
}
