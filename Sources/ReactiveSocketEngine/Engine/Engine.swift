#if os(Linux)
    import ReactiveCore
    import ReactiveHTTPModel
    import Synchronization

    /// The connections of one transport, and the thread that waits for their sockets.
    ///
    /// The thread that starts an exchange takes an idle connection and writes the request; everything else happens on
    /// the loop's thread. User code never runs on that thread or under a lock (EN3, EN4).
    final class Engine: Sendable {
        enum Command: Sendable {
            /// Makes a connection for an exchange that has a slot of the pool.
            case connect(SocketExchange)
            case stopConnecting(SocketExchange)
            case takeAddresses(ConnectionAttempt, Result<[SocketAddress], LookupFailure>)
            case serve(Connection)
            case close(Connection, releasesSlot: Bool)
            /// Gives the room of an exchange on a shared connection to another one, or closes the connection.
            case leaveShared(Connection)
            case serveUpgraded(UpgradedConnection)
            case closeUpgraded(UpgradedConnection)
            /// Lets the exchanges that wait take the slots that are free.
            case admit
            /// Delivers a phase or progress after a while.
            case deliverLater(SocketExchange)
            /// Looks after the workers that deliver.
            case watchWorkers
            case retire
            /// Closes the idle connections.
            case closeIdle
            /// Interrupts what runs at a moment.
            case drain(until: Moment)
        }

        private struct Mailbox: Sendable {
            var commands: [Command] = []
            /// A Boolean value that indicates whether the loop no longer reads commands.
            var isClosed = false
        }

        let configuration: SocketTransport.Configuration
        let pool: InlineLocked<ConnectionPool<Connection, SocketExchange>>
        let credentials: TLSCredentials
        /// The credentials for proxies over TLS, which the system's authorities vouch for.
        let proxyCredentials = TLSCredentials(TLSPolicy(), offersHTTP2: false)
        let proxies: ProxyRoutes?
        let cookies: CookieStorage?
        let lookups: ResolverLookups
        let negotiation: ProtocolNegotiation
        let poller: Poller
        private let mailbox = InlineLocked(Mailbox())
        /// The threads that run code of the user.
        let deliverers: DeliveryThreads
        private let deliveries: DeliveryPool<SocketExchange>
        private let thread = Atomic<UInt>(0)
        private let forkCount = ForkCount.current
        /// The number of exchanges on their way to the pool: they wait until ``credentials`` are loaded, or get
        /// their turn. The loop does not end before.
        let loadingCount = Atomic<Int>(0)
        let running = InlineLocked(RunningExchanges())
        /// The result of the drain, when it is over.
        let drained = MutableProperty<Drained?>(nil)

        /// SAFETY: accessed on the loop's thread only, which starts when the engine is complete; and afterward by
        /// whoever releases the engine, which happens after the thread has ended.
        @exclusivity(unchecked) nonisolated(unsafe) var loop: EngineState
        /// The values of the user that belonged to exchanges that the loop released last. They are released on another
        /// thread (EN4).
        ///
        /// SAFETY: as for ``loop``. It is apart from it, because a change of the state may release an exchange.
        @exclusivity(unchecked) nonisolated(unsafe) var valuesToRelease: [SocketExchange.UserValues] = []

        /// Creates an engine. Its thread ends after the `retire` command once no exchange is left; after ``close()``,
        /// once no receiver waits for an end, either.
        init(_ configuration: SocketTransport.Configuration) throws(TransportError) {
            self.configuration = configuration
            proxies = ProxyRoutes(configuration.proxy)
            lookups = ResolverLookups(configuration.resolver)
            cookies = try CookieStorage.make(configuration.cookies)
            pool = InlineLocked(
                ConnectionPool(limit: configuration.maxConnections, limitPerServer: configuration.maxConnectionsPerHost)
            )
            negotiation = ProtocolNegotiation(
                isNeeded: configuration.httpVersion != .http1 && NGHTTP2.loaded != nil,
                hasPriorKnowledge: configuration.httpVersion == .http2WithPriorKnowledge,
                maxStreamCount: configuration.maxStreamsPerHost,
                maxConnectionAge: configuration.maxConnectionAge
            )
            credentials = TLSCredentials(configuration.tls, offersHTTP2: negotiation.isNeeded)
            let threads = DeliveryThreads()
            deliverers = threads
            deliveries = DeliveryPool { threads.run($0) }
            guard DispatchDescriptors.open() else { throw .noLoop(Errno(number: EMFILE)) }
            do throws(Errno) {
                poller = try Poller()
            } catch {
                throw .noLoop(error)
            }
            loop = EngineState()
            guard DetachedThread.start("SocketTransport", { [self] in run() }) else {
                throw .noLoop(Errno(number: EAGAIN))
            }
        }

        deinit { loop.buffer.deallocate() }

        // Any thread

        /// A Boolean value that indicates whether this is the process that has created the engine: a forked one has no
        /// thread for it (EN6).
        var isInOwnProcess: Bool { forkCount == ForkCount.current }

        var isOnLoop: Bool { thread.load(ordering: .relaxed) == UInt(pthread_self()) }

        /// Enqueues a command for the loop's thread. Never blocks.
        func post(_ command: Command) {
            guard isInOwnProcess else { return }
            let isClosed = mailbox.withLock { mailbox in
                if !mailbox.isClosed { mailbox.commands.append(command) }
                return mailbox.isClosed
            }
            if !isClosed { poller.wake() }
        }

        func stopConnecting(_ exchange: SocketExchange) { post(.stopConnecting(exchange)) }

        /// Reads a connection again, whose exchange has caught up.
        func resume(_ connection: Connection) { post(.serve(connection)) }

        /// Has the events of an exchange delivered.
        func deliver(_ exchange: SocketExchange) {
            if isOnLoop {
                loop.pendingDeliveries.append(exchange)
            } else if exchange.flush() {
                handOver(exchange)
            }
        }

        /// Delivers a phase or progress of an exchange later.
        func deliverLater(_ exchange: SocketExchange) {
            guard !exchange.isDeliveryDelayed.exchange(true, ordering: .relaxed) else { return }
            if isOnLoop { delay(exchange) } else { post(.deliverLater(exchange)) }
        }

        /// Has an exchange delivered whose turn the caller has taken.
        func handOver(_ exchange: SocketExchange) {
            var exchanges = [exchange]
            if deliveries.add(&exchanges) { post(.watchWorkers) }
        }

        // Loop

        private func run() {
            thread.store(UInt(pthread_self()), ordering: .relaxed)
            while true {
                carryOutCommands()
                actOnTimes()
                takeTurnsAgain()
                deliverRound()
                if loop.isRetired, isUnused, !hasCommands { break }
                loop.polled = poller.wait(atMost: timeout, unless: { hasCommands }, serve)
            }
            end()
        }

        private var hasCommands: Bool { mailbox.withLock { !$0.commands.isEmpty } }

        private var timeout: Duration? {
            guard loop.ready.isEmpty else { return .zero }
            guard let due = loop.times.next else { return nil }
            return max(.zero, Moment.now.duration(to: due))
        }

        private var isUnused: Bool {
            loadingCount.load(ordering: .acquiring) == 0 && loop.attempts.isEmpty && loop.upgradedCount == 0
                && pool.withLock { $0.isUnused } && running.withLock { !$0.isClosed || $0.isOver }
        }

        private func carryOutCommands() {
            mailbox.withLock { swap(&$0.commands, &loop.commands) }
            defer { loop.commands.removeAll(keepingCapacity: true) }
            for command in loop.commands { carryOut(command) }
        }

        private func carryOut(_ command: Command) {
            switch command {
            case .connect(let exchange): connect(exchange)
            case .stopConnecting(let exchange): cancelAttempt(for: exchange)
            case .takeAddresses(let attempt, let addresses): attempt.take(addresses)
            case .serve(let connection): serve(connection, isReadable: false)
            case .close(let connection, let releasesSlot):
                close(connection)
                if releasesSlot { release(connection.server) }
            case .leaveShared(let connection): leaveShared(connection)
            case .serveUpgraded(let connection): serve(connection)
            case .closeUpgraded(let connection): close(connection)
            case .admit: admitWaiting()
            case .deliverLater(let exchange): delay(exchange)
            case .watchWorkers: watchWorkers()
            case .retire: retire()
            case .closeIdle: closeAllIdle()
            case .drain(let moment): loop.times.set(.drain, due: moment)
            }
        }

        private func delay(_ exchange: SocketExchange) {
            loop.delayedDeliveries.append(exchange)
            if loop.delayedDeliveries.count == 1 {
                loop.times.set(.delayedDeliveries, due: .now + EngineState.deliveryDelay)
            }
        }

        func watchWorkers() {
            if !loop.times.contains(.stalledWorkers) {
                loop.times.set(.stalledWorkers, due: .now + DeliveryPool<SocketExchange>.patience)
            }
        }

        /// Delivers the exchanges of this round, with one hand-over for all.
        private func deliverRound() {
            if !loop.pendingDeliveries.isEmpty {
                loop.pendingDeliveries.removeAll { !$0.flush() }
                if deliveries.add(&loop.pendingDeliveries) { watchWorkers() }
            }
            if !valuesToRelease.isEmpty { releaseElsewhere() }
        }

        private func releaseElsewhere() {
            // A closure that owned the values could be released here last.
            let values = Unmanaged.passRetained(Leaving(valuesToRelease))
            valuesToRelease = []
            deliverers.run { values.release() }
        }

        private final class Leaving: Sendable {
            private let values: [SocketExchange.UserValues]

            init(_ values: [SocketExchange.UserValues]) {
                self.values = values
            }
        }

        /// Acts on a time that has come.
        func act(on key: EngineState.TimeKey, at now: Moment) {
            switch key {
            case .delayedDeliveries:
                for exchange in loop.delayedDeliveries { exchange.isDeliveryDelayed.store(false, ordering: .relaxed) }
                loop.pendingDeliveries += loop.delayedDeliveries
                loop.delayedDeliveries.removeAll(keepingCapacity: true)
            case .stalledWorkers: if deliveries.replaceStalledWorkers() { watchWorkers() }
            case .expiry: closeExpired(at: now)
            case .stall: checkStalls(at: now)
            case .drain: cut()
            case .connection(let socket):
                if case .connection(let connection)? = loop.sockets[socket] {
                    serve(connection, isReadable: false, at: now)
                }
            case .attempt(let socket): loop.attempts[socket]?.act(at: now)
            }
        }

        private func actOnTimes() {
            // A process that did not run for a while first looks at what has arrived in time.
            let now = loop.polled
            guard let next = loop.times.next, next <= now else { return }
            while let key = loop.times.popDue(at: now) { act(on: key, at: now) }
        }

        /// Continues with the connections that had more to read than one turn allows.
        private func takeTurnsAgain() {
            guard !loop.ready.isEmpty else { return }
            var ready: [Connection] = []
            swap(&ready, &loop.ready)
            loop.queued.removeAll(keepingCapacity: true)
            for connection in ready { serve(connection, isReadable: false) }
        }

        private func end() {
            for (connection, _) in pool.withLock({ $0.takeAllIdle() }) { close(connection) }
            loop.delayedDeliveries = []
            deliveries.disband()
            // Commands retain exchanges, which retain the engine.
            _ = mailbox.withLock { mailbox in
                mailbox.isClosed = true
                defer { mailbox.commands = [] }
                return mailbox.commands
            }
            if !valuesToRelease.isEmpty { releaseElsewhere() }
            deliverers.retire()
            // The next thread may get the same identifier.
            thread.store(0, ordering: .relaxed)
        }
    }

    extension TransportError {
        fileprivate static func noLoop(_ error: Errno) -> TransportError {
            TransportError(
                error.isExhaustion || error.number == EAGAIN ? .resourcesExhausted : .other,
                phase: .preparing,
                underlyingCode: Int(error.number),
                detail: "no event loop can be created: \(error.text)"
            )
        }
    }
#endif
