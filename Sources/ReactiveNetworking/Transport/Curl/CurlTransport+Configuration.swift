#if os(Linux)
    extension CurlTransport {
        /// What a transport does differently from the standard. Whatever it says, there is room for one connection, one
        /// stream and one byte; a connection has a millisecond to come about, and no duration exceeds 23 days.
        public struct Configuration: Sendable {
            /// How many connections to one host, told apart by scheme, name and port, there are at a time. Further requests
            /// wait, first come first served; the wait counts into the deadline.
            public var maxConnectionsPerHost = 64
            /// How many connections there are in all at a time; exchanges that share one count each. Hosts with waiting requests
            /// take turns.
            public var maxConnections = 512
            /// How many requests to one host run at a time where its connections carry several of them (HTTP/2).
            public var maxStreamsPerHost = 256
            /// How long a connection is kept without use.
            public var idleConnectionTime = Duration.seconds(60)
            /// How long looking the name up, connecting and shaking hands may take together.
            public var connectTimeout = Duration.seconds(30)
            /// How long nothing at all may arrive or be sent before an exchange fails as ``TransportError/Kind/timedOut``, looked
            /// at once a second; `nil` for ever. The deadline of an operation holds anyway.
            ///
            /// It is the other side that stalls: the time in which an exchange waits for its observer to catch up, or for the
            /// source of its request's body to write more, does not count.
            public var stallTimeout: Duration?
            /// How many bytes of a response's body wait for a slow observer before its connection is no longer read.
            public var bufferByteCount = 256 * 1_024
            /// How many bytes are read from a connection at a time, from 1 KiB to 512 KiB: a large buffer makes large bodies
            /// fast, a small one keeps very many waiting requests small.
            public var receiveBufferByteCount = 64 * 1_024
            /// How large a response's head may be, informational ones before it included.
            public var maxHeadByteCount = 256 * 1_024
            /// Which versions of HTTP are spoken.
            public var httpVersion = HTTPVersion.automatic
            /// Which addresses of a host are used.
            public var addressFamily = AddressFamily.any
            /// The path of a Unix-domain socket to connect to in place of the URL's host and port.
            public var unixSocketPath: String?
            /// Whom to ask in place of the URL's host.
            public var proxy = Proxy.none
            /// Whether cookies are kept and sent back.
            public var cookies = Cookies.none
            /// Whom to trust, and how to be known.
            public var tls = TLSPolicy()

            /// The standard.
            public init() {}
        }

        /// Versions of HTTP to speak.
        public enum HTTPVersion: Sendable, Hashable {
            /// HTTP/2 over TLS where the server offers it, HTTP/1.1 elsewhere.
            case automatic
            /// HTTP/1.1 only.
            case http1
        }

        /// Addresses to use.
        public enum AddressFamily: Int, Sendable, Hashable {
            /// IPv4 and IPv6, whichever answers first.
            case any = 0
            /// IPv4 only.
            case ipv4 = 1
            /// IPv6 only.
            case ipv6 = 2
        }
    }

    extension CurlTransport.Configuration {
        /// The same with numbers that a loop can work with.
        var bounded: Self {
            let longest = Duration.milliseconds(2_000_000_000)
            var bounded = self
            bounded.maxConnectionsPerHost = max(1, maxConnectionsPerHost)
            bounded.maxConnections = max(1, maxConnections)
            bounded.maxStreamsPerHost = max(1, maxStreamsPerHost)
            bounded.bufferByteCount = max(1, bufferByteCount)
            bounded.connectTimeout = min(max(.milliseconds(1), connectTimeout), longest)
            bounded.idleConnectionTime = min(max(.zero, idleConnectionTime), longest)
            return bounded
        }
    }
#endif
