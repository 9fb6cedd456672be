#if os(Linux)
    import ReactiveCore
    import ReactiveHTTPModel

    /// A connection: a socket and the exchange that uses it, or with HTTP/2 the exchanges.
    ///
    /// Everything happens under one lock, on the thread that starts an exchange, on the loop's, or on one that disposes
    /// of the exchange. Only the loop closes the socket.
    final class Connection: Sendable, BodyConsumer {
        private struct State: Sendable {
            var run: ExchangeRun?
            /// A Boolean value that indicates whether the connection must not be used any more. The loop closes its
            /// socket.
            var isClosed = false
            var exchangeCount = 0
        }

        /// The result of a turn.
        struct Turn: Sendable {
            var outcome: ExchangeRun.Outcome
            /// The exchange; `nil` if the connection is idle, or no longer used.
            var exchange: SocketExchange?
            /// The exchange's new events. Its receiver may learn of them as soon as the exchange has them.
            var items: [SocketExchange.Item] = []
            /// The time of the next turn, if nothing happens before.
            var due: Moment?
        }

        let socket: Int32
        let server: Server
        let madeAt = Moment.now
        /// The part that speaks HTTP/2, if the server has chosen that. Then all exchanges are there.
        let http2: HTTP2Connection?
        private let facts: ConnectionFacts
        let stream: any SocketStream
        private let engine: Engine
        private let state = InlineLocked(State())

        init(
            _ socket: Int32,
            to server: Server,
            over stream: any SocketStream,
            _ facts: ConnectionFacts,
            _ engine: Engine,
            http2: HTTP2Connection? = nil
        ) {
            self.socket = socket
            self.server = server
            self.stream = stream
            self.facts = facts
            self.engine = engine
            self.http2 = http2
        }

        // Any thread

        /// Starts an exchange, and writes its request as far as that needs no waiting.
        ///
        /// - Parameters:
        ///   - exchange: The exchange.
        ///   - isOnLoop: True on the loop's thread.
        ///   - channel: The way of phases and progress.
        /// - Returns: Whether the loop must go on with the request, or `nil` if the connection cannot be used, and is
        ///   to be closed.
        func start(_ exchange: SocketExchange, isOnLoop: Bool, _ channel: SocketExchange.Channel) -> Bool? {
            if let http2 { return http2.start(exchange, on: self, isOnLoop: isOnLoop, channel) }
            let started = state.withLock { state -> (needsLoop: Bool, ExchangeProgress.Announcement)? in
                guard !state.isClosed else { return nil }
                let isReused = state.exchangeCount > 0
                guard !isReused || stream.isQuiet() else {
                    state.isClosed = true
                    return nil
                }
                state.exchangeCount += 1
                var run = ExchangeRun(exchange, isReused: isReused)
                let error = run.write(to: stream, isOnLoop: isOnLoop, for: self)
                let needsLoop = run.needsLoop || error != nil || engine.configuration.stallTimeout != nil
                let announcement = run.progress.takeAnnouncement()
                // Once the lock is released, the loop may note the response, which comes after the phases.
                if case .outbox = channel { announcement.send { exchange.note($0) } }
                state.run = run
                return (needsLoop, announcement)
            }
            guard let (needsLoop, announcement) = started else { return nil }
            if case .receiver = channel { announcement.send { exchange.output.send($0) } }
            return needsLoop
        }

        /// Ends an exchange that nobody wants any more, and the connection with it, unless that carries others, too.
        func abandon(_ exchange: SocketExchange) {
            if let http2 {
                if http2.abandon(exchange) { engine.post(.leaveShared(self)) }
                return
            }
            let run = state.withLock { state -> ExchangeRun? in
                guard !state.isClosed, let run = state.run, run.exchange === exchange else { return nil }
                state.isClosed = true
                state.run = nil
                discard(run)
                // The other side notices at once.
                shutdown(socket, Int32(SHUT_RDWR))
                return run
            }
            guard run != nil else { return }
            engine.post(.close(self, releasesSlot: true))
        }

        /// Has the rest of a request dropped when the socket is closed. A server that does not read would otherwise not
        /// notice the end.
        private func discard(_ run: ExchangeRun) {
            guard !run.progress.isSent else { return }
            var reset = linger(l_onoff: 1, l_linger: 0)
            setsockopt(socket, SOL_SOCKET, SO_LINGER, &reset, socklen_t(MemoryLayout<linger>.size))
        }

        func bodyIsAvailable() { engine.post(.serve(self)) }

        // Loop

        /// Returns the result of a turn: writes and reads as much as possible.
        ///
        /// - Parameters:
        ///   - buffer: The memory to read into.
        ///   - isReadable: True if the socket may have become readable.
        ///   - hasEnded: True if the other side has ended its direction.
        ///   - now: The current time, if the timer is to be looked at.
        func serve(
            _ buffer: UnsafeMutableRawBufferPointer,
            isReadable: Bool,
            hasEnded: Bool = false,
            at now: Moment? = nil
        ) -> Turn {
            let (turn, run) = state.withLock { state -> (Turn, ExchangeRun?) in
                guard !state.isClosed else { return (Turn(outcome: .open), nil) }
                guard var run = state.run else {
                    guard !stream.isQuiet() else { return (Turn(outcome: .open), nil) }
                    state.isClosed = true
                    return (Turn(outcome: .closed), nil)
                }
                state.run = nil
                var incoming = Incoming()
                if isReadable { run.noteReadable(hasEnded: hasEnded) }
                let outcome = advance(&run, buffer, now, &incoming)
                return (finishTurn(outcome, &run, incoming, &state), run)
            }
            // The run is released here, because it may be the last to hold values of the user.
            withExtendedLifetime(run) {}
            return turn
        }

        private func advance(
            _ run: inout ExchangeRun,
            _ buffer: UnsafeMutableRawBufferPointer,
            _ now: Moment?,
            _ incoming: inout Incoming
        ) -> ExchangeRun.Outcome {
            if let now, let outcome = run.act(at: now, facts, into: &incoming) { return outcome }
            if let error = write(&run, &incoming) { return error }
            let outcome = run.read(from: stream, buffer, facts, into: &incoming)
            guard case .open = outcome else { return outcome }
            // The response may have given the consent that the body has waited for.
            if !run.hasMoreToWrite, let error = write(&run, &incoming) { return error }
            return run.finishIfSent(facts, into: &incoming) ?? (run.hasMoreToWrite ? .again : .open)
        }

        private func write(_ run: inout ExchangeRun, _ incoming: inout Incoming) -> ExchangeRun.Outcome? {
            let error = run.write(to: stream, isOnLoop: true, for: self)
            run.progress.takeAnnouncement().send { run.exchange.note($0) }
            guard let error else { return nil }
            incoming.fail(error)
            return .closed
        }

        private func finishTurn(
            _ outcome: ExchangeRun.Outcome,
            _ run: inout ExchangeRun,
            _ incoming: Incoming,
            _ state: inout State
        ) -> Turn {
            var incoming = incoming
            let exchange = run.exchange
            switch outcome {
            case .open, .again:
                incoming.flush()
                state.run = run
            case .kept: exchange.leave()
            case .closed:
                exchange.leave()
                state.isClosed = true
                discard(run)
            case .repeated: state.isClosed = true
            case .upgraded:
                incoming.flush()
                exchange.leave()
                state.isClosed = true
            }
            return Turn(outcome: outcome, exchange: exchange, items: incoming.items, due: state.run?.progress.due)
        }

        /// Ends the exchange if no bytes have moved for too long.
        func checkStall(atMost limit: Duration, at now: Moment) -> Turn? {
            state.withLock { state in
                guard !state.isClosed, let idleTime = state.run?.idleTime(at: now), idleTime >= limit,
                    var run = state.run
                else { return nil }
                state.run = nil
                var incoming = Incoming()
                incoming.fail(run.progress.error(.timedOut, nil, "no data was transferred for \(limit)"))
                return finishTurn(.closed, &run, incoming, &state)
            }
        }

        /// A Boolean value that indicates whether an exchange uses the connection.
        var isBusy: Bool { http2?.isBusy ?? state.withLock { $0.run != nil } }

        /// Notes that the connection is idle before its first exchange, which treats it as one that was used before:
        /// what arrives in between is no response (EN12), and the server may close it (EN13).
        func noteIdleness() {
            http2?.noteIdleness()
            state.withLock { $0.exchangeCount += 1 }
        }

        /// Marks an idle connection as closed.
        func retire() {
            http2?.retire()
            state.withLock { $0.isClosed = true }
        }

        /// Closes the socket. Called once, on the loop's thread, when nobody can use the connection any more.
        func close() {
            http2?.close()
            state.withLock { state in
                state.isClosed = true
                if state.run == nil, http2 == nil { stream.sayGoodbye() }
            }
            Descriptor.close(socket)
        }
    }
#endif
