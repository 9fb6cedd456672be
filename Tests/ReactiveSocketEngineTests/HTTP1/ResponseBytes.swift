import Foundation
import ReactiveTestSupport
import Testing

@testable import ReactiveHTTPModel
@testable import ReactiveNetworking
@testable import ReactiveSocketEngine

/// A response as bytes, and how it is passed to the parser.
struct ResponseBytes {
    var bytes: [UInt8]
    var method = HTTP.Method.get
    var maxHeadByteCount = 256 * 1_024
    /// A Boolean value that indicates whether the connection ends behind the bytes.
    var ends = false

    /// - Parameter text: The response. `⏎` stands for CR LF, and `200` at the start for `HTTP/1.1 200 OK⏎`.
    init(_ text: String, method: HTTP.Method = .get, ends: Bool = false) {
        let prefix = text.hasPrefix("200 ") ? "HTTP/1.1 200 OK⏎" + text.dropFirst(4) : text
        bytes = Array(prefix.replacingOccurrences(of: "⏎", with: "\r\n").utf8)
        self.method = method
        self.ends = ends
    }

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Parses the bytes, cut at these positions. After each piece, `inspect` sees the parser and the number of bytes it
    /// has had.
    func parsed(cutAt cuts: [Int] = [], inspect: (ResponseParser, Int) -> Void = { _, _ in }) -> ParsedResponse {
        var parser = ResponseParser(method: method, url: nil, maxHeadByteCount: maxHeadByteCount)
        var result = ParsedResponse()
        var start = 0
        for end in cuts + [bytes.count] {
            let piece = bytes[start..<end]
            var position = 0
            while let event = parser.next(in: piece.span, at: &position) { result.take(event, of: piece) }
            switch result.end {
            case nil: result.isDisordered = result.isDisordered || position != piece.count
            case .complete: result.surplusByteCount += piece.count - position
            default: break
            }
            inspect(parser, end)
            start = end
        }
        if ends, let event = parser.end() { result.take(event, of: []) }
        return result
    }

    /// Parses the bytes as a whole, and expects the same result for them cut in two at each position, and byte for
    /// byte (EN1).
    func parsedInAllPieces(_ location: SourceLocation = #_sourceLocation) -> ParsedResponse {
        let whole = parsed()
        // The positions of a long response are samples.
        for cut in stride(from: 0, through: bytes.count, by: bytes.count < 2_000 ? 1 : bytes.count / 50) {
            #expect(parsed(cutAt: [cut]) == whole, "cut at \(cut)", sourceLocation: location)
        }
        #expect(parsed(cutAt: Array(bytes.indices)) == whole, "byte for byte", sourceLocation: location)
        #expect(!whole.isDisordered, sourceLocation: location)
        return whole
    }
}
