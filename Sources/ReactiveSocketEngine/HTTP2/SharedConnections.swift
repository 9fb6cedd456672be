#if os(Linux)
    import ReactiveHTTPModel

    /// The connections of one server that carry several exchanges each (EN33).
    struct SharedConnections: Sendable {
        private struct Entry: Sendable {
            let connection: Connection
            var streamCount = 1
            /// The number of streams that the server allows, or `nil` before it has said that. Until then there is one.
            var limit: Int?
            /// A Boolean value that indicates whether the pool has the connection among the idle ones.
            var isIdle = false
            /// A Boolean value that indicates whether the connection takes no exchanges any more.
            var isDraining = false
        }

        /// The state of a connection that an exchange has left.
        enum Rest: Hashable {
            case busy
            /// The pool has it until then.
            case idle(until: Moment)
            /// The caller closes it.
            case over
        }

        private var entries: [Entry] = []

        var isEmpty: Bool { entries.isEmpty }

        /// A Boolean value that indicates whether a connection takes exchanges.
        var isUsable: Bool { entries.contains { !$0.isDraining } }

        /// The number of exchanges on all connections.
        var streamCount: Int { entries.reduce(0) { $0 + $1.streamCount } }

        /// A Boolean value that indicates whether a connection will carry more exchanges as soon as the server has sent
        /// its settings.
        var awaitsSettings: Bool { entries.contains { $0.limit == nil && !$0.isDraining } }

        /// Adds a connection with one exchange.
        mutating func add(_ connection: Connection) { entries.append(Entry(connection: connection)) }

        mutating func remove(_ connection: Connection) { entries.removeAll { $0.connection === connection } }

        /// Takes the room for one exchange.
        ///
        /// - Parameters:
        ///   - maxAge: The age from which on a connection takes no exchanges.
        ///   - takeIdle: Takes an idle connection from the pool, and returns whether it was still there.
        /// - Returns: The connection, or `nil` if none has room.
        mutating func take(_ maxAge: Duration, _ takeIdle: (Connection) -> Bool) -> Connection? {
            for index in entries.indices {
                let entry = entries[index]
                guard !entry.isDraining, entry.streamCount < entry.limit ?? 1 else { continue }
                guard entry.connection.madeAt.duration(to: .now) < maxAge else {
                    entries[index].isDraining = true
                    continue
                }
                guard !entry.isIdle || takeIdle(entry.connection) else { continue }
                entries[index].isIdle = false
                entries[index].streamCount += 1
                return entry.connection
            }
            return nil
        }

        /// Notes that the pool has given an idle connection to an exchange.
        mutating func adopt(_ connection: Connection) {
            change(connection) { entry in
                entry.isIdle = false
                entry.streamCount += 1
            }
        }

        mutating func setLimit(_ limit: Int, of connection: Connection) { change(connection) { $0.limit = limit } }

        mutating func drain(_ connection: Connection) { change(connection) { $0.isDraining = true } }

        /// Has all connections take no exchanges any more, and returns them.
        mutating func drainAll() -> [Connection] {
            for index in entries.indices { entries[index].isDraining = true }
            return entries.map(\.connection)
        }

        /// Notes that an exchange has left its connection.
        mutating func release(_ connection: Connection) { change(connection) { $0.streamCount -= 1 } }

        /// Gives a connection without exchanges to the pool, or ends it.
        ///
        /// - Parameters:
        ///   - connection: The connection.
        ///   - keep: Gives the connection to the pool, and returns until when, or `nil` if it is not kept.
        mutating func rest(_ connection: Connection, _ keep: () -> Moment?) -> Rest {
            guard let index = index(of: connection), entries[index].streamCount == 0, !entries[index].isIdle else {
                return .busy
            }
            guard !entries[index].isDraining, let expiry = keep() else {
                entries.remove(at: index)
                return .over
            }
            entries[index].isIdle = true
            return .idle(until: expiry)
        }

        private func index(of connection: Connection) -> Int? {
            entries.firstIndex { $0.connection === connection }
        }

        private mutating func change(_ connection: Connection, _ change: (inout Entry) -> Void) {
            if let index = index(of: connection) { change(&entries[index]) }
        }
    }
#endif
