extension LoopbackServer {
    /// A request as the server read it from the wire.
    public struct ReceivedRequest: Sendable {
        /// The method as sent: the case counts.
        public let method: String
        /// The request target as sent, escapes and query included.
        public let target: String
        /// The header fields in the order of the wire, repeated names included.
        public let headers: [HeaderField]
        /// Every byte from the request line to the empty line, that included: injected lines show here.
        public let headBytes: [UInt8]
        /// The 1 of `HTTP/1.1`, or the 0 of `HTTP/1.0`.
        public let minorVersion: Int
        /// The body without its chunk framing; empty when the reply left it unread.
        public internal(set) var body: [UInt8] = []
        /// The trailer fields of a chunked body.
        public internal(set) var trailers: [HeaderField] = []
        /// The number of the connection, counted from 1 in the order of acceptance.
        public let connection: Int
        /// The number of the request on its connection, counted from 1.
        public let numberOnConnection: Int
        /// When the head was complete.
        public let arrival: ContinuousClock.Instant

        init(_ head: RequestHead, connection: Int, numberOnConnection: Int) {
            method = head.method
            target = head.target
            headers = head.headers
            headBytes = head.bytes
            minorVersion = head.minorVersion
            self.connection = connection
            self.numberOnConnection = numberOnConnection
            arrival = .now
        }

        /// The path of the target as sent, without the query.
        public var path: String { String(location.prefix { $0 != "?" }) }

        /// What follows the first question mark of the target; `nil` if there is none.
        public var query: String? {
            location.firstIndex(of: "?").map { String(location[location.index(after: $0)...]) }
        }

        /// The first value of a header; the case of the name does not matter.
        public func header(_ name: String) -> String? { headers.values(of: name).first }

        /// The body as text; bytes that are not UTF-8 are replaced.
        public var text: String { String(decoding: body, as: UTF8.self) }

        /// The head as text; bytes that are not UTF-8 are replaced.
        public var headText: String { String(decoding: headBytes, as: UTF8.self) }

        /// The target without the scheme and authority that a request to a proxy carries.
        private var location: Substring {
            guard !target.hasPrefix("/"), let scheme = target.firstRange(of: "://") else { return target[...] }
            let afterAuthority = target[scheme.upperBound...].drop { $0 != "/" && $0 != "?" }
            return afterAuthority.isEmpty ? "/" : afterAuthority
        }
    }

    /// A connection whose peer went away before its exchange was over.
    public struct Disconnection: Sendable, Hashable {
        /// What the server was doing.
        public enum Phase: Sendable, Hashable {
            /// It had a part of a request.
            case receivingRequest
            /// It had a whole request, and its reply was delayed, under way or withheld.
            case replyPending
        }

        /// The number of the connection, counted from 1.
        public let connection: Int
        /// The number of the request on that connection, counted from 1.
        public let numberOnConnection: Int
        /// What the server was doing.
        public let phase: Phase
        /// When the server noticed.
        public let instant: ContinuousClock.Instant
    }

    /// Bytes that were no acceptable request; the peer got the status and the connection was closed.
    public struct Rejection: Sendable, Hashable {
        /// The number of the connection, counted from 1.
        public let connection: Int
        /// The status sent: 400, 413 for a body or 431 for a head over the limit.
        public let status: Int
        /// What was wrong.
        public let reason: String
        /// The head as far as it was read.
        public let headBytes: [UInt8]
    }
}
