extension LoopbackServer.Reply {
    /// The request is read and never answered.
    public static var silent: Self { Self(cut: .head(0), ending: .stall) }

    /// The request is read and the connection closed without a byte.
    public static var closeBeforeHead: Self { Self(cut: .head(0), ending: .close) }

    /// The request is read and the connection reset without a byte.
    public static var reset: Self { Self(cut: .head(0), ending: .reset) }

    /// The head of a small text reply breaks off after some bytes, and the connection is closed.
    public static func cutHead(afterBytes count: Int) -> Self {
        text("cut").cutHead(afterBytes: count)
    }

    /// The body is shorter than its `Content-Length`, and the connection is closed.
    public static func cutBody(declaring declared: Int, sending bytes: some Sequence<UInt8>) -> Self {
        wrongContentLength(declaring: declared, sending: bytes).ending(.close)
    }

    /// Whole chunks, but the last one of size 0 is missing and the connection is closed.
    public static func cutChunks(sending chunks: [Chunk]) -> Self {
        chunked(chunks).with { $0.cut = .lastChunk }.ending(.close)
    }

    /// Bytes that are no HTTP response, and a close.
    public static func garbage(_ bytes: some Sequence<UInt8>) -> Self {
        raw(bytes, then: .close)
    }

    /// A body with its right length, one byte after each interval.
    public static func drip(_ bytes: some Sequence<UInt8>, every interval: Duration) -> Self {
        self.bytes(bytes).dripping(.body, every: interval)
    }

    /// A whole head that announces a body, and then nothing more.
    public static var stallAfterHead: Self { text("never sent").cutBody(afterBytes: 0).ending(.stall) }

    /// A body that does not have its `Content-Length`, on a connection that stays open: too large a number leaves the
    /// peer waiting, too small a number leaves bytes where the next response should begin.
    public static func wrongContentLength(declaring declared: Int, sending bytes: some Sequence<UInt8>) -> Self {
        self.bytes(bytes).header("Content-Length", String(declared))
    }

    /// A copy that sends only the first bytes of its head, then closes. Chain `ending` behind it for another end.
    public func cutHead(afterBytes count: Int) -> Self {
        with { $0.cut = .head(max(0, count)) }.endingUnlessChosen(.close)
    }

    /// A copy that sends its whole head and only the first bytes of its body, chunk framing counted, then closes.
    /// Chain `ending` behind it for another end.
    public func cutBody(afterBytes count: Int) -> Self {
        with { $0.cut = .body(max(0, count)) }.endingUnlessChosen(.close)
    }

    /// A copy that goes out in single bytes, one after each interval.
    public func dripping(_ part: DripPart, every interval: Duration) -> Self {
        with { $0.drip = (part, interval) }
    }

    private func endingUnlessChosen(_ ending: Ending) -> Self {
        self.ending == .keepAlive ? self.ending(ending) : self
    }
}
