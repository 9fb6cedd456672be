#if os(Linux)
    import CReactiveSystem
#endif

/// Threads of the system.
package enum DetachedThread {
    /// A Boolean value that indicates whether the calling thread is the main one.
    package static var isMain: Bool {
        #if os(Linux)
            gettid() == getpid()
        #else
            Thread.isMainThread
        #endif
    }

    /// A number that no other running thread has.
    package static var current: UInt {
        #if os(Linux)
            UInt(pthread_self())
        #else
            UInt(bitPattern: pthread_self())
        #endif
    }

    /// Starts a thread that nobody waits for.
    ///
    /// - Parameters:
    ///   - name: The name of the thread, of which Linux shows 15 bytes.
    ///   - stackByteCount: The size of the stack, of which the system provides what is used.
    ///   - run: The work of the thread.
    /// - Returns: False if the system has no thread left.
    package static func start(
        _ name: String,
        stackByteCount: Int = 1 << 20,
        _ run: @escaping @Sendable () -> Void
    ) -> Bool {
        #if os(Linux)
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
                    pthread_setname_np(pthread_self(), String(work.name.prefix(15)))
                    work.run()
                    return nil
                },
                work.toOpaque()
            )
            if code != 0 { work.release() }
            return code == 0
        #else
            let thread = Thread(block: run)
            thread.name = name
            thread.stackSize = stackByteCount
            thread.start()
            return true
        #endif
    }
}

#if os(Linux)
    private final class Work: Sendable {
        let name: String
        let run: @Sendable () -> Void

        init(_ name: String, _ run: @escaping @Sendable () -> Void) {
            self.name = name
            self.run = run
        }
    }
#endif
