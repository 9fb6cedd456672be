#if os(Linux)
    import ReactiveNetworking

    extension SocketTransport.Configuration {
        /// Keeps idle connections for an hour, and waits as long for new ones: a busy machine may take more than the
        /// defaults.
        package mutating func keepConnections() {
            connectTimeout = .seconds(3600)
            idleConnectionTime = .seconds(3600)
            maxConnectionAge = .seconds(3600)
        }
    }

    extension SocketTransport {
        /// Creates a transport that closes no connection because it is idle or old, and takes any time to connect,
        /// unless `change` says so.
        package static func keeping(_ change: (inout Configuration) -> Void = { _ in }) throws -> SocketTransport {
            var configuration = Configuration()
            configuration.keepConnections()
            change(&configuration)
            return try SocketTransport(configuration)
        }
    }
#endif
