extension LoopbackServer {
    /// A request as received by the server.
    public struct ReceivedRequest: Sendable {
        /// The method as sent, with its case.
        public let method: String
        /// The request target as sent, including escapes and the query.
        public let target: String
        /// The header fields in the order received, including repeated names.
        public let headers: [HeaderField]
        /// The bytes from the request line to the empty line, inclusive. Injected lines are visible here.
        public let headBytes: [UInt8]
        /// The 1 of `HTTP/1.1`, or the 0 of `HTTP/1.0`.
        public let minorVersion: Int
        /// The body without its chunk framing; empty if the reply left it unread.
        public internal(set) var body: [UInt8] = []
        /// The trailer fields of a chunked body.
        public internal(set) var trailers: [HeaderField] = []
        /// The number of the connection, counted from 1 in the order of acceptance.
        public let connection: Int
        /// The number of the request on its connection, counted from 1.
        public let numberOnConnection: Int
        /// The time at which the head was complete.
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

        /// The part of the target after the first question mark, or `nil` if there is none.
        public var query: String? {
            location.firstIndex(of: "?").map { String(location[location.index(after: $0)...]) }
        }

        /// Returns the first value of a header.
        ///
        /// - Parameter name: The name of the header, compared case-insensitively.
        /// - Returns: The value, or `nil` if the request lacks the header.
        public func header(_ name: String) -> String? { headers.values(of: name).first }

        /// The body as text, with bytes that are not UTF-8 replaced.
        public var text: String { String(decoding: body, as: UTF8.self) }

        /// The head as text, with bytes that are not UTF-8 replaced.
        public var headText: String { String(decoding: headBytes, as: UTF8.self) }

        /// The target without the scheme and authority of a request to a proxy.
        private var location: Substring {
            guard !target.hasPrefix("/"), let scheme = target.firstRange(of: "://") else { return target[...] }
            let afterAuthority = target[scheme.upperBound...].drop { $0 != "/" && $0 != "?" }
            return afterAuthority.isEmpty ? "/" : afterAuthority
        }
    }

    /// A connection that the peer closed during an exchange.
    public struct Disconnection: Sendable, Hashable {
        /// The state of an exchange.
        #if hasAttribute(nonexhaustive)
            @nonexhaustive(warn)
        #endif
        public enum Phase: Sendable, Hashable {
            /// The server had received a part of a request.
            case receivingRequest
            /// The server had received a complete request, and its reply was delayed, being sent, or withheld.
            case replyPending
        }

        /// The number of the connection, counted from 1.
        public let connection: Int
        /// The number of the request on that connection, counted from 1.
        public let numberOnConnection: Int
        /// The state of the exchange.
        public let phase: Phase
        /// The time at which the server noticed the disconnection.
        public let instant: ContinuousClock.Instant
    }

    /// Input that was not an acceptable request. The server sent an error status and closed the connection.
    public struct Rejection: Sendable, Hashable {
        /// The number of the connection, counted from 1.
        public let connection: Int
        /// The status sent: 400, 413 for a body, or 431 for a head over the limit.
        public let status: Int
        /// The reason for the rejection.
        public let reason: String
        /// The bytes of the head that were read.
        public let headBytes: [UInt8]
    }
}
