import Foundation
import ReactiveTestSupport
import Testing

@testable import ReactiveHTTPModel
@testable import ReactiveNetworking
@testable import ReactiveSocketEngine

@Suite struct ResponseBodyTests {
    @Test(arguments: [
        "Content-Length: 2", "Content-Length: 2, 2", "Content-Length: 2⏎content-length: 2", "Content-Length: 02",
        "Content-Length: 0000000000000000000000002", "Content-Length:2\t,  02 ",
        "Content-Length: 2, 2⏎Content-Length: 2",
    ])
    func aContentLengthMayBeRepeatedAndHaveLeadingZeros(fields: String) {  // EN18, TC-3
        let parsed = ResponseBytes("200 \(fields)⏎⏎OK").parsedInAllPieces()
        #expect(parsed.text == "OK")
        #expect(parsed.verdict == .reusable)
    }

    @Test(arguments: [
        "2, 3", "2⏎Content-Length: 3", "+2", "-2", "0x2", "2 2", "2,", ",2", "2,,2", "", " ", "2;", "2.0", "x", "٢",
        "18446744073709551618", "9223372036854775808", "99999999999999999999999999999999999999999",
    ])
    func malformedContentLengthsAreRefused(value: String) {  // EN20, TC-5
        for method in [HTTP.Method.get, .head] {
            for status in [200, 204, 304] {
                let text = "HTTP/1.1 \(status)⏎Content-Length: \(value)⏎⏎OK"
                let parsed = ResponseBytes(text, method: method).parsedInAllPieces()
                #expect(parsed.verdict == .failed(.invalidResponse))
                #expect(parsed.head == nil)
            }
        }
    }

    @Test func theLargestContentLengthIsAccepted() {  // EN20, TC-5
        let parsed = ResponseBytes("200 Content-Length: 9223372036854775807⏎⏎OK", ends: true).parsedInAllPieces()
        #expect(parsed.text == "OK")
        #expect(parsed.failure == "the connection ended after 2 of 9223372036854775807 bytes of the body")
    }

    @Test(arguments: [
        "Content-Length: 3⏎Transfer-Encoding: chunked", "Transfer-Encoding: CHUNKED⏎Content-Length: 3",
        "Content-Length: 3⏎Transfer-Encoding: chunked⏎Content-Length: 3",
    ])
    func theTransferCodingOverridesTheContentLength(fields: String) {  // EN20, TC-7
        let parsed = ResponseBytes("200 \(fields)⏎⏎5⏎hello⏎0⏎⏎").parsedInAllPieces()
        #expect(parsed.text == "hello")
        #expect(parsed.head?.headers.map(\.name) == ["Transfer-Encoding"])
        #expect(parsed.verdict == .closed)
    }

    @Test(arguments: [
        "gzip, chunked", "chunked, chunked", "chunked⏎Transfer-Encoding: chunked", "identity", "xchunked", "chunkedx",
        "xchunked⏎Content-Length: 2", "chunked,", ",chunked", "", "chunked;q=1", "\"chunked\"", "chunked, identity",
    ])
    func transferCodingsOtherThanChunkedAreRefused(value: String) {  // EN20, TC-9
        for method in [HTTP.Method.get, .head] {
            let text = "200 Transfer-Encoding: \(value)⏎⏎5⏎hello⏎0⏎⏎"
            #expect(ResponseBytes(text, method: method).parsedInAllPieces().verdict == .failed(.invalidResponse))
        }
    }

