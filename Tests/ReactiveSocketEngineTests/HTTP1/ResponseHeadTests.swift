import Foundation
import ReactiveTestSupport
import Testing

@testable import ReactiveHTTPModel
@testable import ReactiveNetworking
@testable import ReactiveSocketEngine

@Suite struct ResponseHeadTests {
    @Test func aResponseIsParsedEquallyHoweverItIsCut() {  // EN1, TC-1
        let parsed = ResponseBytes("200 Content-Length: 2⏎⏎OK").parsedInAllPieces()
        #expect(parsed.head == ResponseHead(status: .ok, headers: ["Content-Length": "2"]))
        #expect(parsed.text == "OK")
        #expect(parsed.verdict == .reusable)
    }

    @Test(arguments: [
        "HTTP/1.1 200⏎", "HTTP/1.1 200 ⏎", "HTTP/1.1 200 Not so ok⏎", "HTTP/1.1 200 a:b⏎", "HTTP/1.7 200 OK⏎",
        "HTTP/1.1 200 é\u{7F}\u{1}⏎", "HTTP/1.1 200 OK\n", "HTTP/1.1 200\n",
    ])
    func aStatusLineMayLackAReasonAndHaveAnyMinorVersion(line: String) {  // EN18, TC-3
        let parsed = ResponseBytes(line + "Content-Length: 2⏎⏎OK").parsedInAllPieces()
        #expect(parsed.head?.status == .ok)
        #expect(parsed.verdict == .reusable)
    }

    @Test(arguments: [
        "HTTP/2.0 200 OK⏎", "HTTP/1. 200 OK⏎", "HTTP/1.10 200 OK⏎", "http/1.1 200 OK⏎", "HTTP/1.1  200 OK⏎",
        "HTTP/1.1\t200 OK⏎", "HTTP/1.1 099 OK⏎", "HTTP/1.1 1000 OK⏎", "HTTP/1.1 20 OK⏎", "HTTP/1.1 2x0 OK⏎",
        "HTTP/1.1 200OK⏎", "HTTP/1.1 200\tOK⏎", "HTTP/1.1⏎", "⏎HTTP/1.1 200 OK⏎", "\nHTTP/1.1 200 OK⏎",
        " HTTP/1.1 200 OK⏎", "ICY 200 OK⏎", "HTTP/1.1 101 Switching Protocols⏎", "HTTP/1.1 200 O\0K⏎",
        "HTTP/1.1 200 O\rK⏎", "HTTP/1.1 200 OK\r⏎", "HTTP/1.1 200\r \n", "X: y⏎", "\u{15}\u{3}\u{1}",
        "\u{FEFF}HTTP/1.1 200 OK⏎",
    ])
    func malformedStatusLinesAreRefused(line: String) {  // EN19, TC-11, TC-29
        let parsed = ResponseBytes(line + "Content-Length: 2⏎⏎OK").parsedInAllPieces()
        #expect(parsed.verdict == .failed(.invalidResponse))
        #expect(parsed.head == nil && parsed.informational.isEmpty)
    }

    @Test func aServerThatDoesNotSpeakHTTPIsRefusedByItsFirstBytes() {  // EN19
        let parsed = ResponseBytes("SSH-2.0").parsedInAllPieces()
        #expect(parsed.failure == "the version is not HTTP/1 followed by a digit (in the head)")
    }

    @Test(arguments: [
        ("X-B:a", "a"), ("X-B: a \t", "a"), ("X-B:", ""), ("X-B: \t ", ""), ("X-B: a:b", "a:b"), ("X-B: ü", "ü"),
        ("X-B: a\u{1}\u{7F}b", "a\u{1}\u{7F}b"), ("X-B: a⏎ b⏎\tc", "a b c"), ("X-B: a \n\t  b", "a b"),
        ("X-B: a⏎ ⏎ b", "a  b"), ("X-B: a\n \n b", "a  b"), ("X-B:⏎ a", "a"), ("X-B: a⏎ ", "a"), ("X-B:⏎ ⏎\t", ""),
        ("x!#$%&'*+-.^_`|~9: a", nil),
    ])
    func fieldValuesAreTrimmedAndFoldedLinesAreJoined(field: String, value: String?) {  // EN18, TC-15
        let parsed = ResponseBytes("200 X-A: 1⏎\(field)⏎Content-Length: 2⏎⏎OK").parsedInAllPieces()
        #expect(parsed["X-B"] == value)
        #expect(parsed.head?.headers.count == 3)
        #expect(parsed.verdict == .reusable)
    }

    @Test func lineFeedsAloneEndTheLinesOfAHead() {  // EN18, TC-15
        let parsed = ResponseBytes("HTTP/1.1 200 OK\nX: a\n b\nContent-Length: 2\n\nOK").parsedInAllPieces()
        #expect(parsed["X"] == "a b")
        #expect(parsed.text == "OK")
        #expect(parsed.verdict == .reusable)
    }

