#if os(Linux)
    import ReactiveHTTPModel

    /// Sockets and connections, on the loop's thread.
    extension Engine {
        /// The families of addresses to ask for.
        var families: AddressFamilies {
            switch configuration.addressFamily {
            case .any: .any
            case .ipv4: .ipv4
            case .ipv6: .ipv6
            }
        }

        // Connecting

        func connect(_ exchange: SocketExchange) {
            guard !exchange.isDisposed else { return release(exchange.server) }
            // Another handshake may have led to a connection that can be shared (EN33).
            if let connection = negotiation.take(for: exchange, takeIdle) {
                _ = exchange.endLead()
                release(exchange.server)
                share(connection, exchange, .outbox)
                return continueWaiting(exchange.server)
            }
            loop.lastAttempt += 1
            let attempt = ConnectionAttempt(exchange, loop.lastAttempt, self)
            loop.attempts[loop.lastAttempt] = attempt
            exchange.attempt.store(loop.lastAttempt, ordering: .relaxed)
            attempt.start()
        }

        func cancelAttempt(for exchange: SocketExchange) {
            let number = exchange.attempt.load(ordering: .relaxed)
            guard let attempt = loop.attempts[number], attempt.exchange === exchange else { return }
            attempt.cancel()
            forget(attempt, number)
            release(exchange.server)
        }

        func forget(_ attempt: ConnectionAttempt, _ number: Int) {
            loop.attempts[number] = nil
            loop.times.remove(.attempt(number))
        }

        /// Registers a socket. A failure leaves the number of the error in `errno`.
        func register(_ socket: Int32, _ owner: SocketOwners.Owner) -> Bool {
            poller.add(socket, loop.sockets.insert(socket, owner))
        }

        /// Closes a socket that has no connection.
        func closeUnused(_ socket: Int32) {
            poller.remove(socket)
            loop.sockets.remove(socket)
            Descriptor.close(socket)
        }

        /// Uses a new connection for an exchange.
        func use(_ socket: Int32, _ stream: any SocketStream, _ facts: ConnectionFacts, for exchange: SocketExchange) {
            let server = exchange.server
            _ = exchange.endLead()
            if stream.applicationProtocol == "h2" || negotiation.isKnown(server) && !exchange.needsHTTP1 {
                return useHTTP2(socket, stream, facts, for: exchange)
            }
            // A connection for another protocol was offered HTTP/1.1 alone (EN40).
            let others = exchange.request.upgrade == nil ? negotiation.learnHTTP1(server) : []
            let connection = Connection(socket, to: server, over: stream, facts, self)
            loop.sockets[socket] = .connection(connection)
            if exchange.isPreconnection {
                exchange.complete()
                keepUnused(connection)
                return admit(others)
            }
            // Nobody has started an exchange on it, so it can be used.
            guard exchange.move(to: .connection(connection)) else {
                close(connection)
                release(server)
                return admit(others)
            }
            _ = connection.start(exchange, isOnLoop: true, .outbox)
            serve(connection, isReadable: true)
            if exchange.isDisposed { connection.abandon(exchange) }
            admit(others)
        }

        // Serving

        func serve(_ ready: Poller.Ready) {
            guard let (socket, owner) = loop.sockets[ready.token] else { return }
            switch owner {
            case .attempt(let attempt): attempt.act(on: socket)
            case .connection(let connection):
                // Reading over TLS may have waited until it could write.
                let isReadable = ready.isReadable || ready.isWritable && connection.server.usesTLS
                serve(connection, isReadable: isReadable, hasEnded: ready.hasEnded)
            case .upgraded(let connection):
                let isReadable = ready.isReadable || ready.isWritable && connection.isSecure
                serve(connection, isReadable: isReadable, hasEnded: ready.hasEnded)
            }
        }

        func serve(_ connection: Connection, isReadable: Bool, hasEnded: Bool = false, at now: Moment? = nil) {
            if let http2 = connection.http2 {
                return apply(http2.serve(loop.buffer, isReadable: isReadable, at: now), of: connection)
            }
            let turn = connection.serve(loop.buffer, isReadable: isReadable, hasEnded: hasEnded, at: now)
            apply(turn, of: connection)
        }

        private func apply(_ turn: Connection.Turn, of connection: Connection) {
            // The receiver may send its next request as soon as it learns of the end, and finds the connection (EN11).
            if case .kept(let persistence) = turn.outcome { keep(connection, persistence) }
            if !turn.items.isEmpty, let exchange = turn.exchange {
                exchange.append(turn.items)
                loop.pendingDeliveries.append(exchange)
            }
            switch turn.outcome {
            case .kept: break
            case .open:
                if let due = turn.due { loop.times.set(.connection(connection.socket), due: due) }
                if turn.exchange != nil, configuration.stallTimeout != nil, !loop.times.contains(.stall) {
                    loop.times.set(.stall, due: .now + .seconds(1))
                }
            case .again: if loop.queued.insert(connection.socket).inserted { loop.ready.append(connection) }
            case .closed:
                if turn.exchange == nil {
                    closeIdle(connection)
                } else {
                    close(connection)
                    release(connection.server)
                }
            case .upgraded(let change):
                if let exchange = turn.exchange { upgrade(connection, change, for: exchange) }
            case .repeated(let onNew):
                close(connection)
                if let exchange = turn.exchange { beginAgain(exchange, onNew: onNew) }
            }
        }

        private func beginAgain(_ exchange: SocketExchange, onNew: Bool) {
            if onNew { connectSoon(exchange, .outbox) } else { admit(exchange, inPlaceOfSlot: true) }
        }

        func keep(_ connection: Connection, _ persistence: Persistence) {
            let now = Moment.now
            let expiry = IdleLimit.expiry(
                of: persistence,
                idleConnectionTime: configuration.idleConnectionTime,
                madeAt: connection.madeAt,
                maxConnectionAge: configuration.maxConnectionAge,
                now: now
            )
            guard let expiry, !loop.isRetired else {
                close(connection)
                return release(connection.server)
            }
            pool.withLock { $0.keep(connection, of: connection.server, until: expiry, since: now) }
            setExpiry(expiry)
            admitWaiting()
        }

        /// Notes the expiry of an idle connection.
        func setExpiry(_ expiry: Moment) {
            guard expiry < loop.nextExpiry ?? expiry + .seconds(1) else { return }
            loop.nextExpiry = expiry
            loop.times.set(.expiry, due: expiry)
        }

        // Closing

        /// Closes a connection that has ended while it was idle, unless an exchange has taken it in the meantime.
        func closeIdle(_ connection: Connection) {
            guard pool.withLock({ $0.remove(connection, of: connection.server) }) else { return }
            close(connection)
            admitWaiting()
        }

        func close(_ connection: Connection) {
            poller.remove(connection.socket)
            loop.sockets.remove(connection.socket)
            connection.close()
            guard connection.http2 != nil else { return }
            negotiation.forget(connection)
            continueWaiting(connection.server)
        }

        /// Closes the connection that has been idle the longest.
        ///
        /// - Returns: False if there is none.
        func closeLongestIdle() -> Bool {
            guard let (connection, _) = pool.withLock({ $0.takeLongestIdle() }) else { return false }
            close(connection)
            post(.admit)
            return true
        }

        func closeExpired(at now: Moment) {
            let (expired, next) = pool.withLock { ($0.takeExpired(at: now).map(\.0), $0.nextExpiry) }
            for connection in expired { close(connection) }
            loop.nextExpiry = next
            if let next { loop.times.set(.expiry, due: next) }
            if !expired.isEmpty { admitWaiting() }
        }

        func checkStalls(at now: Moment) {
            guard let limit = configuration.stallTimeout else { return }
            let connections = loop.sockets.connections
            for connection in connections {
                if let http2 = connection.http2 {
                    apply(http2.checkStall(atMost: limit, at: now), of: connection)
                    continue
                }
                if let turn = connection.checkStall(atMost: limit, at: now) { apply(turn, of: connection) }
            }
            if connections.contains(where: \.isBusy) { loop.times.set(.stall, due: now + .seconds(1)) }
        }

        /// Closes the idle connections, because no exchange starts any more.
        func retire() {
            loop.isRetired = true
            closeAllIdle()
        }
    }
#endif
