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
        var sockets = SocketTable()
        var connections = ConnectionTable()
        var admission: Admission<Transfer>
        /// Transfers with events to deliver at the end of this round.
        var dirty: [Transfer] = []
        /// Transfers with nothing but progress to deliver, which can wait for further events.
        var lagging: [Transfer] = []
        var lagEnd: ContinuousClock.Instant?
        /// The time at which the progress of the deliveries is looked at.
        var hasteDue: ContinuousClock.Instant?
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
            if let hasteDue, hasteDue < due ?? hasteDue + .seconds(1) { due = hasteDue }
            if let idleEnd, idleEnd < due ?? idleEnd + .seconds(1) { due = idleEnd }
            return due
        }
    }

    /// The sockets that libcurl waits for, and those that are registered with `epoll`.
    ///
    /// libcurl stops waiting for a socket after each exchange and waits again in the next one. A socket that this
    /// library opened stays registered in the meantime, because it is known when the socket is closed.
    struct SocketTable {
        /// A change of a registration.
        enum Change: Equatable {
            case add
            case modify
            case remove
        }

        private struct Entry {
            var isOwn = false
            var wanted: Int32 = 0
            var registered: Int32 = 0
        }

        /// By descriptor; descriptors are small numbers.
        private var entries: [Entry] = []

        /// Notes a socket that was opened, and that ``forget(_:)`` reports when it is closed.
        mutating func own(_ socket: Int32) { change(socket) { $0 = Entry(isOwn: true) } }

        /// Notes a socket that is about to be closed.
        ///
        /// - Returns: Whether its registration must be removed first.
        mutating func forget(_ socket: Int32) -> Bool {
            change(socket) { entry in
                defer { entry = Entry() }
                return entry.registered != 0
            }
        }

        /// Returns the change that is necessary so that events of a socket are reported; 0 stands for none.
        mutating func want(_ events: Int32, of socket: Int32) -> Change? {
            change(socket) { entry in
                entry.wanted = events
                guard events != 0 || !entry.isOwn, events != entry.registered else { return nil }
                defer { entry.registered = events }
                return events == 0 ? .remove : entry.registered == 0 ? .add : .modify
            }
        }

        /// Returns whether events of a socket are wanted. If not, its registration must be removed.
        mutating func wants(_ socket: Int32) -> Bool {
            change(socket) { entry in
                if entry.wanted == 0 { entry.registered = 0 }
                return entry.wanted != 0
            }
        }

        @discardableResult
        private mutating func change<Result>(_ socket: Int32, _ body: (inout Entry) -> Result) -> Result {
            let index = Int(socket)
            if index >= entries.count {
                entries += repeatElement(Entry(), count: max(64, index + 1 - entries.count))
            }
            return body(&entries[index])
        }
    }
#endif
