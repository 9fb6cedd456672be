import ReactiveHTTPModel

extension LoopbackServer {
    /// A reply of the server to one request: a value that is refined by chaining.
    ///
    /// Everything is sent as written, valid or not. The server only adds `Content-Length` or `Transfer-Encoding` if the
    /// reply has neither, and `Connection` if the connection does not follow the default of the request's HTTP version.
    /// Replies to HEAD and replies with the status 1xx, 204, or 304 are sent without their body.
    ///
    /// ```swift
    /// server.on("GET", "/slow", .json(["id": 1]).header("ETag", "\"a\"").delayed(by: .milliseconds(50)))
    /// server.on("/flaky", .failure(.connectionLost), .status(.serviceUnavailable), .text("ok"))
    /// ```
    public struct Reply: Sendable {
        /// The treatment of the connection after the last byte of the reply.
        public enum Ending: Sendable, Hashable {
            /// The server waits for the next request, unless the request asked to close the connection.
            case keepAlive
            /// The connection is closed without a `Connection: close` header.
            /// Use ``LoopbackServer/Reply/closing()`` to announce the close.
            case close
            /// The connection is reset, which drops bytes that the system has not sent yet.
            case reset
            /// The server neither sends nor reads until the peer closes the connection or the server stops.
            case stall
            /// The messages of a WebSocket come back, until the peer closes it.
            case webSocketEcho
        }

        /// The treatment of the request body.
        public enum RequestBody: Sendable, Hashable {
            /// The body is read, after a response to `Expect: 100-continue`.
            case read
            /// The body is read, and 100 is never sent.
            case readWithoutContinue
            /// The body is not read, so the reply is sent early; the connection ends after it.
            case leaveUnread
        }

        /// A chunk of a chunked body.
        public struct Chunk: Sendable, Hashable {
            var bytes: [UInt8]
            var delay: Duration

            /// Creates a chunk of bytes.
            ///
            /// - Parameters:
            ///   - bytes: The bytes. An empty chunk is only a delay.
            ///   - delay: The delay before the chunk.
            public init(_ bytes: some Sequence<UInt8>, after delay: Duration = .zero) {
                self.bytes = Array(bytes)
                self.delay = delay
            }

            /// Creates a chunk of UTF-8 text.
            ///
            /// - Parameters:
            ///   - text: The text. An empty chunk is only a delay.
            ///   - delay: The delay before the chunk.
            public init(_ text: String, after delay: Duration = .zero) {
                self.init(text.utf8, after: delay)
            }
        }

        /// The part of a reply that is sent byte by byte.
        public enum DripPart: Sendable, Hashable {
            /// The body, including its chunk framing; the head is sent at once.
            case body
            /// The head and the body.
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
            case interim(HTTP.StatusCode, [HeaderField])
            case delay(Duration)
        }

        enum Cut: Sendable, Hashable {
            case head(Int)
            case body(Int)
            case lastChunk
        }

        var status = HTTP.StatusCode.ok
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
    /// Returns a copy with an additional header line. Names can be repeated.
    ///
    /// - Parameters:
    ///   - name: The name of the header.
    ///   - value: The value of the header.
    /// - Returns: The copy.
    public func header(_ name: String, _ value: String) -> Self {
        with { $0.headers.append(LoopbackServer.HeaderField(name, value)) }
    }

    /// Returns a copy with another reason phrase.
    ///
    /// - Parameter phrase: The text after the status code. The space before an empty phrase is kept.
    /// - Returns: The copy.
    public func reason(_ phrase: String) -> Self {
        with { $0.reason = phrase }
    }

    /// Returns a copy with an additional trailer line, which only a chunked body carries.
    ///
    /// - Parameters:
    ///   - name: The name of the trailer.
    ///   - value: The value of the trailer.
    /// - Returns: The copy.
    public func trailer(_ name: String, _ value: String) -> Self {
        with { $0.trailers.append(LoopbackServer.HeaderField(name, value)) }
    }

    /// Returns a copy with a delay before its head. Delays and interim responses take effect in the order in which they
    /// were chained.
    ///
    /// A peer that closes its sending side during the delay counts as gone: the rest of the reply is dropped, and the
    /// connection is closed.
    ///
    /// - Parameter delay: The delay.
    /// - Returns: The copy.
    public func delayed(by delay: Duration) -> Self {
        with { $0.preludes.append(.delay(delay)) }
    }

    /// Returns a copy that sends an interim response, such as 100 or 103, before its head.
    ///
    /// ```swift
    /// .text("done").interim(103, headers: [.init("Link", "</a.css>; rel=preload")]).delayed(by: .seconds(1))
    /// ```
    ///
    /// - Parameters:
    ///   - status: The status code of the interim response.
    ///   - headers: The headers of the interim response.
    /// - Returns: The copy.
    public func interim(_ status: HTTP.StatusCode, headers: [LoopbackServer.HeaderField] = []) -> Self {
        with { $0.preludes.append(.interim(status, headers)) }
    }

    /// Returns a copy that announces `Connection: close` and closes the connection.
    ///
    /// - Returns: The copy.
    public func closing() -> Self {
        header("Connection", "close").ending(.close)
    }

    /// Returns a copy with another treatment of the connection after the reply.
    ///
    /// - Parameter ending: The treatment of the connection.
    /// - Returns: The copy.
    public func ending(_ ending: Ending) -> Self {
        with { $0.ending = ending }
    }

    /// Returns a copy with another treatment of the request body.
    ///
    /// It has no effect on a reply returned by a route's closure, which is called after the request has been read.
    ///
    /// - Parameter treatment: The treatment of the request body.
    /// - Returns: The copy.
    public func requestBody(_ treatment: RequestBody) -> Self {
        with { $0.requestBody = treatment }
    }

    func with(_ change: (inout Self) -> Void) -> Self {
        var copy = self
        change(&copy)
        return copy
    }
}
