extension LoopbackServer.Reply {
    /// A status with an empty body.
    public static func status(_ status: Int) -> Self {
        bytes([], type: nil, status: status)
    }

    /// UTF-8 text as `text/plain`.
    public static func text(_ text: String, status: Int = 200) -> Self {
        bytes(text.utf8, type: "text/plain; charset=utf-8", status: status)
    }

    /// Text that is sent as `application/json`, valid or not.
    public static func json(_ json: String, status: Int = 200) -> Self {
        bytes(json.utf8, type: "application/json", status: status)
    }

    /// Bytes with their exact `Content-Length`.
    public static func bytes(
        _ bytes: some Sequence<UInt8>,
        type: String? = "application/octet-stream",
        status: Int = 200
    ) -> Self {
        var reply = Self(status: status, content: .bytes(Array(bytes)))
        if let type { reply.headers.append(LoopbackServer.HeaderField("Content-Type", type)) }
        return reply
    }

    /// A body with `Transfer-Encoding: chunked`. To HTTP/1.0 it goes unframed, ended by the close.
    ///
    /// ```swift
    /// .chunked([.init("first"), .init("second", after: .milliseconds(20))]).trailer("Digest", "x")
    /// ```
    public static func chunked(_ chunks: [Chunk], status: Int = 200) -> Self {
        Self(status: status, content: .chunks(chunks))
    }

    /// A chunked body that repeats a chunk, each time after its delay, until the peer closes or the server stops.
    public static func endless(_ chunk: Chunk, status: Int = 200) -> Self {
        Self(status: status, content: .endless(chunk))
    }

    /// A redirection without a body; the location is sent as written.
    public static func redirect(to location: String, status: Int = 302) -> Self {
        self.status(status).header("Location", location)
    }

    /// The request as JSON: `method`, `path`, `query` (or null), `headers` as an array of pairs in the order of the
    /// wire, and the body as `body` when it is UTF-8, as `bodyBase64` when it is not.
    public static var echo: Self { Self(content: .echo) }

    /// Exactly these bytes and nothing else, head included.
    public static func raw(_ bytes: some Sequence<UInt8>, then ending: Ending = .keepAlive) -> Self {
        Self(content: .raw(Array(bytes)), ending: ending)
    }

    /// Exactly this text as UTF-8 and nothing else, head included.
    public static func raw(_ text: String, then ending: Ending = .keepAlive) -> Self {
        raw(text.utf8, then: ending)
    }
}
