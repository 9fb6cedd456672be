import ReactiveNetworking

/// The reason why a response cannot be read as a stream of events or lines. It is the error inside
/// `requestFailure(error:)`, and final: no other connection follows.
#if hasAttribute(nonexhaustive)
    @nonexhaustive(warn)
#endif
public enum EventSourceError: Error, Sendable, Hashable {
    /// The content type of the response is not `text/event-stream`. It is `nil` if the response names none.
    case contentType(HTTP.ContentType?)
    /// The content coding of the response is not known, so that its bytes are not text.
    case contentCoding(String)
    /// A line, an event, or a text of a sequence is longer than this limit in bytes.
    case lineTooLong(limit: Int)
}

extension EventSourceError: CustomStringConvertible, LocalizedError {
    /// The failure on one line.
    public var description: String {
        switch self {
        case .contentType(let type?):
            "The content type of the response is not text/event-stream but \(Redaction.printable(type.rawValue))"
        case .contentType(nil): "The response has no content type; text/event-stream is required"
        case .contentCoding(let coding):
            "The content coding \"\(RedactedSnippet.bounded(Redaction.printable(coding)))\" of the response is not known"
        case .lineTooLong(let limit): "A line or event of the stream is longer than the \(limit) bytes allowed"
        }
    }

    /// The text of ``description``.
    public var errorDescription: String? { description }
}
