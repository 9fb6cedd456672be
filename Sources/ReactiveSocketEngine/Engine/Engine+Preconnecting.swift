#if os(Linux)
    import ReactiveHTTPModel

    /// Connections that are opened before a request needs them (AD20).
    extension Engine {
        /// Opens a connection, unless there is one that a request can use, or no room for another.
        func preconnect(_ exchange: SocketExchange, _ channel: SocketExchange.Channel) {
            let server = exchange.server
            guard !negotiation.hasConnection(to: server), pool.withLock({ $0.reserve(server) }) else {
                return exchange.complete()
            }
            connectSoon(exchange, channel)
        }

        /// Keeps a connection that has not had an exchange. On the loop's thread.
        func keepUnused(_ connection: Connection) {
            connection.noteIdleness()
            keep(connection, .keep(idleLimit: nil))
            serve(connection, isReadable: true)
        }
    }

    extension SocketExchange {
        /// Ends an exchange that has nothing to send.
        func complete() {
            if case .ended = leave() { return }
            push([.end(nil)])
        }
    }
#endif
