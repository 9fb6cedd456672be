extension Scheduler {
    /// This scheduler, or one on top of it that keeps the order which this one does not promise: where an operator puts the
    /// events of one start.
    @usableFromInline var inOrder: any Scheduler { runsInOrder ? self : OrderedScheduler(self) }
}

extension TimedScheduler {
    /// This scheduler, or one on top of it that keeps the order which this one does not promise: where an operator puts the
    /// events of one start.
    @usableFromInline var inOrder: any TimedScheduler { runsInOrder ? self : OrderedTimedScheduler(self) }
}

/// Runs work in the order in which it was given, one piece at a time, on a scheduler that promises neither.
private final class OrderedScheduler: Scheduler {
    private let base: any Scheduler
    private let line = Line()

    init(_ base: any Scheduler) {
        self.base = base
    }

    var runsInOrder: Bool { true }

    func schedule(_ action: @escaping @Sendable () -> Void) -> (any Disposable)? {
        line.add(action, at: .zero) { base.schedule($0) }
    }
}

/// Runs work in the order of its times, and what has the same time in the order in which it was given, one piece at a time, on
/// a scheduler that promises neither.
private final class OrderedTimedScheduler: TimedScheduler {
    private let base: any TimedScheduler
    private let line = Line()

    init(_ base: any TimedScheduler) {
        self.base = base
    }

    var runsInOrder: Bool { true }
    var now: SchedulerInstant { base.now }
    var isVirtual: Bool { base.isVirtual }

    func schedule(_ action: @escaping @Sendable () -> Void) -> (any Disposable)? {
        line.add(action, at: base.now) { base.schedule($0) }
    }

    func schedule(at time: SchedulerInstant, _ action: @escaping @Sendable () -> Void) -> (any Disposable)? {
        line.add(action, at: time) { base.schedule(at: time, $0) }
    }

    func schedule(
        after delay: Duration,
        interval: Duration,
        leeway: Duration,
        action: @escaping @Sendable () -> Void
    ) -> (any Disposable)? {
        let repetition = SerialDisposable()
        let (base, line) = (base, line)
        repetition.inner = base.schedule(after: delay, interval: interval, leeway: leeway) { [weak repetition] in
            // A run that waits behind others may be disposed of meanwhile; a repetition that nobody keeps goes on.
            let work: @Sendable () -> Void = { [weak repetition] in if repetition?.isDisposed != true { action() } }
            line.add(work, at: base.now) { run in
                run()
                return nil
            }
        }
        return repetition
    }
}

/// Work that waits for its turn. Each piece is scheduled with the base, and whichever of these comes first runs the piece that
/// is first in line; what comes while one runs leaves its turn to it.
private final class Line: Sendable {
    private struct State: Sendable {
        var queue = TimedQueue()
        /// The latest time for which the base has run anything: what is planned for later is not due.
        var time = SchedulerInstant(offset: .shortest)

        /// The first piece of work that is due and has not been disposed of: a turn is never spent on nothing while others wait.
        mutating func takeDue() -> (@Sendable () -> Void)? {
            while let entry = queue.popDue(at: time) {
                if let work = entry.take() { return work }
            }
            return nil
        }
    }

    private let state = Locked(State())
    private let trampoline = Trampoline()

    /// Puts `action` in line.
    ///
    /// - Parameter schedule: has the base run its argument at `time`.
    @discardableResult
    func add(
        _ action: @escaping @Sendable () -> Void,
        at time: SchedulerInstant,
        _ schedule: (@escaping @Sendable () -> Void) -> (any Disposable)?
    ) -> any Disposable {
        let place = Place(state.withLock { $0.queue.insert(at: time, action) })
        place.turn.inner = schedule { self.runFirst(at: time) }
        return place
    }

    private func runFirst(at time: SchedulerInstant) {
        state.withLock { $0.time = max($0.time, time) }
        trampoline.bounce {
            state.withLock { $0.takeDue() }?()
        }
    }
}

/// One piece of work in line, and the turn that the base was asked for.
private final class Place: Disposable {
    let turn = SerialDisposable()
    private let entry: TimedQueue.Entry

    init(_ entry: TimedQueue.Entry) {
        self.entry = entry
    }

    var isDisposed: Bool { entry.isDisposed }

    /// Takes the work out of the line. If it has run, its turn belongs to another piece, and stays.
    func dispose() {
        if entry.take() != nil { turn.dispose() }
    }
}
