#if os(Linux)
    import ReactiveHTTPModel

    extension SocketTransport {
        /// The settings of a transport. Values out of range are clamped: limits to at least one connection or byte,
        /// ``connectTimeout`` to at least one millisecond, and durations to at most 23 days.
        public struct Configuration: Sendable {
            /// The maximum number of simultaneous connections to one host (scheme, name, and port). Further requests
            /// wait in order of arrival; the wait counts toward the deadline.
            public var maxConnectionsPerHost = 64
            /// The maximum number of simultaneous connections in total. Hosts with waiting requests take turns. Where
            /// this limit binds, the connection to another host that has been idle the longest is closed.
            public var maxConnections = 512
            /// The maximum number of simultaneous requests to a host whose connections carry several of them (HTTP/2).
            public var maxStreamsPerHost = 256
            /// The time after which an unused connection is closed.
            public var idleConnectionTime = Duration.seconds(60)
            /// The age from which on a connection serves no further request.
            public var maxConnectionAge = Duration.seconds(600)
            /// The timeout for name lookup, connection, negotiation with a proxy, and TLS handshake together. It leaves
            /// time for a second attempt before the default deadline of an operation.
            public var connectTimeout = Duration.seconds(4)
            /// The time that the body of a request with `Expect: 100-continue` waits for the server's consent. Then it
            /// is sent all the same (RFC 9110 §10.1.1).
            public var continueTimeout = Duration.seconds(1)
            /// The time without any bytes sent or received after which an exchange fails with
            /// `TransportError.Kind.timedOut`, or `nil` for no limit. It is checked once a second. The deadline of an
            /// operation applies in any case.
            ///
            /// Only stalls of the other side count: the time that an exchange waits for its observer or for the source
            /// of its request body does not.
            public var stallTimeout: Duration?
            /// The number of undelivered bytes of a response body above which the connection is no longer read until
            /// the observer catches up. With HTTP/2, it is the window of a stream.
            public var bufferByteCount = 1_024 * 1_024
            /// Has no effect. The transport reads up to 64 KiB at a time into memory that all connections share.
            @available(*, deprecated, message: "has no effect")
            public var receiveBufferByteCount: Int {
                get { 64 * 1_024 }
                set {}
            }
            /// The maximum size of a response head in bytes, including preceding informational heads.
            public var maxHeadByteCount = 256 * 1_024
            /// The HTTP versions to use. HTTP/2 needs the system's `libnghttp2.so.14`, and TLS unless servers are known
            /// to speak it.
            public var httpVersion = HTTPVersion.automatic
            /// The address families to use.
            public var addressFamily = AddressFamily.any
            /// The source of the addresses of hosts, and of proxies.
            public var resolver = NameResolver.system
            /// The path of a Unix-domain socket to connect to in place of the URL's host and port.
            public var unixSocketPath: String?
            /// The proxy to use.
            public var proxy = Proxy.none
            /// The cookie policy.
            public var cookies = Cookies.none
            /// A Boolean value that indicates whether a body that only the end of its connection delimits may end
            /// without the closure alert of TLS, so that an attacker can truncate it unnoticed (RFC 9112 §9.8). The
            /// metrics then report `TransferMetrics.wasCutOff`.
            public var acceptsMissingCloseNotify = false
            /// The TLS settings: trusted certificates and client identity.
            public var tls = TLSPolicy()

            /// Creates the default configuration.
            public init() {}
        }

        /// HTTP versions to use.
        public enum HTTPVersion: Sendable, Hashable {
            /// The newest version that the transport and the server have in common.
            case automatic
            /// HTTP/1.1 only.
            case http1
            /// HTTP/2 also over plain connections, to servers that are known to speak it (RFC 9113 §3.3). Over TLS, the
            /// version is that of ``automatic``. A proxy of HTTP gets plain requests over HTTP/1.1.
            case http2WithPriorKnowledge
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

    extension SocketTransport.Configuration {
        /// The configuration with its values clamped to ranges that the loop supports, and the present path of the key
        /// log.
        var bounded: Self {
            let longest = Duration.milliseconds(2_000_000_000)
            var bounded = self
            bounded.maxConnectionsPerHost = max(1, maxConnectionsPerHost)
            bounded.maxConnections = max(1, maxConnections)
            bounded.maxStreamsPerHost = max(1, maxStreamsPerHost)
            bounded.bufferByteCount = max(1, bufferByteCount)
            bounded.maxHeadByteCount = max(1, maxHeadByteCount)
            bounded.connectTimeout = min(max(.milliseconds(1), connectTimeout), longest)
            bounded.continueTimeout = min(max(.zero, continueTimeout), longest)
            bounded.idleConnectionTime = min(max(.zero, idleConnectionTime), longest)
            bounded.maxConnectionAge = min(max(.zero, maxConnectionAge), longest)
            bounded.tls.keyLog = tls.keyLog.path.map { .file($0) } ?? .none
            return bounded
        }
    }
#endif
