import ReactiveTestSupport
import Testing

@testable import ReactiveHTTPModel
@testable import ReactiveNetworking
@testable import ReactiveSocketEngine

@Suite struct ChunkedBodyTests {
    private func response(_ chunks: String, ends: Bool = false) -> ResponseBytes {
        ResponseBytes("200 Transfer-Encoding: chunked⏎⏎" + chunks, ends: ends)
    }

    @Test(arguments: [
        "5⏎hello⏎0⏎⏎", "5;a=b⏎hello⏎0;c⏎⏎", "5 ⏎hello⏎0\t ⏎⏎", "5 ; a=\"⇥é\"⏎hello⏎0⏎⏎", "005⏎hello⏎000⏎⏎",
        "0000000000000005⏎hello⏎0000000000000000⏎⏎", "1⏎h⏎4⏎ello⏎0⏎⏎", "5;⏎hello⏎0⏎⏎",
    ])
    func chunksMayHaveBlanksExtensionsAndLeadingZeros(chunks: String) {  // EN18, TC-19
        let parsed = response(chunks).parsedInAllPieces()
        #expect(parsed.text == "hello")
        #expect(parsed.verdict == .reusable)
    }

    @Test func chunkSizesAreHexadecimalInAnyCase() {  // EN21
        let body = String(repeating: "x", count: 0xAF)
        for size in ["af", "AF", "aF", "0Af"] {
            #expect(response("\(size)⏎\(body)⏎0⏎⏎").parsedInAllPieces().text == body)
        }
    }

    @Test(arguments: [
        "-1⏎", "+5⏎hello⏎", "0x5⏎hello⏎", " 5⏎hello⏎", "⏎hello⏎", ";a⏎", "00000000000000005⏎hello⏎",
        "FFFFFFFFFFFFFFFF⏎hello", "8000000000000000⏎hello", "5\nhello⏎", "5\rhello⏎", "5;a\nhello⏎", "5;a\0⏎hello⏎",
        "5;a\rb⏎hello⏎", "5;a\r⏎hello⏎", "5\0⏎hello⏎", "5 x⏎hello⏎", "5,⏎hello⏎", "5\r\rhello⏎", "g⏎",
        "5⏎helloX⏎0⏎⏎", "5⏎hello\n0⏎⏎", "5⏎hello\rX0⏎⏎", "5⏎hello0⏎⏎", "5⏎hello⏎⏎0⏎⏎", "5⏎helloX\n0⏎⏎", "⏎⏎", "0\n⏎",
    ])
    func malformedChunksAreRefused(chunks: String) {  // EN21, TC-17
        let parsed = response(chunks + "0⏎⏎").parsedInAllPieces()
        #expect(parsed.verdict == .failed(.invalidResponse))
        #expect(parsed.failure?.hasSuffix(" bytes of the body)") == true)
        #expect("hello".hasPrefix(parsed.text))
    }

    @Test func theLargestChunkSizeIsAccepted() {  // EN21
        let parsed = response("7FFFFFFFFFFFFFFF⏎hello").parsedInAllPieces()
        #expect(parsed.text == "hello")
        #expect(parsed.verdict == .incomplete)
    }

    @Test func theSumOfChunkSizesDoesNotOverflow() {  // EN21
        let parsed = response("5⏎hello⏎7FFFFFFFFFFFFFFF⏎hello").parsedInAllPieces()
        #expect(parsed.text == "hellohello")
        #expect(parsed.verdict == .incomplete)
    }

    @Test func theFailureNamesTheChunk() {  // EN21
        let parsed = response("5⏎hello⏎x⏎").parsedInAllPieces()
        #expect(parsed.failure == Violation.chunkSize.rawValue + " (after 5 bytes of the body)")
    }

