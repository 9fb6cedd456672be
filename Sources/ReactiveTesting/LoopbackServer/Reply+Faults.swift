extension LoopbackServer.Reply {
    /// A failure of an exchange that a server can cause, by the name that it has for the client.
    public enum Failure: Sendable, Hashable {
        /// The connection is lost before a response: as ``LoopbackServer/Reply/reset``.
        case connectionLost
        /// The client's time passes before a response: as ``LoopbackServer/Reply/silent``.
        case timedOut
        /// The response breaks off: as ``LoopbackServer/Reply/cutBody(declaring:sending:)``.
        case truncatedResponse
        /// The response is not HTTP: as ``LoopbackServer/Reply/garbage(_:)``.
        case invalidResponse
    }

    /// Creates a reply that makes the exchange fail for the client.
    ///
    /// ```swift
    /// server.on("/flaky", .failure(.connectionLost), .json(["id": 1]))
    /// ```
    ///
    /// - Parameter failure: The failure. A server cannot cause every `TransportError`: a name that is not found, for
    ///   example, never reaches it.
    /// - Returns: The reply.
    public static func failure(_ failure: Failure) -> Self {
        switch failure {
        case .connectionLost: reset
        case .timedOut: silent
        case .truncatedResponse: cutBody(declaring: 2, sending: [0x7B])
        case .invalidResponse: garbage("not HTTP\r\n\r\n".utf8)
        }
    }

    /// A reply that is never sent, after the request has been read.
    public static var silent: Self { Self(cut: .head(0), ending: .stall) }

    /// A reply that closes the connection without sending a byte, after the request has been read.
    public static var closeBeforeHead: Self { Self(cut: .head(0), ending: .close) }

    /// A reply that resets the connection without sending a byte, after the request has been read.
    public static var reset: Self { Self(cut: .head(0), ending: .reset) }

    /// Creates a small text reply whose head breaks off, and closes the connection.
    ///
    /// - Parameter count: The number of head bytes to send.
    /// - Returns: The reply.
    public static func cutHead(afterBytes count: Int) -> Self {
        text("cut").cutHead(afterBytes: count)
    }

    /// Creates a reply whose body is shorter than its `Content-Length`, and closes the connection.
    ///
    /// - Parameters:
    ///   - declared: The value of `Content-Length`.
    ///   - bytes: The bytes of the body to send.
    /// - Returns: The reply.
    public static func cutBody(declaring declared: Int, sending bytes: some Sequence<UInt8>) -> Self {
        wrongContentLength(declaring: declared, sending: bytes).ending(.close)
    }

    /// Creates a chunked reply that lacks the final chunk of size 0, and closes the connection.
    ///
    /// - Parameter chunks: The chunks to send.
    /// - Returns: The reply.
    public static func cutChunks(sending chunks: [Chunk]) -> Self {
        chunked(chunks).with { $0.cut = .lastChunk }.ending(.close)
    }

    /// Creates a reply with bytes that are not an HTTP response, and closes the connection.
    ///
    /// - Parameter bytes: The bytes to send.
    /// - Returns: The reply.
    public static func garbage(_ bytes: some Sequence<UInt8>) -> Self {
        raw(bytes, then: .close)
    }

    /// Creates a reply whose body has the correct length and is sent byte by byte.
    ///
    /// - Parameters:
    ///   - bytes: The body.
    ///   - interval: The time before each byte.
    /// - Returns: The reply.
    public static func drip(_ bytes: some Sequence<UInt8>, every interval: Duration) -> Self {
        self.bytes(bytes).dripping(.body, every: interval)
    }

    /// A reply with a complete head that announces a body, which is never sent.
    public static var stallAfterHead: Self { text("never sent").cutBody(afterBytes: 0).ending(.stall) }

    /// Creates a reply whose body differs from its `Content-Length`, on a connection that stays open. If the declared
    /// length is too large, the peer waits; if it is too small, surplus bytes precede the next response.
    ///
    /// - Parameters:
    ///   - declared: The value of `Content-Length`.
    ///   - bytes: The bytes of the body to send.
    /// - Returns: The reply.
    public static func wrongContentLength(declaring declared: Int, sending bytes: some Sequence<UInt8>) -> Self {
        self.bytes(bytes).header("Content-Length", String(declared))
    }

    /// Returns a copy that sends only the beginning of its head, and then closes the connection unless another ending
    /// is set.
    ///
    /// - Parameter count: The number of head bytes to send.
    /// - Returns: The copy.
    public func cutHead(afterBytes count: Int) -> Self {
        with { $0.cut = .head(max(0, count)) }.endingUnlessChosen(.close)
    }

    /// Returns a copy that sends its head and only the beginning of its body, and then closes the connection unless
    /// another ending is set.
    ///
    /// - Parameter count: The number of body bytes to send, including chunk framing.
    /// - Returns: The copy.
    public func cutBody(afterBytes count: Int) -> Self {
        with { $0.cut = .body(max(0, count)) }.endingUnlessChosen(.close)
    }

    /// Returns a copy that is sent byte by byte.
    ///
    /// - Parameters:
    ///   - part: The part of the reply that is sent byte by byte.
    ///   - interval: The time before each byte.
    /// - Returns: The copy.
    public func dripping(_ part: DripPart, every interval: Duration) -> Self {
        with { $0.drip = (part, interval) }
    }

    private func endingUnlessChosen(_ ending: Ending) -> Self {
        self.ending == .keepAlive ? self.ending(ending) : self
    }
}
