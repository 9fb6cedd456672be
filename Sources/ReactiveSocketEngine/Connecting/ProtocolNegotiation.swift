#if os(Linux)
    import ReactiveCore
    import ReactiveHTTPModel

    /// The exchanges that wait until a handshake with their server has shown its protocol (EN30), and the connections
    /// that several exchanges share (EN33).
    ///
    /// One exchange of a server leads: it connects. The others wait, so that a server that chooses HTTP/2 has one
    /// connection. Once its connections are at the limit of streams, one exchange leads and makes another.
    final class ProtocolNegotiation: Sendable {
        /// The place of an exchange that begins.
        enum Admission {
            case connect
            case share(Connection)
            /// The exchange waits; `next(of:_:withdraw:)` returns it.
            case wait
        }

        /// The next step of an exchange that has waited.
        enum Step {
            /// It leads, and connects.
            case connect(SocketExchange)
            case share(Connection, SocketExchange)
        }

        private struct State: Sendable {
            /// The servers that have chosen HTTP/1.1.
            var http1Servers: Set<Server> = []
            /// The servers that want requests over HTTP/1.1 although they speak HTTP/2 (EN34).
            var restricted: Set<Server> = []
            var shared: [Server: SharedConnections] = [:]
            /// The exchanges that wait.
            var waiting: [Server: WaitQueue] = [:]
        }

        private struct WaitQueue {
            /// The exchange that connects for all.
            var leader: SocketExchange?
            var exchanges = Deque<SocketExchange>()
            /// The number of exchanges that have been withdrawn, at least.
            var withdrawnCount = 0

            /// Removes the exchanges that have been withdrawn, if they are many. It takes constant time on average.
            ///
            /// - Returns: The exchanges so far, for the caller to release.
            mutating func noteWithdrawal() -> [SocketExchange] {
                withdrawnCount += 1
                guard withdrawnCount * 2 > exchanges.count else { return [] }
                let all = exchanges.elements
                self = WaitQueue(leader: leader)
                for exchange in all where !exchange.isDisposed { exchanges.append(exchange) }
                return all
            }

            mutating func setLeader(_ exchange: SocketExchange) {
                leader = exchange
                exchange.isLeader.store(true, ordering: .relaxed)
            }
        }

        private static let capacity = 1_000

        /// A Boolean value that indicates whether servers are offered HTTP/2.
        let isNeeded: Bool
        private let hasPriorKnowledge: Bool
        private let maxStreamCount: Int
        private let maxConnectionAge: Duration
        private let state = InlineLocked(State())

        /// - Parameters:
        ///   - isNeeded: True if servers are offered HTTP/2.
        ///   - hasPriorKnowledge: True if servers without TLS are known to speak HTTP/2.
        ///   - maxStreamCount: The number of exchanges that share the connections of one server.
        ///   - maxConnectionAge: The age from which on a connection takes no exchanges.
        init(isNeeded: Bool, hasPriorKnowledge: Bool, maxStreamCount: Int, maxConnectionAge: Duration) {
            self.isNeeded = isNeeded
            self.hasPriorKnowledge = hasPriorKnowledge
            self.maxStreamCount = maxStreamCount
            self.maxConnectionAge = maxConnectionAge
        }

        /// Returns whether connections to a server may carry several exchanges.
        private func concerns(_ server: Server) -> Bool { isNeeded && (server.isSecure || isKnown(server)) }

        /// Returns whether a server is known to speak HTTP/2 without TLS.
        func isKnown(_ server: Server) -> Bool {
            isNeeded && hasPriorKnowledge && !server.isSecure && !server.isForwarding
        }

        // Exchanges

        /// Returns where an exchange goes, which may get the turn.
        func admission(of exchange: SocketExchange, _ takeIdle: (Connection) -> Bool) -> Admission {
            let server = exchange.server
            guard concerns(server) else { return .connect }
            return state.withLock { state in
                if state.http1Servers.contains(server) { return .connect }
                if let connection = take(server, &state, takeIdle) { return .share(connection) }
                guard mayConnect(server, state), state.waiting[server] == nil else {
                    state.waiting[server, default: WaitQueue()].exchanges.append(exchange)
                    return .wait
                }
                state.waiting[server, default: WaitQueue()].setLeader(exchange)
                return .connect
            }
        }

        /// Returns a connection for an exchange that is about to connect, if one has room in the meantime.
        func take(for exchange: SocketExchange, _ takeIdle: (Connection) -> Bool) -> Connection? {
            guard concerns(exchange.server), !exchange.needsHTTP1 else { return nil }
            return state.withLock { state in
                let connection = take(exchange.server, &state, takeIdle)
                if connection != nil { dismiss(exchange, &state) }
                return connection
            }
        }

        /// Returns what the next of the exchanges does that wait for a server, or `nil` if all must go on waiting.
        ///
        /// - Parameters:
        ///   - server: The server.
        ///   - takeIdle: Takes an idle connection from the pool, and returns whether it was still there.
        ///   - withdraw: Withdraws an exchange from the pool, and returns whether it was waiting there.
        func next(
            of server: Server,
            _ takeIdle: (Connection) -> Bool,
            withdraw: (SocketExchange) -> Bool
        ) -> Step? {
            var skipped: [SocketExchange] = []
            let step = state.withLock { state -> Step? in
                skipped = dropDisposed(server, &state)
                guard let queue = state.waiting[server] else { return nil }
                if let connection = take(server, &state, takeIdle) {
                    // The leader is the first, but it may be connecting.
                    if let leader = queue.leader, withdraw(leader) {
                        leader.isLeader.store(false, ordering: .relaxed)
                        dismiss(leader, &state)
                        return .share(connection, leader)
                    }
                    if let next = state.waiting[server]?.exchanges.popFirst() { return .share(connection, next) }
                    state.shared[server]?.release(connection)
                    return nil
                }
                guard queue.leader == nil, mayConnect(server, state),
                    let next = state.waiting[server]?.exchanges.popFirst()
                else { return nil }
                state.waiting[server]?.setLeader(next)
                return .connect(next)
            }
            withExtendedLifetime(skipped) {}
            return step
        }

        /// Removes an exchange that nobody wants any more.
        func withdraw(_ exchange: SocketExchange) {
            guard isNeeded else { return }
            // Values of the user may be released with exchanges, which must not happen under the lock (EN4).
            let all = state.withLock { $0.waiting[exchange.server]?.noteWithdrawal() }
            withExtendedLifetime(all) {}
        }

        /// Ends the lead of an exchange that was disposed of.
        func endLead(of exchange: SocketExchange) { state.withLock { dismiss(exchange, &$0) } }

        /// Ends the wait for a handshake that has failed: the next one may take as long to fail.
        ///
        /// - Returns: The exchanges that have waited, unless there is a connection for them to wait for.
        func giveUp(_ server: Server) -> [SocketExchange] {
            state.withLock { state in
                guard state.shared[server]?.isEmpty ?? true else {
                    state.waiting[server]?.leader = nil
                    return []
                }
                return removeQueue(server, &state)
            }
        }

        // Protocols

        /// Notes that a server has chosen HTTP/1.1.
        ///
        /// - Returns: The exchanges that have waited for that.
        func learnHTTP1(_ server: Server) -> [SocketExchange] {
            guard concerns(server) else { return [] }
            return state.withLock { state in
                if state.http1Servers.count >= Self.capacity { state.http1Servers = state.restricted }
                state.http1Servers.insert(server)
                return removeQueue(server, &state)
            }
        }

        /// Notes that a server wants requests over HTTP/1.1, which alone it is offered from now on.
        ///
        /// - Returns: The exchanges that wait, and the connections that take no exchanges any more.
        func restrict(_ server: Server) -> ([SocketExchange], [Connection]) {
            state.withLock { state in
                if state.restricted.count >= Self.capacity / 2 { state.restricted = [] }
                state.restricted.insert(server)
                state.http1Servers.insert(server)
                return (removeQueue(server, &state), state.shared[server]?.drainAll() ?? [])
            }
        }

        /// Returns whether a server wants requests over HTTP/1.1.
        func isRestricted(_ server: Server) -> Bool { state.withLock { $0.restricted.contains(server) } }

        // Connections

        /// Adds a connection with its first exchange.
        func add(_ connection: Connection, for exchange: SocketExchange) {
            state.withLock { state in
                state.http1Servers.remove(connection.server)
                state.shared[connection.server, default: SharedConnections()].add(connection)
                dismiss(exchange, &state)
            }
        }

        /// Notes that the pool has given an idle connection to an exchange.
        func adopt(_ connection: Connection, for exchange: SocketExchange) {
            state.withLock { state in
                state.shared[connection.server]?.adopt(connection)
                dismiss(exchange, &state)
            }
        }

        /// Returns whether a server has a connection that takes exchanges.
        func hasConnection(to server: Server) -> Bool { state.withLock { $0.shared[server]?.isUsable ?? false } }

        func setLimit(_ limit: Int, of connection: Connection) {
            state.withLock { $0.shared[connection.server]?.setLimit(limit, of: connection) }
        }

        func drain(_ connection: Connection) { state.withLock { $0.shared[connection.server]?.drain(connection) } }

        func release(_ connection: Connection) { state.withLock { $0.shared[connection.server]?.release(connection) } }

        /// Gives a connection without exchanges to the pool, or ends it.
        func rest(_ connection: Connection, _ keep: () -> Moment?) -> SharedConnections.Rest {
            state.withLock { state in state.shared[connection.server]?.rest(connection, keep) ?? .busy }
        }

        /// Removes a connection that is closed.
        func forget(_ connection: Connection) {
            state.withLock { state in
                state.shared[connection.server]?.remove(connection)
                if state.shared[connection.server]?.isEmpty ?? false { state.shared[connection.server] = nil }
            }
        }

        // Under the lock

        private func take(_ server: Server, _ state: inout State, _ takeIdle: (Connection) -> Bool) -> Connection? {
            guard let shared = state.shared[server], shared.streamCount < maxStreamCount else { return nil }
            return state.shared[server]?.take(maxConnectionAge, takeIdle)
        }

        private func mayConnect(_ server: Server, _ state: State) -> Bool {
            guard let shared = state.shared[server] else { return true }
            return !shared.awaitsSettings && shared.streamCount < maxStreamCount
        }

        private func dismiss(_ exchange: SocketExchange, _ state: inout State) {
            if state.waiting[exchange.server]?.leader === exchange { state.waiting[exchange.server]?.leader = nil }
        }

        /// Removes those at the front that nobody wants any more, and the queue if it is empty.
        private func dropDisposed(_ server: Server, _ state: inout State) -> [SocketExchange] {
            var skipped: [SocketExchange] = []
            while let first = state.waiting[server]?.exchanges.first, first.isDisposed {
                if let exchange = state.waiting[server]?.exchanges.popFirst() { skipped.append(exchange) }
            }
            if let queue = state.waiting[server], queue.leader == nil, queue.exchanges.isEmpty {
                state.waiting[server] = nil
            }
            return skipped
        }

        private func removeQueue(_ server: Server, _ state: inout State) -> [SocketExchange] {
            state.waiting.removeValue(forKey: server)?.exchanges.elements ?? []
        }
    }
#endif
