#if os(Linux)
    import Foundation

    /// The exchanges that wait until the first handshake with their server has shown its protocol (EN30).
    ///
    /// One exchange of a server has the turn to connect. The others wait, so that a server that chooses HTTP/2 sees one
    /// connection without a request.
    final class HandshakeTurns: Sendable {
        /// The way of an exchange.
        enum Way {
            case here
            /// The server speaks HTTP/2.
            case elsewhere
            /// A call of ``learn(_:isHTTP2:)`` or ``pass(_:)`` returns the exchange.
            case wait
        }

        private struct State: Sendable {
            var newer: [Server: Moment] = [:]
            var older: Set<Server> = []
            /// The exchanges that wait for the one that has the turn.
            var waiting: [Server: Line] = [:]
        }

        private struct Line {
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
                self = Line()
                for exchange in all where !exchange.isDisposed { exchanges.append(exchange) }
                return all
            }
        }

        private static let capacity = 1_000
        private static let memory = Duration.seconds(3_600)

        /// True if servers are offered HTTP/2, which another transport speaks.
        let isNeeded: Bool
        private let state = InlineLocked(State())

        init(isNeeded: Bool) {
            self.isNeeded = isNeeded
        }

        /// Returns where an exchange goes, which may get the turn.
        func way(of exchange: SocketExchange) -> Way {
            let server = exchange.server
            guard isNeeded, server.isSecure else { return .here }
            return state.withLock { state in
                if state.older.contains(server) { return .here }
                if let end = state.newer[server] {
                    if end > .now { return .elsewhere }
                    state.newer[server] = nil
                }
                guard state.waiting[server] != nil else {
                    state.waiting[server] = Line()
                    exchange.hasTurn.store(true, ordering: .relaxed)
                    return .here
                }
                state.waiting[server]?.exchanges.append(exchange)
                return .wait
            }
        }

        /// Notes the protocol of a server.
        ///
        /// - Returns: The exchanges that have waited for it.
        func learn(_ server: Server, isHTTP2: Bool) -> [SocketExchange] {
            guard isNeeded, server.isSecure else { return [] }
            return state.withLock { state in
                if isHTTP2 {
                    if state.newer.count >= Self.capacity { state.newer.removeAll() }
                    state.newer[server] = .now + Self.memory
                    state.older.remove(server)
                } else if state.newer[server] == nil {
                    if state.older.count >= Self.capacity { state.older.removeAll() }
                    state.older.insert(server)
                }
                return state.waiting.removeValue(forKey: server)?.exchanges.elements ?? []
            }
        }

        /// Ends the wait for a handshake that has failed: the next one may take as long to fail.
        ///
        /// - Returns: The exchanges that have waited.
        func giveUp(_ server: Server) -> [SocketExchange] {
            state.withLock { $0.waiting.removeValue(forKey: server)?.exchanges.elements ?? [] }
        }

        /// Removes an exchange that nobody wants any more.
        func withdraw(_ exchange: SocketExchange) {
            guard isNeeded else { return }
            // Values of the user may be released with exchanges, which must not happen under the lock (EN4).
            let all = state.withLock { $0.waiting[exchange.server]?.noteWithdrawal() }
            withExtendedLifetime(all) {}
        }

        /// Passes the turn on, because the exchange that has it was disposed of.
        ///
        /// - Returns: The exchange that has the turn now, or `nil` if none waits.
        func pass(_ server: Server) -> SocketExchange? {
            var skipped: [SocketExchange] = []
            let next = state.withLock { state -> SocketExchange? in
                guard state.waiting[server] != nil else { return nil }
                while let exchange = state.waiting[server]?.exchanges.popFirst() {
                    guard exchange.isDisposed else {
                        exchange.hasTurn.store(true, ordering: .relaxed)
                        return exchange
                    }
                    skipped.append(exchange)
                }
                state.waiting[server] = nil
                return nil
            }
            withExtendedLifetime(skipped) {}
            return next
        }

        /// Returns whether a server is known to choose HTTP/2.
        func isNewer(_ server: Server) -> Bool {
            guard isNeeded, server.isSecure else { return false }
            return state.withLock { state in state.newer[server].map { $0 > .now } ?? false }
        }
    }
#endif
