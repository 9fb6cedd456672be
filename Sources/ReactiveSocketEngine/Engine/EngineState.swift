#if os(Linux)
    import ReactiveHTTPModel

    /// The state of an engine's loop, used on its thread only.
    struct EngineState {
        /// The occasions that have a time.
        enum TimeKey: Hashable, Sendable {
            /// Phases and progress are delivered.
            case delayedDeliveries
            /// The progress of the deliveries is looked at.
            case stalledWorkers
            /// Idle connections expire.
            case expiry
            case stall
            /// A drain has come to its limit.
            case drain
            /// A connection, by its socket.
            case connection(Int32)
            /// An attempt to connect, by its number.
            case attempt(Int)
        }

        /// The delay of a progress event that waits for other events: imperceptible to people, but long enough to be
        /// merged with a fast response.
        static let deliveryDelay = Duration.milliseconds(5)
        /// The memory that all connections are read into, in bytes.
        static let bufferByteCount = 64 * 1_024

        var isRetired = false
        /// The commands being carried out.
        var commands: [Engine.Command] = []
        var sockets = SocketOwners()
        var attempts: [Int: ConnectionAttempt] = [:]
        var lastAttempt = 0
        var times = DueTimes<TimeKey>()
        /// The last moment at which the loop looked for ready sockets.
        var polled = Moment.now
        /// The time of ``TimeKey/expiry``, if it is set.
        var nextExpiry: Moment?
        /// Exchanges with events to deliver at the end of this round.
        var pendingDeliveries: [SocketExchange] = []
        /// Exchanges with nothing but progress to deliver, which can wait for further events.
        var delayedDeliveries: [SocketExchange] = []
        /// Connections that have more to read.
        var ready: [Connection] = []
        /// The number of connections whose protocol has changed.
        var upgradedCount = 0
        /// The sockets of ``ready``.
        var queued: Set<Int32> = []
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: bufferByteCount, alignment: 16)
    }

    /// The owners of the registered sockets.
    ///
    /// A token consists of the socket's number and a generation, so that events for an earlier owner of the number are
    /// dropped (EN2).
    struct SocketOwners {
        enum Owner {
            case attempt(ConnectionAttempt)
            case connection(Connection)
            case upgraded(UpgradedConnection)
        }

        private struct Entry {
            var generation: UInt32 = 0
            var owner: Owner?
        }

        /// By descriptor; descriptors are small numbers.
        private var entries: [Entry] = []

        /// Returns a token for a socket that is new.
        mutating func insert(_ socket: Int32, _ owner: Owner) -> UInt64 {
            let index = Int(socket)
            if index >= entries.count {
                entries += repeatElement(Entry(), count: max(64, index + 1 - entries.count))
            }
            entries[index].generation &+= 1
            entries[index].owner = owner
            return token(of: socket)
        }

        /// Returns the token that a socket was registered with.
        func token(of socket: Int32) -> UInt64 {
            UInt64(entries[Int(socket)].generation) << 32 | UInt64(UInt32(bitPattern: socket))
        }

        mutating func remove(_ socket: Int32) { self[socket] = nil }

        /// The owner of a socket.
        subscript(socket: Int32) -> Owner? {
            get { entries.indices.contains(Int(socket)) ? entries[Int(socket)].owner : nil }
            set { entries[Int(socket)].owner = newValue }
        }

        /// The socket and the owner that a token was made for, or `nil` if the owner has left.
        subscript(token: UInt64) -> (socket: Int32, owner: Owner)? {
            let socket = Int32(truncatingIfNeeded: token)
            guard let owner = self[socket], entries[Int(socket)].generation == UInt32(token >> 32) else { return nil }
            return (socket, owner)
        }

        /// The connections.
        var connections: [Connection] {
            entries.compactMap { if case .connection(let connection)? = $0.owner { connection } else { nil } }
        }
    }
#endif
