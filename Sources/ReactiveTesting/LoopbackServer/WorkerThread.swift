#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A joinable thread with a small stack. Foundation's `Thread` cannot be joined, and `stop()` guarantees that the
/// threads have ended.
struct WorkerThread: Sendable {
    /// The identity of a running thread. Another thread may get the same identity once this one has been joined.
    struct Identity: Hashable, Sendable {
        fileprivate let bits: UInt
    }

    private static let stackByteCount = 512 * 1024

    let identity: Identity

    /// The identity of the current thread.
    static var current: Identity { Identity(bits: bits(of: pthread_self())) }

    /// Starts a thread, or returns `nil` if the system cannot create one.
    static func start(_ body: @escaping @Sendable () -> Void) -> WorkerThread? {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setstacksize(&attributes, stackByteCount)
        let job = Unmanaged.passRetained(Job(body))
        guard let identity = spawn(&attributes, job.toOpaque()) else {
            job.release()
            return nil
        }
        return WorkerThread(identity: identity)
    }

    /// Waits for the thread to end. Either `join` or `detach` must be called exactly once.
    func join() {
        pthread_join(Self.thread(identity), nil)
    }

    func detach() {
        pthread_detach(Self.thread(identity))
    }

    private final class Job: Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    fileprivate static func run(_ context: UnsafeMutableRawPointer) {
        Unmanaged<Job>.fromOpaque(context).takeRetainedValue().body()
    }

    #if canImport(Glibc)
        private static func spawn(_ attributes: inout pthread_attr_t, _ job: UnsafeMutableRawPointer) -> Identity? {
            var thread = pthread_t()
            let code = pthread_create(&thread, &attributes, entry, job)
            return code == 0 ? Identity(bits: thread) : nil
        }

        private static func bits(of thread: pthread_t) -> UInt { thread }

        private static func thread(_ identity: Identity) -> pthread_t { identity.bits }
    #else
        private static func spawn(_ attributes: inout pthread_attr_t, _ job: UnsafeMutableRawPointer) -> Identity? {
            var thread: pthread_t?
            let code = pthread_create(&thread, &attributes, entry, job)
            guard code == 0, let thread else { return nil }
            return Identity(bits: bits(of: thread))
        }

        private static func bits(of thread: pthread_t) -> UInt { UInt(bitPattern: thread) }

        private static func thread(_ identity: Identity) -> pthread_t {
            guard let thread = pthread_t(bitPattern: identity.bits) else {
                preconditionFailure("a thread has an address")
            }
            return thread
        }
    #endif
}

#if canImport(Darwin)
    private typealias Context = UnsafeMutableRawPointer
#else
    private typealias Context = UnsafeMutableRawPointer?
#endif

private let entry: @convention(c) (Context) -> UnsafeMutableRawPointer? = { context in
    let pointer: UnsafeMutableRawPointer? = context
    if let pointer { WorkerThread.run(pointer) }
    return nil
}
