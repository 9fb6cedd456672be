import ReactiveTestSupport

@testable import ReactiveHTTPModel
@testable import ReactiveNetworking
@testable import ReactiveSocketEngine

/// The events of a parser, with adjacent pieces of the body joined.
struct ParsedResponse: Equatable {
    enum Verdict: Equatable {
        /// Complete, and the connection can be used again.
        case reusable
        /// Complete, but the connection cannot be used again.
        case closed
        case failed(TransportError.Kind)
        /// More bytes are expected.
        case incomplete

        var isComplete: Bool { self == .reusable || self == .closed }
    }

    var informational: [ResponseHead] = []
    var head: ResponseHead?
    var body: [UInt8] = []
    var trailers: HTTP.Headers?
    var end: ResponseParser.Event?
    /// The bytes behind a complete response.
    var surplusByteCount = 0
    /// A violation of the order of events.
    var isDisordered = false

    var verdict: Verdict {
        switch end {
        case .complete(.keep) where surplusByteCount == 0: .reusable
        case .complete: .closed
        case .failed(let failure): .failed(failure.kind)
        default: .incomplete
        }
    }

    var failure: String? {
        if case .failed(let failure) = end { failure.text } else { nil }
    }

    var text: String { String(decoding: body, as: UTF8.self) }

    /// The value of a field.
    subscript(name: String) -> String? { head?.headers[name] }

    mutating func take(_ event: ResponseParser.Event, of piece: ArraySlice<UInt8>) {
        isDisordered = isDisordered || end != nil
        switch event {
        case .informational(let head):
            isDisordered = isDisordered || self.head != nil
            informational.append(head)
        case .head(let head):
            isDisordered = isDisordered || self.head != nil
            self.head = head
        case .body(let range):
            isDisordered = isDisordered || head == nil || range.isEmpty || trailers != nil
            body += piece[(piece.startIndex + range.lowerBound)..<(piece.startIndex + range.upperBound)]
        case .trailers(let trailers):
            isDisordered = isDisordered || head == nil || trailers.isEmpty || self.trailers != nil
            self.trailers = trailers
        case .complete, .failed, .upgraded:
            end = event
        }
    }
}
