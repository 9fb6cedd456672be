/// A mismatch between a part's content and its announced length, found while sending. It is the
/// `TransportError.cause` of the failure.
#if hasAttribute(nonexhaustive)
    @nonexhaustive(warn)
#endif
public enum MultipartError: Error, Hashable, Sendable {
    /// The content ended early: a file shrank, or a stream had fewer bytes than announced.
    case partTooShort(name: String, byteCount: Int64, announced: Int64)
    /// The content is longer than announced: a file grew, or a stream had more bytes.
    case partTooLong(name: String, announced: Int64)
}

extension MultipartError: LocalizedError, CustomStringConvertible {
    /// A description of the part and the mismatch.
    public var description: String {
        switch self {
        case .partTooShort(let name, let byteCount, let announced):
            "the part \(Redaction.printable(name)) ended after \(byteCount) of \(announced) bytes"
        case .partTooLong(let name, let announced):
            "the part \(Redaction.printable(name)) has more than the \(announced) bytes announced"
        }
    }

    /// The text of ``description``.
    public var errorDescription: String? { description }
}
