#if os(Linux)
    import ReactiveHTTPModel

    /// Connections that several exchanges share (EN33).
    extension Engine {
        // Any thread

        /// Begins an exchange on a connection on which it has room.
        func share(_ connection: Connection, _ exchange: SocketExchange, _ channel: SocketExchange.Channel) {
            if exchange.isPreconnection {
                connection.noteIdleness()
                exchange.complete()
            }
            guard exchange.move(to: .connection(connection)) else { return post(.leaveShared(connection)) }
            guard let needsLoop = connection.start(exchange, isOnLoop: isOnLoop, channel) else {
                negotiation.drain(connection)
                post(.leaveShared(connection))
                if exchange.move(to: .waiting) { assignConnection(to: exchange, channel) }
                return
            }
            if needsLoop { post(.serve(connection)) }
            // The disposal may have come before the connection knew the exchange.
            if exchange.isDisposed { connection.abandon(exchange) }
        }

        /// Takes a connection from the idle ones of the pool.
        ///
        /// - Returns: Whether it was there.
        func takeIdle(_ connection: Connection) -> Bool {
            pool.withLock { $0.take(connection, of: connection.server) }
        }

        /// Lets the exchanges that wait for a server go on, as far as they can.
        func continueWaiting(_ server: Server) {
            let withdraw = { (exchange: SocketExchange) in
                self.pool.withLock { $0.withdraw(exchange, from: server) }
            }
            while let step = negotiation.next(of: server, takeIdle, withdraw: withdraw) {
                switch step {
                case .connect(let exchange): admit(exchange)
                case .share(let connection, let exchange): share(connection, exchange, .outbox)
                }
            }
        }

        // Loop

        /// Uses a new connection, on which the server has chosen HTTP/2, for an exchange.
        func useHTTP2(
            _ socket: Int32,
            _ stream: any SocketStream,
            _ facts: ConnectionFacts,
            for exchange: SocketExchange
        ) {
            let server = exchange.server
            // Another handshake was faster.
            if let connection = negotiation.take(for: exchange, takeIdle) {
                stream.sayGoodbye()
                closeUnused(socket)
                release(server)
                share(connection, exchange, .outbox)
                return continueWaiting(server)
            }
            guard let library = NGHTTP2.loaded,
                let http2 = HTTP2Connection(library, over: stream, facts, configuration)
            else {
                closeUnused(socket)
                let others = negotiation.giveUp(server)
                release(server)
                let text = "nghttp2 cannot create a session"
                exchange.fail(exchange.error(.resourcesExhausted, .connecting, mayHaveReachedServer: false, text))
                return admit(others)
            }
            let connection = Connection(socket, to: server, over: stream, facts, self, http2: http2)
            loop.sockets[socket] = .connection(connection)
            negotiation.add(connection, for: exchange)
            share(connection, exchange, .outbox)
            serve(connection, isReadable: true)
        }

        func apply(_ turn: HTTP2Connection.Turn, of connection: Connection) {
            loop.pendingDeliveries += turn.pendingDeliveries
            let isEnding = turn.isOver || turn.isDraining
            if isEnding { negotiation.drain(connection) }
            if let limit = turn.streamLimit { negotiation.setLimit(limit, of: connection) }
            if let due = turn.due { loop.times.set(.connection(connection.socket), due: due) }
            if turn.mustServeAgain, loop.queued.insert(connection.socket).inserted { loop.ready.append(connection) }
            if turn.isBusy, configuration.stallTimeout != nil, !loop.times.contains(.stall) {
                loop.times.set(.stall, due: .now + .seconds(1))
            }
            for _ in turn.ended { negotiation.release(connection) }
            for repetition in turn.repeated { sendAgain(repetition) }
            if isEnding || turn.streamLimit != nil || !turn.ended.isEmpty { rest(connection) }
            if isEnding { closeIdle(connection) }
        }

        private func sendAgain(_ repetition: HTTP2Connection.Repetition) {
            let exchange = repetition.exchange
            if repetition.needsHTTP1 {
                let (waiting, connections) = negotiation.restrict(exchange.server)
                for connection in connections { connection.http2?.drain() }
                admit(waiting)
            }
            if exchange.move(to: .waiting) { assignConnection(to: exchange, .outbox) }
        }

        /// Gives the room of an exchange that has left its connection to another one.
        func leaveShared(_ connection: Connection) {
            // Nobody must wait for the settings of a server that is silent (EN35).
            if connection.http2?.isDraining ?? false { negotiation.drain(connection) }
            negotiation.release(connection)
            rest(connection)
        }

        /// Lets waiting exchanges use a connection, or else makes it idle, or closes it.
        private func rest(_ connection: Connection) {
            continueWaiting(connection.server)
            let now = Moment.now
            let result = negotiation.rest(connection) {
                let expiry = IdleLimit.expiry(
                    of: .keep(idleLimit: nil),
                    idleConnectionTime: configuration.idleConnectionTime,
                    madeAt: connection.madeAt,
                    maxConnectionAge: configuration.maxConnectionAge,
                    now: now
                )
                guard let expiry, !loop.isRetired else { return nil }
                pool.withLock { $0.keep(connection, of: connection.server, until: expiry, since: now) }
                return expiry
            }
            switch result {
            case .busy: break
            case .idle(let expiry):
                setExpiry(expiry)
                admitWaiting()
            case .over:
                close(connection)
                release(connection.server)
            }
        }
    }
#endif
