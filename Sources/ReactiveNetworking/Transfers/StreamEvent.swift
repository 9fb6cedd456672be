/// An event of a response that is delivered in chunks.
#if hasAttribute(nonexhaustive)
    @nonexhaustive(warn)
#endif
public enum StreamEvent: Sendable, Hashable {
    /// The status and header fields of an accepted response. This is the first event, sent once.
    case head(ResponseHead)
    /// The next bytes of the body.
    case bytes(Data)
    /// The fields behind the body. The event is the last one, and is sent only if there are any (AD17).
    case trailers(HTTP.Headers)

    /// The bytes, if this is a chunk of the body.
    public var bytes: Data? {
        if case .bytes(let bytes) = self { bytes } else { nil }
    }

    /// The trailers, if this is their event.
    public var trailers: HTTP.Headers? {
        if case .trailers(let trailers) = self { trailers } else { nil }
    }

    /// The head, if this is the first event.
    public var head: ResponseHead? {
        if case .head(let head) = self { head } else { nil }
    }
}