    @Test func fieldsAreKeptVerbatimAndInOrder() {  // N14
        let parsed = ResponseBytes("200 ETag: \"a\"⏎set-cookie: a=1⏎Set-Cookie: b=2⏎Content-Length: 0⏎⏎")
            .parsedInAllPieces()
        #expect(parsed.head?.headers.map(\.name) == ["ETag", "set-cookie", "Set-Cookie", "Content-Length"])
        #expect(parsed.head?.headers.values(for: "Set-Cookie") == ["a=1", "b=2"])
    }

    @Test func invalidUTF8IsReadAsLatin1() {
        let bytes = Array("HTTP/1.1 200 OK\r\nContent-Length: 0\r\nX-B: caf".utf8) + [0xE9, 0x0D, 0x0A, 0x0D, 0x0A]
        #expect(ResponseBytes(bytes: bytes).parsedInAllPieces()["X-B"] == "café")
    }

    @Test(arguments: [
        "X : y", "X\t: y", ": y", "X y: z", "Ü: y", "X", "(): y", "X: a\rb", "X: a\r", "X\r: a", "X: a\0b", "X\0: a",
        "\0",
        "X: a⏎ b\0", "X: a⏎ b\rc",
    ])
    func aFieldWithAnInvalidNameOrAControlCharacterIsRefused(field: String) {  // EN19, TC-11
        for text in ["200 \(field)⏎Content-Length: 2⏎⏎OK", "200 Content-Length: 2⏎\(field)⏎⏎OK"] {
            #expect(ResponseBytes(text).parsedInAllPieces().verdict == .failed(.invalidResponse))
        }
    }

    @Test(arguments: [" Transfer-Encoding: chunked⏎X: y⏎", "\tTransfer-Encoding: chunked⏎X: y⏎", " ⏎X: y⏎", "\t⏎"])
    func aBlankBeforeTheFirstFieldIsRefused(fields: String) {  // EN19, TC-13
        let parsed = ResponseBytes("200 \(fields)⏎").parsedInAllPieces()
        #expect(parsed.failure == "the first field begins with a blank (in line 2 of the head)")
    }

    @Test(arguments: [
        "Content-Length: 2⏎ ", "content-length:⏎ 2", "Transfer-Encoding: chunked⏎\t", "Transfer-Encoding:⏎ chunked",
        "Connection: close⏎ , x",
    ])
    func aLengthACodingOrAnOptionOnTwoLinesIsRefused(field: String) {  // EN19, TC-9
        for status in ["100 Continue", "200 OK"] {
            let parsed = ResponseBytes("HTTP/1.1 \(status)⏎\(field)⏎⏎OK").parsedInAllPieces()
            #expect(parsed.verdict == .failed(.invalidResponse))
            #expect(parsed.failure?.hasSuffix("(in line 3 of the head)") == true)
        }
    }

    @Test func informationalResponsesArePassedOnInOrder() {  // EN22, TC-31
        let text = "HTTP/1.1 100 Continue⏎⏎HTTP/1.1 103 Early Hints⏎Link: </a>⏎⏎200 Content-Length: 2⏎⏎OK"
        let parsed = ResponseBytes(text.replacingOccurrences(of: "200 C", with: "HTTP/1.1 200 OK⏎C"))
            .parsedInAllPieces()
        #expect(
            parsed.informational == [
                ResponseHead(status: 100), ResponseHead(status: 103, headers: ["Link": "</a>"]),
            ]
        )
        #expect(parsed.text == "OK")
        #expect(parsed.verdict == .reusable)
    }

    @Test func lengthsAndCodingsOfInformationalResponsesAreIgnored() {  // EN20
        let hints = "HTTP/1.1 103 Early Hints⏎Content-Length: x⏎Transfer-Encoding: gzip⏎⏎"
        let parsed = ResponseBytes(hints + "HTTP/1.1 200 OK⏎Content-Length: 2⏎⏎OK").parsedInAllPieces()
        #expect(parsed.informational.count == 1)
        #expect(parsed.text == "OK")
    }

    @Test func aHeadHasTheURLOfTheRequest() throws {
        let url = try #require(URL(string: "http://a.test/"))
        var parser = ResponseParser(method: .get, url: url, maxHeadByteCount: 1_024)
        let bytes = ResponseBytes("200 Content-Length: 0⏎⏎").bytes
        var position = 0
        let event = parser.next(in: bytes.span, at: &position)
        #expect(event == .head(ResponseHead(status: .ok, headers: ["Content-Length": "0"], url: url)))
        #expect(parser.next(in: bytes.span, at: &position) == .complete(.keep(idleLimit: nil)))
        #expect(parser.next(in: bytes.span, at: &position) == nil)
        #expect(parser.end() == nil)
    }
}
