#if os(Linux)
    import ReactiveCore
    import ReactiveHTTPModel

    /// The threads of an engine that deliver, and so run code of the user, which may compute or block for long.
    ///
    /// The global queues of Dispatch have a thread for each processor, which tasks need, too, and grow by about one
    /// in a second. Here, a thread starts as soon as no other is idle. Its stack costs address space, and memory only
    /// where it is used, so that the limit is far beyond what a program uses, and keeps one that blocks everywhere from
    /// taking all threads of the system. Beyond it, deliveries wait for a thread.
    final class DeliveryThreads: Sendable {
        private struct State: Sendable {
            var waiting = Deque<@Sendable () -> Void>()
            var threadCount = 0
            /// The threads that wait and that nobody has woken yet.
            var idleCount = 0
            /// A Boolean value that indicates whether an idle thread is no longer needed.
            var isRetired = false
        }

        private enum Step: Sendable {
            case wake, start, wait
        }

        static let limit = 256
        /// As much as the main thread has: decoders of the user call themselves.
        private static let stackByteCount = 8 << 20

        private let state = InlineLocked(State())
        private let wake = DispatchSemaphore(value: 0)
        private let idleTime: DispatchTimeInterval

        /// - Parameter idleTime: The time after which an idle thread ends.
        init(idleTime: DispatchTimeInterval = .seconds(5)) {
            self.idleTime = idleTime
        }

        var threadCount: Int { state.withLock { $0.threadCount } }

        /// Runs a closure on one of the threads.
        func run(_ work: @escaping @Sendable () -> Void) {
            let step = state.withLock { state -> Step in
                state.waiting.append(work)
                if state.idleCount > 0 {
                    state.idleCount -= 1
                    return .wake
                }
                guard state.threadCount < Self.limit else { return .wait }
                state.threadCount += 1
                return .start
            }
            switch step {
            case .wake: wake.signal()
            case .start: start()
            case .wait: break
            }
        }

        /// Ends the threads as soon as nothing is left to do. Closures that come later still run.
        func retire() {
            let idleCount = state.withLock { state in
                state.isRetired = true
                defer { state.idleCount = 0 }
                return state.idleCount
            }
            for _ in 0..<idleCount { wake.signal() }
        }

        private func start() {
            // The closure keeps nothing but this object.
            guard !DetachedThread.start("SocketDelivery", stackByteCount: Self.stackByteCount, { self.work() }) else {
                return
            }
            // The system has no thread left: wait for one of Dispatch.
            DispatchQueue.global().async { self.work() }
        }

        private func work() {
            while let work = next() { work() }
        }

        private func next() -> (@Sendable () -> Void)? {
            while true {
                let (work, isOver) = state.withLock { state -> ((@Sendable () -> Void)?, Bool) in
                    if let work = state.waiting.popFirst() { return (work, false) }
                    if state.isRetired {
                        state.threadCount -= 1
                        return (nil, true)
                    }
                    state.idleCount += 1
                    return (nil, false)
                }
                if work != nil || isOver { return work }
                guard wake.wait(timeout: .now() + idleTime) == .timedOut else { continue }
                let mayLeave = state.withLock { state in
                    guard state.idleCount > 0 else { return false }
                    state.idleCount -= 1
                    state.threadCount -= 1
                    return true
                }
                if mayLeave { return nil }
                // All idle threads have been woken, one of them by a signal that was late for this one.
                wake.wait()
            }
        }
    }
#endif
