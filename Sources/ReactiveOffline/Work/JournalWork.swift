import ReactiveNetworking

/// The place where a journal works: one piece of work at a time, in order.
protocol JournalWork: AnyObject, Sendable {
    func perform(_ job: @escaping @Sendable () -> Void)
    /// Runs a job when no other work waits. Jobs that were not run yet give way to it.
    func performWhenIdle(_ job: @escaping @Sendable () -> Void)
    /// Waits until the work that was scheduled before has run, unless this is the thread that works.
    func wait()
}

/// Work on the calling thread, for virtual clocks. Work that is scheduled during work runs next.
final class InlineWork: JournalWork, Scheduler {
    private let jobs = InlineLocked(Deque<@Sendable () -> Void>())
    private let turn = Trampoline()

    var runsInOrder: Bool { true }

    func perform(_ job: @escaping @Sendable () -> Void) {
        jobs.withLock { $0.append(job) }
        turn.bounce { jobs.withLock { $0.popFirst() }?() }
    }

    func schedule(_ action: @escaping @Sendable () -> Void) -> (any Disposable)? {
        perform(action)
        return nil
    }

    func performWhenIdle(_ job: @escaping @Sendable () -> Void) { perform(job) }

    func wait() {}
}

/// Work on a thread of its own (J22), because the disk is waited for.
final class ThreadWork: JournalWork {
    private let line = Line()

    init() {
        let line = line
        guard !DetachedThread.start("RequestJournal", { line.run() }) else { return }
        // No thread is left: the journal works on one of the system's, as soon as there is one.
        DispatchQueue.global().async { line.run() }
    }

    deinit { line.stop() }

    func perform(_ job: @escaping @Sendable () -> Void) { line.add(job) }

    func performWhenIdle(_ job: @escaping @Sendable () -> Void) { line.setIdle(job) }

    func wait() {
        guard !line.isCurrent else { return }
        let isDone = DispatchSemaphore(value: 0)
        line.add { isDone.signal() }
        isDone.wait()
    }

    private final class Line: Sendable {
        private struct State: Sendable {
            var jobs = Deque<@Sendable () -> Void>()
            var idle: (@Sendable () -> Void)?
            var isStopped = false
        }

        private enum Step {
            case run(@Sendable () -> Void)
            case idle
            case sleep
            case end
        }

        /// A burst of additions shares its syncs: if one follows another so closely, the next sync waits for more.
        private static let burst = Duration.milliseconds(1)
        private static let patience: UInt32 = 200

        private let state = Locked(State())
        private let arrivals = DispatchSemaphore(value: 0)
        private let thread = Locked<UInt?>(nil)

        var isCurrent: Bool { thread.withLock { $0 } == DetachedThread.current }

        func add(_ job: @escaping @Sendable () -> Void) {
            state.withLock { $0.jobs.append(job) }
            arrivals.signal()
        }

        func setIdle(_ job: @escaping @Sendable () -> Void) {
            state.withLock { $0.idle = job }
            arrivals.signal()
        }

        func stop() {
            state.withLock { $0.isStopped = true }
            arrivals.signal()
        }

        func run() {
            thread.withLock { $0 = DetachedThread.current }
            var lastIdle = ContinuousClock.now - Self.burst
            while true {
                switch next() {
                case .run(let job): job()
                case .idle:
                    if lastIdle.duration(to: .now) < Self.burst {
                        usleep(Self.patience)
                        if case .run(let job) = next() {
                            job()
                            continue
                        }
                    }
                    let idle = state.withLock { state in
                        defer { state.idle = nil }
                        return state.idle
                    }
                    idle?()
                    lastIdle = .now
                case .sleep: arrivals.wait()
                case .end: return
                }
            }
        }

        private func next() -> Step {
            state.withLock { state in
                if let job = state.jobs.popFirst() { return .run(job) }
                if state.idle != nil { return .idle }
                return state.isStopped ? .end : .sleep
            }
        }
    }
}
