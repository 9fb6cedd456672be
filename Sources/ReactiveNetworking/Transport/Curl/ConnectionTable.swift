#if os(Linux)
    import CCurl

    /// The connections of an event loop, looked up by the addresses that libcurl reports for a chosen connection.
    struct ConnectionTable {
        /// The endpoints of a connection.
        struct Ends: Hashable {
            let address: String
            let remotePort: Int32
            let localPort: Int32
        }

        private var sockets: [Ends: Int32] = [:]
        private var ends: [Int32: Ends] = [:]

        /// Registers a new connection.
        mutating func insert(_ socket: Int32, _ ends: Ends) {
            remove(socket)
            self.ends[socket] = ends
            sockets[ends] = socket
        }

        /// Removes a connection that is being closed.
        mutating func remove(_ socket: Int32) {
            guard let ends = ends.removeValue(forKey: socket), sockets[ends] == socket else { return }
            sockets[ends] = nil
        }

        /// Returns whether nothing has arrived on a connection since its last response (RFC 9112 §6.3). Returns false
        /// for an unknown connection.
        func isQuiet(_ ends: Ends) -> Bool {
            sockets[ends].map { ccurl_is_quiet($0) != 0 } ?? false
        }
    }
#endif
