#if os(Linux)
    import Foundation

    /// The state of an event loop, used on its thread only.
    struct LoopState {
        let configuration: CurlTransport.Configuration
        var multi: OpaquePointer?
        var isRetired = false
        /// The commands being executed.
        var commands: [EventLoop.Command] = []
        /// The time at which libcurl must be called next.
        var timer: ContinuousClock.Instant?
        var watched = SocketSet()
        var connections = ConnectionTable()
        var admission: Admission<Transfer>
        /// Transfers with events to deliver at the end of this round.
        var dirty: [Transfer] = []
        /// Transfers with nothing but progress to deliver, which can wait for further events.
        var lagging: [Transfer] = []
        var lagEnd: ContinuousClock.Instant?
        /// The time at which idle connections are closed.
        var idleEnd: ContinuousClock.Instant?
        var mayHaveConnections = false
        var cancelledWaiterCount = 0

        /// The delay of a progress event that waits for other events: imperceptible to people, but long enough to be
        /// merged with a fast response.
        static let lag = Duration.milliseconds(5)

        init(_ configuration: CurlTransport.Configuration) {
            self.configuration = configuration
            admission = Admission(
                limit: configuration.maxConnections,
                perOrigin: configuration.maxConnectionsPerHost,
                perMultiplexedOrigin: configuration.maxStreamsPerHost
            )
        }

        /// True if no transfer runs or waits.
        var isIdle: Bool { admission.isIdle }

        var nextDue: ContinuousClock.Instant? {
            var due = timer
            if let lagEnd, lagEnd < due ?? lagEnd + .seconds(1) { due = lagEnd }
            if let idleEnd, idleEnd < due ?? idleEnd + .seconds(1) { due = idleEnd }
            return due
        }
    }

    /// A set of file descriptors, which are small numbers.
    struct SocketSet {
        private var members: [Bool] = []

        /// - Returns: Whether the socket was inserted.
        mutating func insert(_ socket: Int32) -> Bool {
            let index = Int(socket)
            if index >= members.count {
                members += repeatElement(false, count: max(64, index + 1 - members.count))
            }
            defer { members[index] = true }
            return !members[index]
        }

        /// - Returns: Whether the socket was a member.
        mutating func remove(_ socket: Int32) -> Bool {
            let index = Int(socket)
            guard members.indices.contains(index), members[index] else { return false }
            members[index] = false
            return true
        }
    }
#endif
