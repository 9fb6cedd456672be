#if os(Linux)
    import CCurl

    /// The connections of a loop, found by what libcurl tells of the one that it has chosen.
    struct ConnectionTable {
        /// Where a connection begins and ends.
        struct Ends: Hashable {
            let address: String
            let remotePort: Int32
            let localPort: Int32
        }

        private struct Connection {
            let socket: Int32
            /// How many requests were written to it whose exchanges have not ended.
            var userCount = 0
            var isMultiplexed = false
        }

        private var connections: [Ends: Connection] = [:]
        private var ends: [Int32: Ends] = [:]

        /// Takes note of a connection that was just made.
        mutating func insert(_ socket: Int32, _ ends: Ends) {
            remove(socket)
            self.ends[socket] = ends
            connections[ends] = Connection(socket: socket)
        }

        /// Forgets a connection that is being closed.
        mutating func remove(_ socket: Int32) {
            guard let ends = ends.removeValue(forKey: socket), connections[ends]?.socket == socket else { return }
            connections[ends] = nil
        }

        /// Takes note that a request is written to a connection.
        mutating func enter(_ ends: Ends) { connections[ends]?.userCount += 1 }

        /// Takes note that an exchange has ended.
        mutating func leave(_ ends: Ends, isMultiplexed: Bool) {
            guard var connection = connections[ends] else { return }
            connection.userCount -= 1
            connection.isMultiplexed = connection.isMultiplexed || isMultiplexed
            connections[ends] = connection
        }

        /// Whether a request may be written to a connection that has been used: nothing has arrived on it since its last
        /// response (RFC 9112 §6.3), or it speaks HTTP/2, whose frames say where they belong. One that is not known may not be
        /// used.
        ///
        /// - Parameter mayBeMultiplexed: whether it can speak HTTP/2. Then one that is in use does.
        func isUsable(_ ends: Ends, mayBeMultiplexed: Bool) -> Bool {
            guard let connection = connections[ends] else { return false }
            return connection.isMultiplexed || mayBeMultiplexed && connection.userCount > 0
                || ccurl_is_quiet(connection.socket) != 0
        }
    }
#endif
