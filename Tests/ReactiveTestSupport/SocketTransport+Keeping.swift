#if os(Linux)
    import ReactiveNetworking

    extension SocketTransport.Configuration {
        /// Keeps idle connections for an hour: between two requests, a busy machine may take more than the default.
        package mutating func keepConnections() {
            idleConnectionTime = .seconds(3600)
            maxConnectionAge = .seconds(3600)
        }
    }

    extension SocketTransport {
        /// Creates a transport that closes no connection because it is idle or old, unless `change` says so.
        package static func keeping(_ change: (inout Configuration) -> Void = { _ in }) throws -> SocketTransport {
            var configuration = Configuration()
            configuration.keepConnections()
            change(&configuration)
            return try SocketTransport(configuration)
        }
    }
#endif
