#if os(Linux)
    import CReactiveSystem
    import ReactiveHTTPModel
    import Synchronization

    /// Waits until sockets are ready, or another thread wakes the waiting one.
    ///
    /// Sockets are registered once, edge-triggered, for both directions.
    final class Poller: Sendable {
        /// The readiness of a registered socket.
        struct Ready {
            /// The number that the socket was registered with.
            let token: UInt64
            let isReadable: Bool
            let isWritable: Bool
            /// A Boolean value that indicates whether the other side has ended its direction, or the connection.
            let hasEnded: Bool
        }

        /// The token of the wake-up, which no socket has.
        private static let wakeToken = UInt64.max
        private static let capacity = 256

        private let poll: Int32
        private let wakeUp: Int32
        private let isAsleep = Atomic<Bool>(false)
        /// SAFETY: used by ``wait(atMost:unless:_:)`` alone, which one thread calls.
        private nonisolated(unsafe) let events: UnsafeMutablePointer<epoll_event>

        /// Opens the descriptors.
        ///
        /// - Throws: The number of the system's error.
        init() throws(Errno) {
            events = .allocate(capacity: Self.capacity)
            poll = epoll_create1(Int32(EPOLL_CLOEXEC))
            let created = Errno.current
            wakeUp = poll < 0 ? -1 : eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
            let opened = Errno.current
            guard poll >= 0 else { throw created }
            guard wakeUp >= 0 else { throw opened }
            guard add(wakeUp, Self.wakeToken) else { throw Errno.current }
        }

        /// Closes the descriptors last: while a thread may still call ``wake()``, their numbers must not be reused.
        deinit {
            if wakeUp >= 0 { close(wakeUp) }
            if poll >= 0 { close(poll) }
            events.deallocate()
        }

        /// Registers a socket. A failure leaves the number of the error in `errno`.
        func add(_ socket: Int32, _ token: UInt64) -> Bool {
            var event = Self.everything(of: token)
            return epoll_ctl(poll, EPOLL_CTL_ADD, socket, &event) == 0
        }

        /// Stops to report a registered socket, except that its connection is lost.
        func pause(_ socket: Int32, _ token: UInt64) {
            var event = epoll_event()
            event.events = EPOLLET.rawValue
            event.data.u64 = token
            epoll_ctl(poll, EPOLL_CTL_MOD, socket, &event)
        }

        /// Reports a paused socket again, beginning with what it is ready for.
        func resume(_ socket: Int32, _ token: UInt64) {
            var event = Self.everything(of: token)
            epoll_ctl(poll, EPOLL_CTL_MOD, socket, &event)
        }

        private static func everything(of token: UInt64) -> epoll_event {
            var event = epoll_event()
            event.events = EPOLLIN.rawValue | EPOLLOUT.rawValue | EPOLLRDHUP.rawValue | EPOLLET.rawValue
            event.data.u64 = token
            return event
        }

        /// Removes a socket that is about to be closed. A process that was forked may have a copy of the socket, which
        /// would keep the registration alive.
        func remove(_ socket: Int32) {
            var event = epoll_event()
            epoll_ctl(poll, EPOLL_CTL_DEL, socket, &event)
        }

        /// Ends a call of ``wait(atMost:unless:_:)`` in progress, or the next one.
        func wake() {
            guard isAsleep.exchange(false, ordering: .sequentiallyConsistent) else { return }
            // Edge-triggered, so that nobody must read the counter.
            eventfd_write(wakeUp, 1)
        }

        /// Waits for sockets.
        ///
        /// - Parameters:
        ///   - timeout: The longest time to wait, or `nil` for no limit.
        ///   - hasWork: Returns whether there is work that was announced by ``wake()`` before the wait.
        ///   - act: Receives the ready sockets, one after the other.
        /// - Returns: The moment at which the wait ended.
        func wait(atMost timeout: Duration?, unless hasWork: () -> Bool, _ act: (Ready) -> Void) -> Moment {
            isAsleep.store(true, ordering: .sequentiallyConsistent)
            let milliseconds = hasWork() ? 0 : timeout?.milliseconds ?? -1
            let count = epoll_wait(poll, events, Int32(Self.capacity), milliseconds)
            let end = Moment.now
            isAsleep.store(false, ordering: .sequentiallyConsistent)
            guard count > 0 else { return end }
            for index in 0..<Int(count) {
                let event = events[index]
                guard event.data.u64 != Self.wakeToken else { continue }
                let hasEnded = event.events & (EPOLLERR.rawValue | EPOLLHUP.rawValue | EPOLLRDHUP.rawValue) != 0
                act(
                    Ready(
                        token: event.data.u64,
                        isReadable: hasEnded || event.events & EPOLLIN.rawValue != 0,
                        isWritable: hasEnded || event.events & EPOLLOUT.rawValue != 0,
                        hasEnded: hasEnded
                    )
                )
            }
            return end
        }
    }

    extension Duration {
        /// The number of whole milliseconds, rounded up so that nothing is due before the wait ends.
        fileprivate var milliseconds: Int32 {
            Int32(min(max((self / .milliseconds(1)).rounded(.up), 0), 2_000_000_000))
        }
    }

    /// The number of an error of the system.
    struct Errno: Error, Hashable {
        let number: Int32

        static var current: Errno { Errno(number: errno) }

        /// The text of the error and its number.
        var text: String { "\(String(cString: strerror(number))) (errno \(number))" }

        /// A Boolean value that indicates whether the process or the system has nothing left to open a connection with
        /// (EN5).
        var isExhaustion: Bool { [EMFILE, ENFILE, ENOBUFS, ENOMEM, EADDRNOTAVAIL].contains(number) }
    }
#endif
