#if os(Linux)
    import ReactiveHTTPModel

    /// An event of a session, which belongs to a stream or to the connection.
    enum HTTP2Event: Hashable, Sendable {
        /// The head of a response.
        struct Head: Hashable, Sendable {
            var status: Int
            var fields: [Field] = []
        }

        struct Field: Hashable, Sendable {
            var name: String
            var value: String
        }

        /// The reason why a stream is over.
        enum Closing: Hashable, Sendable {
            /// Both sides have sent everything.
            case finished
            /// The server has refused the stream, and has not processed the request (RFC 9113 §8.7).
            case refused
            /// The server goes away, and has not processed the request (RFC 9113 §6.8).
            case excluded
            /// The server has reset the stream.
            case reset(HTTP2.ErrorCode)
            /// The response violates the rules. The session has reset the stream.
            case malformed(String)
        }

        case informational(Int32, Head)
        case head(Int32, Head)
        case data(Int32, Data)
        /// The trailers of a response, of which there is at least one.
        case trailers(Int32, HTTP.Headers)
        /// The response is whole. The request need not be.
        case end(Int32)
        case closed(Int32, Closing)
        /// The server's settings have arrived.
        case settings
        /// The server accepts no more streams.
        case goaway
    }

    extension HTTP.Headers {
        init(_ fields: [HTTP2Event.Field]) {
            self.init()
            reserveCapacity(fields.count)
            for field in fields { add(field.name, field.value) }
        }
    }

    /// The source of a request's body.
    protocol HTTP2BodySource: AnyObject, Sendable {
        /// Copies the next bytes. Called with the lock of the connection.
        func read(into buffer: UnsafeMutableRawBufferPointer) -> HTTP2BodyReading
    }

    /// The result of reading a request's body.
    enum HTTP2BodyReading: Hashable {
        /// The number of bytes, and whether they are the last ones. There may be none.
        case bytes(Int, isEnd: Bool)
        /// No bytes are available yet, or none may be sent. ``HTTP2Session/resume(_:)`` asks again.
        case wait
    }
#endif
