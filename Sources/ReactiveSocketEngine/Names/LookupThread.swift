#if os(Linux)
    import ReactiveHTTPModel

    /// A thread on which the system's resolver may block.
    enum LookupThread {
        /// Enough for the C library and the modules that it loads to resolve names.
        private static let stackByteCount = 512 << 10

        private final class Work: Sendable {
            let body: @Sendable () -> Void

            init(_ body: @escaping @Sendable () -> Void) {
                self.body = body
            }
        }

        /// Runs a closure on a thread of its own, which nobody has to join.
        ///
        /// - Returns: Zero, or the error number if no thread could be created.
        static func start(_ body: @escaping @Sendable () -> Void) -> Int32 {
            var attributes = pthread_attr_t()
            let number = pthread_attr_init(&attributes)
            guard number == 0 else { return number }
            defer { pthread_attr_destroy(&attributes) }
            pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
            pthread_attr_setstacksize(&attributes, stackByteCount)
            // SAFETY: the thread takes the reference over; if there is no thread, it is released here.
            let work = Unmanaged.passRetained(Work(body))
            let result = create(&attributes, work.toOpaque())
            if result != 0 { work.release() }
            return result
        }

        private static func create(_ attributes: inout pthread_attr_t, _ argument: UnsafeMutableRawPointer) -> Int32 {
            var thread = pthread_t()
            return pthread_create(&thread, &attributes, { LookupThread.run($0) }, argument)
        }

        private static func run(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
            // Modules that resolve names write to sockets of theirs (EN6).
            var signals = sigset_t()
            sigemptyset(&signals)
            sigaddset(&signals, SIGPIPE)
            pthread_sigmask(SIG_BLOCK, &signals, nil)
            // SAFETY: `start(_:)` passed a retained reference for this one use.
            if let argument { Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body() }
            return nil
        }
    }
#endif
