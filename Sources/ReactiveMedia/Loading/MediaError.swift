/// An error of decoding media: the cause of a `Network.OperationError.parseFailure(cause:)`.
#if hasAttribute(nonexhaustive)
    @nonexhaustive(warn)
#endif
public enum MediaError: Error, Sendable, Hashable {
    /// A variant names a preprocessing that the decoding does not have.
    case unknownPreprocess(String)
    /// A decoder found no media in a number of bytes.
    case unreadable(byteCount: Int)
}

extension MediaError: CustomStringConvertible, LocalizedError {
    /// The problem and its subject.
    public var description: String {
        switch self {
        case .unknownPreprocess(let key): "The decoding has no preprocessing named \"\(key)\""
        case .unreadable(let byteCount): "The \(byteCount) bytes of the response are no media that can be decoded"
        }
    }

    /// The text of ``description``.
    public var errorDescription: String? { description }
}
