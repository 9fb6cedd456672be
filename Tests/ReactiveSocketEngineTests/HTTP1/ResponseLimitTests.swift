import ReactiveTestSupport
import Testing

@testable import ReactiveHTTPModel
@testable import ReactiveNetworking
@testable import ReactiveSocketEngine

@Suite struct ResponseLimitTests {
    private static let tooLarge = "all heads and trailers together are larger than allowed"
    private static let tooManyLines = "all heads and trailers together have more than 10,000 lines"

    /// A response without a body and with a head of that size.
    private func head(byteCount: Int) -> ResponseBytes {
        let start = "HTTP/1.1 204 No Content⏎X: "
        let padding = String(repeating: "x", count: byteCount - ResponseBytes(start + "⏎⏎").bytes.count)
        return ResponseBytes(start + padding + "⏎⏎")
    }

    /// A response without a body whose head has that many lines, with the first and the empty one.
    private func head(lineCount: Int) -> ResponseBytes {
        ResponseBytes("HTTP/1.1 204⏎" + String(repeating: "X:⏎", count: lineCount - 2) + "⏎")
    }

    @Test func aHeadMayHaveTheAllowedSize() {  // EN22, TC-31
        #expect(head(byteCount: 262_144).parsed().verdict == .reusable)
        let parsed = head(byteCount: 262_145).parsedInAllPieces()
        #expect(parsed.failure == Self.tooLarge + " (in the head)")
    }

    @Test func aHeadMayHaveTenThousandLines() {  // EN22, TC-31
        #expect(head(lineCount: 10_000).parsed().verdict == .reusable)
        let parsed = head(lineCount: 10_001).parsedInAllPieces()
        #expect(parsed.failure == Self.tooManyLines + " (in the head)")
    }

    @Test func aThousandInformationalResponsesAreAllowed() {  // EN22, TC-31
        let text =
            String(repeating: "HTTP/1.1 102 Processing⏎⏎", count: 1_000) + "HTTP/1.1 200 OK⏎Content-Length: 2⏎⏎OK"
        let parsed = ResponseBytes(text).parsedInAllPieces()
        #expect(parsed.informational == Array(repeating: ResponseHead(status: 102), count: 1_000))
        #expect(parsed.text == "OK")
        #expect(parsed.verdict == .reusable)
    }

    @Test func endlessInformationalResponsesAreRefused() {  // EN22
        let few = ResponseBytes(String(repeating: "HTTP/1.1 102\n\n", count: 5_000) + "HTTP/1.1 204\n\n").parsed()
        #expect(few.informational.count == 5_000)
        #expect(few.failure == Self.tooManyLines + " (in the head)")
        let long = String(repeating: "HTTP/1.1 102 \(String(repeating: "x", count: 2_000))⏎⏎", count: 200)
        #expect(ResponseBytes(long).parsed().failure == Self.tooLarge + " (in the head)")
    }

    @Test func trailersCountTowardTheLimitsOfHeads() {  // EN21, EN22
        let chunked = "200 Transfer-Encoding: chunked⏎⏎0⏎"
        var bytes = ResponseBytes(chunked + "X: y⏎⏎")
        // The line of the last chunk belongs to the body.
        bytes.maxHeadByteCount = bytes.bytes.count - "0\r\n".utf8.count
        #expect(bytes.parsedInAllPieces().verdict == .reusable)
        bytes.maxHeadByteCount -= 1
        #expect(bytes.parsedInAllPieces().failure == Self.tooLarge + " (in the trailers)")
        let lines = ResponseBytes(chunked + String(repeating: "X:⏎", count: 9_997) + "⏎")
        #expect(lines.parsed().failure == Self.tooManyLines + " (in the trailers)")
    }

    @Test(arguments: -1...40) func everyLimitIsEnforcedEquallyHoweverTheResponseIsCut(byteCount: Int) {  // EN1, EN22
        for text in ["200 Content-Length: 0⏎⏎", "SSH-2.0-OpenSSH_9.2p1⏎", "HTTP/1.1 2x0 OK⏎⏎"] {
            var bytes = ResponseBytes(text)
            bytes.maxHeadByteCount = byteCount
            #expect(bytes.parsedInAllPieces().verdict != .incomplete)
        }
    }

    @Test func theParserKeepsOnlyBytesOfAnIncompleteHead() {  // EN22
        let head = ResponseBytes("200 Transfer-Encoding: chunked⏎⏎").bytes.count
        let extensions = String(repeating: "x", count: 1_000)
        let bytes = ResponseBytes("200 Transfer-Encoding: chunked⏎⏎5;\(extensions)⏎hello⏎0;\(extensions)⏎X: y⏎⏎")
        let trailers = bytes.bytes.count - "X: y\r\n\r\n".utf8.count
        _ = bytes.parsed(cutAt: Array(bytes.bytes.indices)) { parser, position in
            let isInBody = position >= head && position <= trailers || position == bytes.bytes.count
            #expect(parser.pendingByteCount == (isInBody ? 0 : position < head ? position : position - trailers))
        }
    }
}
