extension Scheduler {
    /// This scheduler, or a wrapper that adds the order that this scheduler does not guarantee. Operators deliver the
    /// events of one start on it.
    @usableFromInline package var inOrder: any Scheduler { runsInOrder ? self : OrderedScheduler(self) }
}

extension TimedScheduler {
    /// This scheduler, or a wrapper that adds the order that this scheduler does not guarantee. Operators deliver the
    /// events of one start on it.
    @usableFromInline var inOrder: any TimedScheduler { runsInOrder ? self : OrderedTimedScheduler(self) }
}

/// Runs work one piece at a time, in the order in which it was scheduled, on a scheduler that guarantees neither.
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

/// Runs work one piece at a time, ordered by time and, for equal times, by when it was scheduled, on a scheduler that
/// guarantees neither.
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
            // A run that waits behind others may be disposed of in the meantime. A repetition whose disposable was
            // dropped continues.
            let work: @Sendable () -> Void = { [weak repetition] in if repetition?.isDisposed != true { action() } }
            line.add(work, at: base.now) { run in
                run()
                return nil
            }
        }
        return repetition
    }
}

/// A queue of work. Each piece requests a turn from the base scheduler, and each turn runs the first piece of the
/// queue. A turn that begins while a piece is running leaves its piece to the running turn.
private final class Line: Sendable {
    private struct State: Sendable {
        var queue = TimedQueue()
        /// The latest time for which the base scheduler has run anything. Work that is planned for later is not due.
        var time = SchedulerInstant(offset: .shortest)

        /// Returns the first piece of work that is due and not disposed of, so that no turn is wasted while other work
        /// waits.
        mutating func takeDue() -> (@Sendable () -> Void)? {
            while let entry = queue.popDue(at: time) {
                if let work = entry.take() { return work }
            }
            return nil
        }
    }

    private let state = Locked(State())
    private let trampoline = Trampoline()

    /// Adds `action` to the queue.
    ///
    /// - Parameter schedule: Schedules its argument on the base scheduler at `time`.
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

/// One queued piece of work, and the turn requested from the base scheduler.
private final class Place: Disposable {
    let turn = SerialDisposable()
    private let entry: TimedQueue.Entry

    init(_ entry: TimedQueue.Entry) {
        self.entry = entry
    }

    var isDisposed: Bool { entry.isDisposed }

    /// Removes the work from the queue. If the work has run, its turn belongs to another piece and stays scheduled.
    func dispose() {
        if entry.take() != nil { turn.dispose() }
    }
}
