#if os(Linux)
    import ReactiveNetworking

    /// The settings that the transports over sockets have in common.
    protocol SocketSettings {
        var maxConnectionsPerHost: Int { get set }
        var maxConnections: Int { get set }
        var idleConnectionTime: Duration { get set }
        var connectTimeout: Duration { get set }
        var stallTimeout: Duration? { get set }
        var bufferByteCount: Int { get set }
        var maxHeadByteCount: Int { get set }
        var unixSocketPath: String? { get set }
        var tls: TLSPolicy { get set }
        var proxy: SocketTransport.Proxy { get set }
        var cookies: SocketTransport.Cookies { get set }
        /// A Boolean value that indicates whether HTTP/1.1 is the only version to use.
        var isHTTP1Only: Bool { get set }

        /// Keeps idle connections for an hour: between two requests, a busy machine may take more than the default.
        mutating func keepConnections()

        /// Accepts a body that ends with its connection even if the TLS connection ends without a closing notice.
        mutating func acceptMissingCloseNotify()
    }

    extension CurlTransport.Configuration: SocketSettings {
        var isHTTP1Only: Bool {
            get { httpVersion == .http1 }
            set { httpVersion = newValue ? .http1 : .automatic }
        }

        mutating func keepConnections() { idleConnectionTime = .seconds(3600) }

        /// Changes nothing: libcurl accepts it always.
        mutating func acceptMissingCloseNotify() {}
    }

    extension SocketTransport.Configuration: SocketSettings {
        var isHTTP1Only: Bool {
            get { httpVersion == .http1 }
            set { httpVersion = newValue ? .http1 : .automatic }
        }

        mutating func keepConnections() {
            idleConnectionTime = .seconds(3600)
            maxConnectionAge = .seconds(3600)
        }

        mutating func acceptMissingCloseNotify() { acceptsMissingCloseNotify = true }
    }

    extension SocketTransport {
        /// Creates a transport that closes no connection because it is idle or old, unless `change` says so.
        static func keeping(_ change: (inout Configuration) -> Void = { _ in }) throws -> SocketTransport {
            var configuration = Configuration()
            configuration.keepConnections()
            change(&configuration)
            return try SocketTransport(configuration)
        }
    }
#endif
