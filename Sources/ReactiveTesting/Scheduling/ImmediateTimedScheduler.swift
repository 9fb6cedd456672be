import ReactiveCore

/// A timed scheduler on which nothing waits: for tests in which time is of no interest.
///
/// What is scheduled runs before `schedule` returns, and the clock moves to its time. What an action schedules runs
/// after that action, earliest time first, so that a chain of any length needs constant stack; if another thread is running
/// actions, that thread runs them. A deadline passes at once, too: a time-out on this scheduler fires before what it limits
/// has begun, so test those with a ``TestScheduler``.
///
/// ```swift
/// let events = producer.delay(.seconds(60), on: ImmediateTimedScheduler()).record()
/// ```
public final class ImmediateTimedScheduler: TimedScheduler {
    private let scheduler: TestScheduler
    private let repetitionLimit: Int
    private let limit: Int

    /// A scheduler at `start`.
    ///
    /// - Parameters:
    ///   - start: the time to begin with.
    ///   - repetitionLimit: how often repeating work runs if it is not disposed of; it then simply stops.
    ///   - limit: how many actions may follow from one.
    ///   - report: called when an action leads to more than `limit` others; by default it ends the process with the diagnosis.
    public init(
        startingAt start: SchedulerInstant = .zero,
        repetitionLimit: Int = 1_000,
        limit: Int = 1_000_000,
        report: @escaping @Sendable (TestScheduler.Diagnosis) -> Void = { fatalError($0.description) }
    ) {
        precondition(repetitionLimit > 0 && limit > 0, "The limits must be positive, not \(repetitionLimit), \(limit)")
        scheduler = TestScheduler(startingAt: start, report: report)
        self.repetitionLimit = repetitionLimit
        self.limit = limit
    }

    /// The time of the latest action that ran.
    public var now: SchedulerInstant { scheduler.now }

    /// `true`: one action runs at a time, earliest time first.
    public var runsInOrder: Bool { true }

    /// Runs `action`, without moving the clock.
    @discardableResult
    @available(swift, introduced: 6)
    public func schedule(_ action: @escaping @Sendable () -> Void) -> (any Disposable)? {
        schedule(at: now, action)
    }

    /// Moves the clock to `time`, unless that has passed, and runs `action`.
    @discardableResult
    @available(swift, introduced: 6)
    public func schedule(at time: SchedulerInstant, _ action: @escaping @Sendable () -> Void) -> (any Disposable)? {
        defer { scheduler.runUnlessUnderWay(limit: limit) }
        return scheduler.schedule(at: time, action)
    }

    /// Runs `action` again and again, moving the clock, until it is disposed of or has run as often as the limit for
    /// repetitions allows.
    ///
    /// Outside of an action all runs happen before this returns, so that only the limit can end them.
    @discardableResult
    @available(swift, introduced: 6)
    public func schedule(
        after delay: Duration,
        interval: Duration,
        leeway: Duration,
        action: @escaping @Sendable () -> Void
    ) -> (any Disposable)? {
        precondition(interval > .zero, "A repetition needs a positive interval, not \(interval)")
        let end = AnyDisposable()
        let first = now.advanced(by: max(delay, .zero))
        schedule(at: first) { [self] in
            repeatOnGrid(Repeated(action: action, interval: interval, end: end), at: first, count: repetitionLimit)
        }
        return end
    }

    private struct Repeated: Sendable {
        let action: @Sendable () -> Void
        let interval: Duration
        let end: AnyDisposable
    }

    private func repeatOnGrid(_ work: Repeated, at time: SchedulerInstant, count: Int) {
        guard !work.end.isDisposed else { return }
        let next = time.advanced(by: work.interval)
        if count > 1 { scheduler.schedule(at: next) { self.repeatOnGrid(work, at: next, count: count - 1) } }
        work.action()
        if count == 1 { work.end.dispose() }
    }
}
