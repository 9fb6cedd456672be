#if os(Linux)
    import ReactiveHTTPModel
    import Synchronization

    /// Keeps threads out of OpenSSL while the process ends (EN6).
    ///
    /// OpenSSL frees its state at exit, whoever has initialized it, and a thread that is inside then crashes. Once the
    /// gate is closed, a thread that wants in waits for the end of the process. The thread that runs the exit handlers
    /// is refused instead.
    final class ExitGate: Sendable {
        static let shared = ExitGate()

        private static let isClosed: UInt = 1 << (UInt.bitWidth - 1)

        /// The number of threads inside, and the bit of a closed gate.
        private let state = Atomic<UInt>(0)
        /// The thread that has closed the gate.
        private let closer = Atomic<UInt>(0)
        private let hasHandler = Atomic<Bool>(false)
        /// A forked child inherits the count of threads that it does not have.
        private let process = getpid()

        /// The number of threads inside.
        var count: UInt { state.load(ordering: .acquiring) & ~Self.isClosed }

        /// Closes the gate when the process exits, before every exit handler that was registered earlier.
        func closeAtExit() {
            guard !hasHandler.exchange(true, ordering: .acquiringAndReleasing) else { return }
            atexit { ExitGate.shared.close(waitingAtMost: .seconds(1)) }
        }

        /// Enters, or returns false without having entered, on the thread that has closed the gate. On another thread,
        /// does not return once the gate is closed.
        @inline(__always)
        func enter() -> Bool {
            if state.add(1, ordering: .acquiring).oldValue & Self.isClosed == 0 { return true }
            return refuse()
        }

        @inline(__always)
        func leave() {
            state.subtract(1, ordering: .releasing)
        }

        @inline(never)
        private func refuse() -> Bool {
            leave()
            if closer.load(ordering: .acquiring) == Self.thread { return false }
            while true { pause() }
        }

        /// Closes the gate, and waits until nobody is inside.
        func close(waitingAtMost limit: Duration) {
            closer.store(Self.thread, ordering: .releasing)
            state.bitwiseOr(Self.isClosed, ordering: .acquiringAndReleasing)
            guard getpid() == process else { return }
            let deadline = ContinuousClock.now + limit
            while count != 0, ContinuousClock.now < deadline { usleep(100) }
        }

        private static var thread: UInt { withUnsafeBytes(of: pthread_self()) { $0.load(as: UInt.self) } }
    }

    extension OpenSSL {
        /// Calls OpenSSL, and leaves the thread's queue of errors empty (EN25).
        ///
        /// Do not nest calls: if the gate closes in between, the inner one waits for ever.
        ///
        /// - Returns: The result of `body`, or `nil` if it was not called, because this thread runs the exit handlers
        ///   of the process.
        @inline(__always)
        func inside<Result, Failure: Error>(
            _ body: () throws(Failure) -> Result
        ) throws(Failure) -> Result? {
            guard ExitGate.shared.enter() else { return nil }
            defer { ExitGate.shared.leave() }
            if errPeekError() != 0 { errClearError() }
            defer { if errPeekError() != 0 { errClearError() } }
            return try body()
        }
    }
#endif
