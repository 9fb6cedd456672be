#if os(Linux)
    import Foundation

    /// The loops that run, so that they can be stopped before the process tears down what they use.
    enum EventLoopRegistry {
        private static let loops = Locked<[ObjectIdentifier: EventLoop]>([:])

        /// At exit the C library calls what was registered last first: before libcurl's own libraries clean up, no loop may
        /// be inside them any more.
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
            // A loop that does not stop within a second hangs in the system, where it does no harm.
            let end = ContinuousClock.now + .seconds(1)
            for loop in loops {
                while !loop.hasFrozen.load(ordering: .acquiring), ContinuousClock.now < end { usleep(100) }
            }
        }
    }
#endif
