import Foundation

/// What comes of a response that is received piece by piece.
public enum StreamEvent: Sendable, Hashable {
    /// Status and headers, which are accepted. The first event, and sent once.
    case head(ResponseHead)
    /// The next bytes of the body.
    case bytes(Data)

    /// The bytes, if it brings some.
    public var bytes: Data? {
        if case .bytes(let bytes) = self { bytes } else { nil }
    }

    /// The head, if it is one.
    public var head: ResponseHead? {
        if case .head(let head) = self { head } else { nil }
    }
}
