import Foundation

/// Why a part could not be sent to its end, found while it was: the ``TransportError/cause`` of the failure.
public enum MultipartError: Error, Hashable, Sendable {
    /// The content ended early: a file that has shrunk, or a stream with less than was announced.
    case partTooShort(name: String, byteCount: Int64, announced: Int64)
    /// The content did not end where it should: a file that has grown, or a stream with more than was announced.
    case partTooLong(name: String, announced: Int64)
}

extension MultipartError: LocalizedError, CustomStringConvertible {
    /// Which part, and what is wrong with it.
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
