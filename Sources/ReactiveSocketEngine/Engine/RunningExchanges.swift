#if os(Linux)
    import ReactiveCore
    import ReactiveHTTPModel

    /// The exchanges of a transport whose receivers have not been told of the end, and whether others may begin (AD13).
    struct RunningExchanges: Sendable {
        enum Member: Sendable {
            case exchange(SocketExchange)
            /// An exchange has become a connection that speaks another protocol.
            case upgraded(UpgradedConnection)
        }

        private enum Drain: Sendable {
            case none
            /// The number of members at the beginning of the drain.
            case running(Int)
            case over
        }

        private var members = Slab<Member>()
        private var drain = Drain.none
        /// A Boolean value that indicates whether no exchange begins any more.
        private(set) var isClosed = false

        /// A Boolean value that indicates whether nothing runs, and nothing will.
        var isOver: Bool { isClosed && members.isEmpty }

        /// Returns the slot of an exchange that begins, or `nil` if none may.
        mutating func add(_ exchange: SocketExchange) -> Int? { isClosed ? nil : members.insert(.exchange(exchange)) }

        mutating func replace(_ slot: Int, by connection: UpgradedConnection) { members[slot] = .upgraded(connection) }

        /// Returns the member, which the caller releases without a lock: it may be the last to hold values of the user.
        mutating func remove(_ slot: Int) -> Member {
            // The memory of a time with many exchanges is given back.
            defer { if members.isEmpty, members.slotCount > 1_024 { members = Slab() } }
            return members.remove(at: slot)
        }

        mutating func close() { isClosed = true }

        /// Begins a drain.
        ///
        /// - Returns: False if one has begun before.
        mutating func beginDrain() -> Bool {
            guard case .none = drain else { return false }
            drain = .running(members.count)
            return true
        }

        /// Returns the result of a drain, once, when nothing runs any more.
        mutating func endDrain() -> Drained? {
            guard case .running(let count) = drain, isOver else { return nil }
            drain = .over
            return Drained(finished: count, interrupted: 0)
        }

        /// Returns what still runs at the limit of a drain, and the number of members at its beginning.
        mutating func cutDrain() -> (members: [Member], count: Int)? {
            guard case .running(let count) = drain else { return nil }
            drain = .over
            return ((0..<members.slotCount).filter(members.isUsed).map { members[$0] }, count)
        }
    }

    extension RunningExchanges.Member {
        /// Ends the exchange or the connection.
        ///
        /// - Returns: False if it has ended by itself, and only its receiver does not know yet.
        func interrupt() -> Bool {
            switch self {
            case .exchange(let exchange): exchange.interrupt()
            case .upgraded(let connection): connection.interrupt()
            }
        }
    }
#endif
