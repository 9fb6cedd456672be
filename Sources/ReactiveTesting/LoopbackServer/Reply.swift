extension LoopbackServer {
    /// What the server answers to one request: a plain value, refined by chaining.
    ///
    /// Everything is sent as written, right or wrong. The server adds `Content-Length` or `Transfer-Encoding` where the
    /// reply names neither, and `Connection` where the connection does not follow the default of the request's version;
    /// nothing else. Replies to HEAD and replies with the status 1xx, 204 or 304 go out without their body.
    ///
    /// ```swift
    /// server.on("GET", "/slow", .json(#"{"id":1}"#).header("ETag", "\"a\"").delayed(by: .milliseconds(50)))
    /// server.on("/flaky", .reset, .status(503).header("Retry-After", "0"), .text("ok"))
    /// ```
    public struct Reply: Sendable {
        /// What happens to the connection after the last byte of the reply.
        public enum Ending: Sendable, Hashable {
            /// The next request is awaited, unless the request asked otherwise.
            case keepAlive
            /// A FIN, which no `Connection: close` announces; see `closing()` for the polite form.
            case close
            /// A reset, which drops what the system has not sent yet.
            case reset
            /// Nothing more is sent or read until the peer closes or the server stops.
            case stall
        }

        /// What happens to the body of the request.
        public enum RequestBody: Sendable, Hashable {
            /// It is read; `Expect: 100-continue` is answered first.
            case read
            /// It is read, and 100 is never sent.
            case readWithoutContinue
            /// It is not read, so the reply comes early; the connection ends after it.
            case leaveUnread
        }

        /// A piece of a chunked body.
        public struct Chunk: Sendable, Hashable {
            var bytes: [UInt8]
            var delay: Duration

            /// Makes a chunk that is sent after a delay. A chunk without bytes is only the delay.
            public init(_ bytes: some Sequence<UInt8>, after delay: Duration = .zero) {
                self.bytes = Array(bytes)
                self.delay = delay
            }

            /// Makes a chunk of UTF-8 text that is sent after a delay.
            public init(_ text: String, after delay: Duration = .zero) {
                self.init(text.utf8, after: delay)
            }
        }

        /// How much of a reply goes out in single bytes.
        public enum DripPart: Sendable, Hashable {
            /// The body, its chunk framing included; the head goes out at once.
            case body
            /// Everything, head first.
            case everything
        }

        enum Content: Sendable {
            case bytes([UInt8])
            case chunks([Chunk])
            case endless(Chunk)
            case raw([UInt8])
            case echo
        }

        enum Prelude: Sendable {
            case interim(Int, [HeaderField])
            case delay(Duration)
        }

        enum Cut: Sendable, Hashable {
            case head(Int)
            case body(Int)
            case lastChunk
        }

        var status = 200
        var reason: String?
        var headers: [HeaderField] = []
        var content = Content.bytes([])
        var trailers: [HeaderField] = []
        var preludes: [Prelude] = []
        var cut: Cut?
        var drip: (part: DripPart, interval: Duration)?
        var ending = Ending.keepAlive
        var requestBody = RequestBody.read
    }
}

extension LoopbackServer.Reply {
    /// A copy with one more header line at the end; a name may come several times.
    public func header(_ name: String, _ value: String) -> Self {
        with { $0.headers.append(LoopbackServer.HeaderField(name, value)) }
    }

    /// A copy with another phrase after the status; an empty phrase leaves its blank.
    public func reason(_ phrase: String) -> Self {
        with { $0.reason = phrase }
    }

    /// A copy with one more trailer line, which only a chunked body carries.
    public func trailer(_ name: String, _ value: String) -> Self {
        with { $0.trailers.append(LoopbackServer.HeaderField(name, value)) }
    }

    /// A copy that waits before its head. Delays and interim responses happen in the order in which they were chained.
    ///
    /// A peer that ends its half meanwhile counts as gone: the rest of the reply is dropped and the connection closed.
    public func delayed(by delay: Duration) -> Self {
        with { $0.preludes.append(.delay(delay)) }
    }

    /// A copy that sends an interim response, such as 100 or 103, before its head.
    ///
    /// ```swift
    /// .text("done").interim(103, headers: [.init("Link", "</a.css>; rel=preload")]).delayed(by: .seconds(1))
    /// ```
    public func interim(_ status: Int, headers: [LoopbackServer.HeaderField] = []) -> Self {
        with { $0.preludes.append(.interim(status, headers)) }
    }

    /// A copy that announces `Connection: close` and closes the connection.
    public func closing() -> Self {
        header("Connection", "close").ending(.close)
    }

    /// A copy with another treatment of the connection after the reply.
    public func ending(_ ending: Ending) -> Self {
        with { $0.ending = ending }
    }

    /// A copy with another treatment of the request's body. A closure that makes the reply comes too late for this:
    /// it is asked when the request was read.
    public func requestBody(_ treatment: RequestBody) -> Self {
        with { $0.requestBody = treatment }
    }

    func with(_ change: (inout Self) -> Void) -> Self {
        var copy = self
        change(&copy)
        return copy
    }
}
