#if os(Linux)
    import ReactiveHTTPModel

    /// The assignment of connections to exchanges.
    extension Engine {
        /// Starts an exchange. The caller has the turn to deliver its events.
        func start(_ exchange: SocketExchange) {
            guard exchange.server.usesTLS else { return assignConnection(to: exchange, .receiver) }
            loadCredentials(for: exchange, .receiver)
        }

        private func loadCredentials(for exchange: SocketExchange, _ channel: SocketExchange.Channel) {
            let credentials = nextCredentials(for: exchange.server)
            switch credentials.state {
            case .ready: assignConnection(to: exchange, channel)
            case .failed(let error): exchange.fail(error.naming(exchange))
            case .unknown:
                // Files are read, which may take a while.
                loadingCount.add(1, ordering: .relaxed)
                credentials.load { [self] error in
                    if let error {
                        exchange.fail(error.naming(exchange))
                    } else {
                        loadCredentials(for: exchange, .outbox)
                    }
                    loadingCount.subtract(1, ordering: .releasing)
                    post(.admit)
                }
            }
        }

        /// Finds a connection for an exchange, which may share it.
        func assignConnection(to exchange: SocketExchange, _ channel: SocketExchange.Channel) {
            if exchange.isPreconnection { return preconnect(exchange, channel) }
            // Protocols change over HTTP/1.1 alone (EN40).
            guard exchange.request.upgrade == nil else { return admit(exchange, channel) }
            switch negotiation.admission(of: exchange, takeIdle) {
            case .connect: admit(exchange, channel)
            case .share(let connection): share(connection, exchange, channel)
            case .wait:
                exchange.announceWaiting(channel)
                // It may have been disposed of before it waited.
                if exchange.isDisposed { withdraw(exchange) }
            }
        }

        /// Finds a connection for an exchange.
        ///
        /// - Parameters:
        ///   - exchange: The exchange.
        ///   - slot: True if the exchange has a slot of the pool, which it gives back for another one.
        ///   - channel: The way of phases and progress.
        func admit(
            _ exchange: SocketExchange,
            inPlaceOfSlot slot: Bool = false,
            _ channel: SocketExchange.Channel = .outbox
        ) {
            var hasSlot = slot
            var hasMadeRoom = false
            repeat {
                hasMadeRoom = hasMadeRoom || hasSlot
                let mayWait = exchange.move(to: .waiting)
                // In one step: an engine without users ends.
                let admission = pool.withLock { [hasSlot] pool in
                    if hasSlot { pool.release(exchange.server) }
                    return mayWait ? pool.admit(exchange, to: exchange.server) : nil
                }
                guard let admission else {
                    exchange.giveUpLead()
                    break
                }
                hasSlot = !carryOut(admission, for: exchange, channel)
                // It may have been disposed of before it was with the pool.
                if case .queued = admission, exchange.isDisposed { withdraw(exchange) }
            } while hasSlot
            if hasMadeRoom { post(.admit) }
        }

        /// - Returns: False if the connection has ended while it was idle; its slot is the exchange's.
        private func carryOut(
            _ admission: ConnectionPool<Connection, SocketExchange>.Admission,
            for exchange: SocketExchange,
            _ channel: SocketExchange.Channel
        ) -> Bool {
            switch admission {
            case .connection(let connection): return start(exchange, on: connection, channel)
            case .slot(let evicted):
                if let evicted {
                    evicted.retire()
                    post(.close(evicted, releasesSlot: false))
                }
                connectSoon(exchange, channel)
            case .queued: exchange.announceWaiting(channel)
            }
            return true
        }

        /// Has the loop make a connection for an exchange, which has a slot of the pool.
        func connectSoon(_ exchange: SocketExchange, _ channel: SocketExchange.Channel) {
            guard exchange.move(to: .connecting) else {
                pool.withLock { $0.release(exchange.server) }
                return post(.admit)
            }
            exchange.announce(.phase(.connecting), channel)
            post(.connect(exchange))
        }

        private func start(
            _ exchange: SocketExchange,
            on connection: Connection,
            _ channel: SocketExchange.Channel
        ) -> Bool {
            if connection.http2 != nil {
                guard !exchange.needsHTTP1 else {
                    connection.retire()
                    post(.close(connection, releasesSlot: false))
                    return false
                }
                _ = exchange.endLead()
                negotiation.adopt(connection, for: exchange)
                share(connection, exchange, channel)
                continueWaiting(connection.server)
                return true
            }
            guard exchange.move(to: .connection(connection)) else {
                connection.retire()
                post(.close(connection, releasesSlot: true))
                return true
            }
            guard let needsLoop = connection.start(exchange, isOnLoop: isOnLoop, channel) else {
                post(.close(connection, releasesSlot: false))
                return false
            }
            if needsLoop { post(.serve(connection)) }
            // The disposal may have come before the connection knew the exchange.
            if exchange.isDisposed { connection.abandon(exchange) }
            // The connection has shown the protocol of the server, even if that has been forgotten.
            if exchange.endLead() {
                loadingCount.add(1, ordering: .relaxed)
                admit(negotiation.learnHTTP1(exchange.server))
                loadingCount.subtract(1, ordering: .releasing)
            }
            return true
        }

        func admit(_ exchanges: [SocketExchange]) {
            for exchange in exchanges { admit(exchange) }
        }

        /// Removes an exchange that nobody wants any more from those that wait.
        func withdraw(_ exchange: SocketExchange) {
            guard isInOwnProcess else { return }
            let wasWaiting = pool.withLock { $0.withdraw(exchange, from: exchange.server) }
            if !wasWaiting { negotiation.withdraw(exchange) }
        }

        /// Lets another exchange connect in place of one that has ended before the protocol was known (EN30).
        func passLead(of exchange: SocketExchange) {
            loadingCount.add(1, ordering: .relaxed)
            negotiation.endLead(of: exchange)
            continueWaiting(exchange.server)
            loadingCount.subtract(1, ordering: .releasing)
            post(.admit)
        }

        /// Lets the exchanges that wait take what is free.
        func admitWaiting() {
            while let (exchange, _, admission) = pool.withLock({ $0.next() }) {
                if !carryOut(admission, for: exchange, .outbox) { admit(exchange, inPlaceOfSlot: true) }
            }
        }

        /// Frees a slot of the pool. On the loop's thread.
        func release(_ server: Server) {
            pool.withLock { $0.release(server) }
            admitWaiting()
        }
    }

    extension TransportError {
        /// Returns the error with the host of an exchange.
        fileprivate func naming(_ exchange: SocketExchange) -> TransportError {
            var error = self
            error.host = exchange.request.url.host
            return error
        }
    }
#endif