    @Test func theLineOfAChunkSizeMayHaveAtMost16KiB() {  // EN21, TC-19
        let fit = String(repeating: "x", count: 16 * 1_024 - "5;\r\n".utf8.count)
        #expect(response("5;\(fit)⏎hello⏎0⏎⏎").parsedInAllPieces().verdict == .reusable)
        for extensions in [fit + "x", String(repeating: "x", count: 17_000)] {
            let parsed = response("5;\(extensions)⏎hello⏎0⏎⏎").parsedInAllPieces()
            #expect(parsed.failure == Violation.chunkLineSize.rawValue + " (after 0 bytes of the body)")
        }
    }

    @Test func framingIsLimitedToEightTimesTheBodyAnd64KiB() {  // EN21
        // With four bytes in chunks that have 16 KiB and an empty line, 24 bytes remain for the line of the last chunk.
        let line = "1;" + String(repeating: "x", count: 16 * 1_024 - "1;\r\n".utf8.count)
        let chunks = String(repeating: line + "⏎x⏎", count: 4)
        let last = "0;" + String(repeating: "x", count: 24 - "0;\r\n".utf8.count)
        #expect(response(chunks + last + "⏎⏎").parsedInAllPieces().verdict == .reusable)
        let refused = response(chunks + last + "x⏎⏎").parsedInAllPieces()
        #expect(refused.failure == Violation.chunkFraming.rawValue + " (after 4 bytes of the body)")
    }

    @Test func manySmallChunksAreAccepted() {  // EN21
        let chunks = String(repeating: "1;xx⏎x⏎", count: 100_000)
        #expect(response(chunks + "0⏎⏎").parsed(cutAt: [999]).verdict == .reusable)
        let refused = response(String(repeating: "1;xxx⏎x⏎", count: 100_000) + "0⏎⏎").parsed(cutAt: [999])
        #expect(refused.verdict == .failed(.invalidResponse))
    }

    @Test(
        arguments: [
            ("Content-Length: 9⏎", ["Content-Length": "9"]), ("Set-Cookie: a=b⏎", ["Set-Cookie": "a=b"]),
            (
                "Transfer-Encoding: gzip⏎Content-Length: x⏎", ["Transfer-Encoding": "gzip", "Content-Length": "x"]
            ),
            ("X: a⏎ b⏎", ["X": "a b"]), ("X: y\n", ["X": "y"]), ("Connection: close⏎", ["Connection": "close"]),
            ("x:1⏎X: 2⏎", ["x": "1", "X": "2"]),
        ] as [(String, HTTP.Headers)]
    )
    func trailersFollowTheBodyAndChangeNothing(text: String, trailers: HTTP.Headers) {  // AD17, EN21, TC-23
        let parsed = response("5⏎hello⏎0⏎\(text)⏎").parsedInAllPieces()
        #expect(parsed.head?.headers == ["Transfer-Encoding": "chunked"])
        #expect(parsed.text == "hello")
        #expect(parsed.trailers == trailers)
        #expect(parsed.verdict == .reusable)
    }

    @Test(arguments: ["⏎", "\n"]) func withoutALineThereAreNoTrailers(end: String) {  // AD17, EN18, EN21
        let parsed = response("5⏎hello⏎0⏎\(end)").parsedInAllPieces()
        #expect(parsed.trailers == nil)
        #expect(parsed.verdict == .reusable)
    }

    @Test(arguments: [
        " X: y⏎", "X⏎", "X : y⏎", "X: \0⏎", "X: a\rb⏎", "Content-Length: 9⏎ 9⏎", "HTTP/1.1 200 OK⏎", "\r⏎",
    ])
    func trailersFollowTheRulesOfHeads(trailers: String) {  // EN21
        let parsed = response("5⏎hello⏎0⏎\(trailers)⏎").parsedInAllPieces()
        #expect(parsed.text == "hello")
        #expect(parsed.trailers == nil)
        #expect(parsed.verdict == .failed(.invalidResponse))
        #expect(parsed.failure?.hasSuffix("of the trailers)") == true)
    }
}
