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
    /// If it cannot open them, Dispatch terminates the process or permanently runs without timers. Therefore, code that
    /// can report a typed error asks for them first.
    package enum DispatchDescriptors {
        private static let areOpen = Atomic(false)
        private static let opening = Locked(())

        /// Opens the descriptors unless they are open.
        ///
        /// - Returns: `true` if Dispatch can be used.
        package static func open() -> Bool {
            guard !areOpen.load(ordering: .acquiring) else { return true }
            return opening.withLock { _ in
                if !areOpen.load(ordering: .relaxed), useDispatch() { areOpen.store(true, ordering: .releasing) }
                return areOpen.load(ordering: .relaxed)
            }
        }

        /// A Boolean value that indicates whether the process currently cannot open another file.
        package static var areExhausted: Bool { !canOpen(1) }

        /// The number of descriptors: the event queue, its wake-up, its timer, and the wake-up of the main queue.
        private static let neededCount = 4

        /// Makes Dispatch open its descriptors. Call it under the lock, so that two calls cannot both count the same
        /// free descriptors.
        private static func useDispatch() -> Bool {
            guard canOpen(neededCount) else { return false }
            // Dispatch gives a serial queue a thread even if all threads of its pools are busy. It inspects the threads
            // of the global queues at times, which takes another descriptor.
            let queue = DispatchQueue(label: "ReactiveCore.DispatchDescriptors")
            // Dispatch opens the timer's descriptor after it has fired all timers that are due, if one is left.
            let distant = timer(on: queue, after: .seconds(86_400)) {}
            defer { distant.cancel() }
            DispatchQueue.main.async {}
            let limit = DispatchTime.now() + .seconds(60)
            // The second timer is due after the descriptor was opened that follows the first one.
            let haveFired = fire(on: queue, before: limit) && fire(on: queue, before: limit)
            // If Dispatch has no thread for a minute, it has been used before and has its descriptors.
            return haveFired || canOpen(1)
        }

        /// Waits until a timer has fired that is due at once.
        private static func fire(on queue: DispatchQueue, before limit: DispatchTime) -> Bool {
            let fired = DispatchSemaphore(value: 0)
            let timer = timer(on: queue, after: .seconds(0)) { fired.signal() }
            defer { timer.cancel() }
            return fired.wait(timeout: limit) == .success
        }

        private static func timer(
            on queue: DispatchQueue,
            after delay: DispatchTimeInterval,
            _ action: @escaping @Sendable () -> Void
        ) -> any DispatchSourceTimer {
            let timer = DispatchSource.makeTimerSource(flags: .strict, queue: queue)
            timer.setEventHandler(handler: action)
            timer.schedule(deadline: .now() + delay, leeway: .nanoseconds(0))
            timer.activate()
            return timer
        }

        private static func canOpen(_ count: Int) -> Bool {
            var opened: [Int32] = []
            defer { for descriptor in opened { close(descriptor) } }
            for _ in 0..<count {
                // A socket needs neither a file system nor a network.
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
#endif
