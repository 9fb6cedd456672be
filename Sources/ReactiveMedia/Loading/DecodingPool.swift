/// A pool of threads for decoding, which runs a limited number of decodings at a time.
///
/// The threads are the system's: decoding occupies neither the main thread, nor a transport's loop, nor a thread of the
/// cooperative pool.
final class DecodingPool: Sendable {
    /// The pool of all loaders: one decoding for each core.
    static let shared = DecodingPool(width: ProcessInfo.processInfo.activeProcessorCount)

    private struct State: Sendable {
        var runningCount = 0
        var waiting = Deque<Work>()
    }

    private let width: Int
    private let scheduler: any Scheduler
    private let state = Locked(State())

    init(width: Int, on scheduler: any Scheduler = PoolScheduler(qos: .userInitiated)) {
        self.width = max(width, 1)
        self.scheduler = scheduler
    }

    /// Runs work when its turn has come, first come, first served.
    ///
    /// - Returns: A disposable that prevents the work from running if it has not begun.
    func schedule(_ action: @escaping @Sendable () -> Void) -> any Disposable {
        let work = Work(action)
        let begins = state.withLock { state in
            state.waiting.append(work)
            guard state.runningCount < width else { return false }
            state.runningCount += 1
            return true
        }
        if begins { scheduler.schedule { [self] in runAll() } }
        return work
    }

    private func runAll() {
        while let work = next() { work.run() }
    }

    private func next() -> Work? {
        state.withLock { state in
            if let work = state.waiting.popFirst() { return work }
            state.runningCount -= 1
            return nil
        }
    }
}

/// A closure that runs at most once, and not after it was disposed of, which releases it.
private final class Work: Disposable {
    private let action: Locked<(@Sendable () -> Void)?>

    init(_ action: @escaping @Sendable () -> Void) {
        self.action = Locked(action)
    }

    var isDisposed: Bool { action.withLock { $0 == nil } }

    func dispose() { _ = take() }

    func run() { take()?() }

    private func take() -> (@Sendable () -> Void)? {
        action.withLock { action in
            defer { action = nil }
            return action
        }
    }
}
