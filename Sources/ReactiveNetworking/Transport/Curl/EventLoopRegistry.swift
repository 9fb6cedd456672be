#if os(Linux)
    import Foundation

    /// The running event loops, which are stopped before the process tears down the libraries that they use.
    enum EventLoopRegistry {
        private static let loops = Locked<[ObjectIdentifier: EventLoop]>([:])

        /// Exit handlers run in reverse order of registration: the loops freeze before libcurl's libraries clean up.
        private static let freezesAtExit: Void = {
            atexit { EventLoopRegistry.stopAtExit() }
        }()

        static func add(_ loop: EventLoop) {
            freezesAtExit
            loops.withLock { $0[ObjectIdentifier(loop)] = loop }
        }

        static func remove(_ loop: EventLoop) {
            loops.withLock { _ = $0.removeValue(forKey: ObjectIdentifier(loop)) }
        }

        private static func stopAtExit() {
            let loops = loops.withLock { Array($0.values) }
            for loop in loops { loop.freeze() }
            // A loop that does not stop within a second is blocked in a system call, where it does no harm.
            let end = ContinuousClock.now + .seconds(1)
            for loop in loops {
                while !loop.hasFrozen.load(ordering: .acquiring), ContinuousClock.now < end { usleep(100) }
            }
        }
    }
#endif
