#if os(Linux)
    import Foundation

    /// What the loop's thread knows.
    struct LoopState {
        let configuration: CurlTransport.Configuration
        var multi: OpaquePointer?
        var isRetired = false
        /// What is being carried out.
        var commands: [EventLoop.Command] = []
        /// When libcurl wants to be called.
        var timer: ContinuousClock.Instant?
        var watched = SocketSet()
        var connections = ConnectionTable()
        var admission: Admission<Transfer>
        /// Transfers with something to hand on at the end of this round.
        var dirty: [Transfer] = []
        /// Transfers that have only to say how far they are, which can wait for more to say.
        var lagging: [Transfer] = []
        var lagEnd: ContinuousClock.Instant?
        /// When idle connections are closed.
        var idleEnd: ContinuousClock.Instant?
        var mayHaveConnections = false
        var cancelledWaiterCount = 0

        /// How long a mere phase waits for news to travel with: short for people, long for a fast response.
        static let lag = Duration.milliseconds(5)

        init(_ configuration: CurlTransport.Configuration) {
            self.configuration = configuration
            admission = Admission(
                limit: configuration.maxConnections,
                perOrigin: configuration.maxConnectionsPerHost,
                perMultiplexedOrigin: configuration.maxStreamsPerHost
            )
        }

        /// Nothing runs or waits.
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

        /// - Returns: whether it was new.
        mutating func insert(_ socket: Int32) -> Bool {
            let index = Int(socket)
            if index >= members.count {
                members += repeatElement(false, count: max(64, index + 1 - members.count))
            }
            defer { members[index] = true }
            return !members[index]
        }

        /// - Returns: whether it was there.
        mutating func remove(_ socket: Int32) -> Bool {
            let index = Int(socket)
            guard members.indices.contains(index), members[index] else { return false }
            members[index] = false
            return true
        }
    }
#endif