    @Test func aResponseWithoutABodyEndsWithItsHead() {  // EN20, TC-25
        let cases: [(Int, HTTP.Method, String, ParsedResponse.Verdict)] = [
            (204, .get, "", .reusable), (204, .get, "Content-Length: 0⏎", .reusable),
            (204, .get, "Content-Length: 5⏎", .closed), (204, .get, "Transfer-Encoding: chunked⏎", .closed),
            (304, .get, "Content-Length: 5⏎", .reusable), (304, .get, "Transfer-Encoding: chunked⏎", .reusable),
            (304, .get, "", .reusable), (200, .head, "Content-Length: 5⏎", .reusable), (200, .head, "", .reusable),
            (200, .head, "Transfer-Encoding: chunked⏎", .reusable), (404, .head, "Content-Length: 5⏎", .reusable),
            (200, .head, "Transfer-Encoding: chunked⏎Content-Length: 5⏎", .closed),
        ]
        for (status, method, fields, verdict) in cases {
            let head = "HTTP/1.1 \(status)⏎\(fields)⏎"
            let parsed = ResponseBytes(head, method: method).parsedInAllPieces()
            #expect(parsed.verdict == verdict, "\(head)")
            let withBytes = ResponseBytes(head + "hello", method: method).parsedInAllPieces()
            #expect(withBytes.body.isEmpty)
            #expect(withBytes.surplusByteCount == 5)
            #expect(withBytes.verdict == .closed)
        }
    }

    @Test func bytesBehindAResponseAreNotParsed() {  // EN11, TC-27
        let second = "HTTP/1.1 500⏎⏎"
        for text in ["200 Content-Length: 2⏎⏎OK", "200 Transfer-Encoding: chunked⏎⏎2⏎OK⏎0⏎⏎"] {
            let parsed = ResponseBytes(text + second).parsedInAllPieces()
            #expect(parsed.head?.status == .ok)
            #expect(parsed.text == "OK")
            #expect(parsed.surplusByteCount == ResponseBytes(second).bytes.count)
            #expect(parsed.verdict == .closed)
        }
    }

    @Test func aBodyWithoutLengthLastsUntilTheEnd() {  // EN20
        let open = ResponseBytes("200 X: y⏎⏎hello").parsedInAllPieces()
        #expect(open.text == "hello")
        #expect(open.verdict == .incomplete)
        let ended = ResponseBytes("200 X: y⏎⏎hello", ends: true).parsedInAllPieces()
        #expect(ended.text == "hello")
        #expect(ended.verdict == .closed)
        #expect(ResponseBytes("200 ⏎", ends: true).parsedInAllPieces().verdict == .closed)
    }

    @Test(arguments: [
        ("", TransportError.Kind.connectionLost, "the connection ended before a response"),
        ("H", .truncatedResponse, "the connection ended in the head"),
        ("HTTP/1.1 200 OK⏎", .truncatedResponse, "the connection ended in the head"),
        ("HTTP/1.1 100⏎⏎", .truncatedResponse, "the connection ended in the head"),
        (
            "200 Content-Length: 5⏎⏎hel", .truncatedResponse,
            "the connection ended after 3 of 5 bytes of the body"
        ),
        (
            "200 Transfer-Encoding: chunked⏎⏎5⏎hel", .truncatedResponse,
            "the connection ended after 3 bytes of a body in chunks"
        ),
        (
            "200 Transfer-Encoding: chunked⏎⏎5⏎hello⏎", .truncatedResponse,
            "the connection ended after 5 bytes of a body in chunks"
        ),
        (
            "200 Transfer-Encoding: chunked⏎⏎5⏎hello⏎0⏎", .truncatedResponse,
            "the connection ended in the trailers"
        ),
        (
            "200 Transfer-Encoding: chunked⏎⏎5⏎hello⏎0⏎X: y⏎", .truncatedResponse,
            "the connection ended in the trailers"
        ),
    ])
    func anEndInsideAResponseIsClassified(text: String, kind: TransportError.Kind, failure: String) {  // EN24, TC-21
        let parsed = ResponseBytes(text, ends: true).parsedInAllPieces()
        #expect(parsed.verdict == .failed(kind))
        #expect(parsed.failure == failure)
        #expect("hello".hasPrefix(parsed.text))
    }

    @Test func theEndOfTheConnectionAfterAResponseIsIgnored() {  // EN24
        for text in ["200 Content-Length: 2⏎⏎OK", "200 Transfer-Encoding: chunked⏎⏎2⏎OK⏎0⏎⏎", "ICY 200 OK⏎⏎"] {
            let open = ResponseBytes(text).parsedInAllPieces()
            #expect(open.verdict != .incomplete)
            #expect(ResponseBytes(text, ends: true).parsedInAllPieces() == open)
        }
    }
}
