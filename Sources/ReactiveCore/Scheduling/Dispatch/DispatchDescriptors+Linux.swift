#if os(Linux)
    import Dispatch
    import Synchronization

    #if canImport(Glibc)
        import Glibc
    #else
        import Musl
    #endif

    /// The file descriptors that Dispatch opens when it is first used.
    ///
    /// Dispatch ends the process if it cannot open them, or runs without a timer from then on. The first scheduler of a process
    /// has them opened at its creation. Work that comes while there are too few waits until there are enough.
    package enum DispatchDescriptors {
        private struct State: Sendable {
            var areOpen = false
            var waiting: [@Sendable () -> Void] = []
            /// Whether a thread waits until they can be opened, or does what has waited for it.
            var hasThread = false
        }

        private static let state = Locked(State())
        private static let ready = Synchronization.Atomic<Bool>(false)

        /// Whether Dispatch can be used, and nothing waits any more until it can.
        static var areReady: Bool { ready.load(ordering: .acquiring) }

        /// Opens the descriptors, unless they are open.
        ///
        /// - Returns: whether Dispatch can be used.
        @discardableResult
        package static func open() -> Bool {
            areReady || state.withLock { open(&$0) }
        }

        /// Runs `action` at once if Dispatch can be used, else when it can be, in the order of the calls.
        static func whenOpen(_ action: @escaping @Sendable () -> Void) {
            if areReady { return action() }
            let (isOpen, needsThread) = state.withLock { state in
                if open(&state), state.waiting.isEmpty, !state.hasThread { return (true, false) }
                state.waiting.append(action)
                defer { state.hasThread = true }
                return (false, !state.hasThread)
            }
            if isOpen { return action() }
            if needsThread, !startThread() { state.withLock { $0.hasThread = false } }
        }

        /// Whether the process cannot open another file at present.
        package static var areExhausted: Bool { !canOpen(1) }

        private static func open(_ state: inout State) -> Bool {
            if !state.areOpen { state.areOpen = useDispatch() }
            if state.areOpen, state.waiting.isEmpty, !state.hasThread { ready.store(true, ordering: .releasing) }
            return state.areOpen
        }

        /// The event queue, what wakes it, its timer; and what wakes the main queue.
        private static let neededCount = 4

        /// Has Dispatch open them. Under the lock: two calls must not both find the same descriptors free.
        private static func useDispatch() -> Bool {
            guard canOpen(neededCount) else { return false }
            let fired = DispatchSemaphore(value: 0)
            let timer = DispatchSource.makeTimerSource(flags: .strict, queue: .global(qos: .userInteractive))
            timer.setEventHandler { fired.signal() }
            // Only a time that is yet to come needs the timer's descriptor.
            timer.schedule(deadline: .now() + .milliseconds(1), leeway: .nanoseconds(0))
            timer.activate()
            DispatchQueue.main.async {}
            let hasFired = fired.wait(timeout: .now() + .seconds(1)) == .success
            timer.cancel()
            // Where all threads of the pool are busy, Dispatch has been used before, or has what it needs by now.
            return hasFired || canOpen(1)
        }

        private static func canOpen(_ count: Int) -> Bool {
            var opened: [Int32] = []
            defer { for descriptor in opened { close(descriptor) } }
            for _ in 0..<count {
                // Needs neither a file system nor a network.
                let descriptor = socket(AF_UNIX, streams, 0)
                guard descriptor >= 0 else { return errno != EMFILE && errno != ENFILE }
                opened.append(descriptor)
            }
            return true
        }

        #if canImport(Glibc)
            private static let streams = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        #else
            private static let streams = Int32(SOCK_STREAM) | Int32(SOCK_CLOEXEC)
        #endif
    }

    // No queue can be used to wait for the queues.
    extension DispatchDescriptors {
        private static func startThread() -> Bool {
            var thread = pthread_t()
            let wasStarted = pthread_create(&thread, nil, { _ in DispatchDescriptors.runWaiting() }, nil) == 0
            if wasStarted { pthread_detach(thread) }
            return wasStarted
        }

        private static func runWaiting() -> UnsafeMutableRawPointer? {
            while true {
                guard let batch = nextBatch() else {
                    usleep(10_000)
                    continue
                }
                if batch.isEmpty { return nil }
                for action in batch { action() }
            }
        }

        /// - Returns: `nil` as long as Dispatch cannot be used; nothing when there is nothing left to do.
        private static func nextBatch() -> [@Sendable () -> Void]? {
            state.withLock { state in
                guard open(&state) else { return nil }
                let batch = state.waiting
                state.waiting = []
                state.hasThread = !batch.isEmpty
                if batch.isEmpty { ready.store(true, ordering: .releasing) }
                return batch
            }
        }
    }
#endif
