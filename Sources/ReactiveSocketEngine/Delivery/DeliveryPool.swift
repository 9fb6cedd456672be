#if os(Linux)
    import ReactiveCore
    import ReactiveHTTPModel

    /// An exchange with events to deliver.
    protocol Deliverable: AnyObject, Sendable {
        /// Delivers the events. Code of the user may run.
        func deliver()
    }

    /// Delivers on a pool of threads what a loop has received, with one hand-over for each round of the loop.
    ///
    /// A hand-over wakes one thread, which delivers one exchange after the other. More threads take part if many
    /// exchanges wait. A thread that makes no progress between two calls of ``replaceStalledWorkers()`` is replaced, so
    /// that a slow receiver delays the exchanges behind it by about ``patience``.
    final class DeliveryPool<Exchange: Deliverable>: Sendable {
        /// The time between two calls of ``replaceStalledWorkers()`` while exchanges wait.
        static var patience: Duration { .milliseconds(1) }

        private struct State: Sendable {
            var waiting = Deque<Exchange>()
            /// The workers of the current generation.
            var workerCount = 0
            /// The workers that have not begun yet.
            var startingCount = 0
            /// The number of times that the busy workers were given up. Those of an earlier generation leave.
            var generation = 0
            /// A Boolean value that indicates whether a worker has taken an exchange, or none was waiting, since the
            /// last call of `replaceStalledWorkers()`.
            var hasProgressed = false

            mutating func addWorkers(_ count: Int) {
                workerCount += count
                startingCount += count
            }

            mutating func replaceBusyWorkers(by count: Int) {
                generation += 1
                workerCount = startingCount
                addWorkers(count)
            }
        }

        private let state = InlineLocked(State())
        private let run: @Sendable (@escaping @Sendable () -> Void) -> Void

        /// - Parameter run: Runs a closure on another thread.
        init(_ run: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) {
            self.run = run
        }

        /// Adds exchanges to deliver.
        ///
        /// - Parameter exchanges: The exchanges. The array is empty afterward, so that the caller is not the last to
        ///   release one.
        /// - Returns: Whether some of them wait for others, so that ``replaceStalledWorkers()`` must be called.
        func add(_ exchanges: inout [Exchange]) -> Bool {
            guard !exchanges.isEmpty else { return false }
            let (workers, waits) = state.withLock { state in
                if state.waiting.isEmpty { state.hasProgressed = true }
                for exchange in exchanges { state.waiting.append(exchange) }
                exchanges.removeAll(keepingCapacity: true)
                let wanted = (state.waiting.count + Self.share - 1) / Self.share
                let workers = max(0, min(wanted, processorCount) - state.workerCount)
                state.addWorkers(workers)
                return (workers, state.waiting.count > workers)
            }
            start(workers)
            return waits
        }

        /// The number of waiting exchanges for each of which another thread takes part.
        private static var share: Int { 8 }

        /// Lets another thread deliver what waits, if there was no progress since the last call.
        ///
        /// - Returns: Whether exchanges wait.
        func replaceStalledWorkers() -> Bool {
            let (hasWaiting, mustReplace) = state.withLock { state in
                guard !state.waiting.isEmpty else { return (false, false) }
                let mustReplace = !state.hasProgressed && state.startingCount == 0
                if mustReplace { state.replaceBusyWorkers(by: 1) }
                state.hasProgressed = false
                return (true, mustReplace)
            }
            if mustReplace { start(1) }
            return hasWaiting
        }

        /// Lets a thread for each waiting exchange deliver it, because no call of ``replaceStalledWorkers()`` follows.
        func disband() {
            let count = state.withLock { state in
                state.replaceBusyWorkers(by: state.waiting.count)
                return state.waiting.count
            }
            start(count)
        }

        private func start(_ count: Int) {
            for _ in 0..<count { run { self.work() } }
        }

        private func work() {
            let generation = state.withLock { state in
                state.startingCount -= 1
                return state.generation
            }
            while let exchange = next(generation) { exchange.deliver() }
        }

        private func next(_ generation: Int) -> Exchange? {
            state.withLock { state in
                guard state.generation == generation else { return nil }
                guard let exchange = state.waiting.popFirst() else {
                    state.workerCount -= 1
                    return nil
                }
                state.hasProgressed = true
                return exchange
            }
        }
    }

    private let processorCount = ProcessInfo.processInfo.activeProcessorCount
#endif
