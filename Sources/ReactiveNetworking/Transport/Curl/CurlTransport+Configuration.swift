#if os(Linux)
    extension CurlTransport {
        /// The settings of a transport. Values out of range are clamped: limits to at least one connection, stream, or
        /// byte, ``connectTimeout`` to at least one millisecond, and durations to at most 23 days.
        public struct Configuration: Sendable {
            /// The maximum number of simultaneous connections to one host (scheme, name, and port). Further requests
            /// wait in order of arrival; the wait counts toward the deadline.
            public var maxConnectionsPerHost = 64
            /// The maximum number of simultaneous connections in total. Exchanges that share a connection count one
            /// each. Hosts with waiting requests take turns.
            public var maxConnections = 512
            /// The maximum number of simultaneous requests to a host whose connections carry several of them (HTTP/2).
            public var maxStreamsPerHost = 256
            /// The time after which an unused connection is closed.
            public var idleConnectionTime = Duration.seconds(60)
            /// The timeout for name lookup, connection, and TLS handshake together.
            public var connectTimeout = Duration.seconds(30)
            /// The time without any bytes sent or received after which an exchange fails with
            /// ``TransportError/Kind/timedOut``, or `nil` for no limit. It is checked once a second. The deadline of an
            /// operation applies in any case.
            ///
            /// Only stalls of the other side count: the time that an exchange waits for its observer or for the source
            /// of its request body does not.
            public var stallTimeout: Duration?
            /// The number of undelivered bytes of a response body above which the connection is no longer read until
            /// the observer catches up.
            public var bufferByteCount = 1_024 * 1_024
            /// The number of bytes to read from a connection at a time, from 1 KiB to 512 KiB. A large buffer speeds up
            /// large bodies; a small one saves memory with very many waiting requests.
            public var receiveBufferByteCount = 64 * 1_024
            /// The maximum size of a response head in bytes, including preceding informational heads.
            public var maxHeadByteCount = 256 * 1_024
            /// The HTTP versions to use.
            public var httpVersion = HTTPVersion.automatic
            /// The address families to use.
            public var addressFamily = AddressFamily.any
            /// The path of a Unix-domain socket to connect to in place of the URL's host and port.
            public var unixSocketPath: String?
            /// The proxy to use.
            public var proxy = Proxy.none
            /// The cookie policy.
            public var cookies = Cookies.none
            /// The TLS settings: trusted certificates and client identity.
            public var tls = TLSPolicy()

            /// Creates the default configuration.
            public init() {}
        }

        /// HTTP versions to use.
        public enum HTTPVersion: Sendable, Hashable {
            /// HTTP/2 over TLS if the server offers it; otherwise HTTP/1.1.
            case automatic
            /// HTTP/1.1 only.
            case http1
        }

        /// Address families to use.
        public enum AddressFamily: Int, Sendable, Hashable {
            /// IPv4 and IPv6, whichever connects first.
            case any = 0
            /// IPv4 only.
            case ipv4 = 1
            /// IPv6 only.
            case ipv6 = 2
        }
    }

    extension CurlTransport.Configuration {
        /// The configuration with its values clamped to ranges that the loop supports.
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

    extension CurlTransport {
        /// A policy for storing cookies and sending them back to the servers that set them, with the public suffix list
        /// if libcurl has one.
        public typealias Cookies = SocketTransport.Cookies
    }
#endif
