#if os(Linux)
    import Foundation
    import ReactiveHTTPModel

    /// Threads that nobody waits for.
    enum DetachedThread {
        private final class Work: Sendable {
            let name: String
            let run: @Sendable () -> Void

            init(_ name: String, _ run: @escaping @Sendable () -> Void) {
                self.name = name
                self.run = run
            }
        }

        /// Starts a thread.
        ///
        /// - Parameters:
        ///   - name: The name that debuggers show, of which the system keeps 15 bytes.
        ///   - stackByteCount: The size of the stack, of which the system provides what is used.
        ///   - run: The work of the thread.
        /// - Returns: False if the system has no thread left.
        static func start(
            _ name: String,
            stackByteCount: Int = 1 << 20,
            _ run: @escaping @Sendable () -> Void
        ) -> Bool {
            var attributes = pthread_attr_t()
            guard pthread_attr_init(&attributes) == 0 else { return false }
            defer { pthread_attr_destroy(&attributes) }
            pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
            pthread_attr_setstacksize(&attributes, stackByteCount)
            let work = Unmanaged.passRetained(Work(name, run))
            var thread = pthread_t()
            let code = pthread_create(
                &thread,
                &attributes,
                { context in
                    guard let context else { return nil }
                    // The thread keeps nothing but the closure, and releases it when it ends.
                    let work = Unmanaged<Work>.fromOpaque(context).takeRetainedValue()
                    Thread.current.name = work.name
                    work.run()
                    return nil
                },
                work.toOpaque()
            )
            if code != 0 { work.release() }
            return code == 0
        }
    }
#endif
