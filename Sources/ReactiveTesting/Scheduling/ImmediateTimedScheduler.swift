import ReactiveCore

/// A timed scheduler that runs everything immediately, for tests in which time is irrelevant.
///
/// Scheduled actions run before `schedule` returns, and the clock moves to their time. Actions scheduled by an action
/// run after it, in order of time, so that a chain of any length uses constant stack; if another thread is running
/// actions, that thread runs them. Deadlines expire immediately, too: a timeout on this scheduler fires before the work
/// that it limits has begun. Test timeouts with a ``TestScheduler``.
///
/// ```swift
/// let events = producer.delay(.seconds(60), on: ImmediateTimedScheduler()).record()
/// ```
public final class ImmediateTimedScheduler: TimedScheduler {
    private let scheduler: TestScheduler
    private let repetitionLimit: Int
    private let limit: Int

    /// Creates a scheduler.
    ///
    /// - Parameters:
    ///   - start: The initial time.
    ///   - repetitionLimit: The number of times that a repeating action runs if it is not disposed of.
    ///   - limit: The number of further actions that one action may cause.
    ///   - report: Called when an action causes more than `limit` others. By default, it terminates the process with
    ///     the diagnosis.
    public init(
        startingAt start: SchedulerInstant = .zero,
        repetitionLimit: Int = 1_000,
        limit: Int = 1_000_000,
        report: @escaping @Sendable (TestScheduler.Diagnosis) -> Void = { fatalError($0.description) }
    ) {
        require(repetitionLimit > 0 && limit > 0, "The limits must be positive, not \(repetitionLimit), \(limit)")
        scheduler = TestScheduler(startingAt: start, report: report)
        self.repetitionLimit = repetitionLimit
        self.limit = limit
    }

    /// The time of the latest action that ran.
    public var now: SchedulerInstant { scheduler.now }

    /// The value `true`: one action runs at a time, in order of time.
    public var runsInOrder: Bool { true }

    /// Runs an action without moving the clock.
    ///
    /// - Parameter action: The action to run.
    /// - Returns: A disposable that cancels the action if it has not begun.
    @_disfavoredOverload
    @discardableResult
    public func schedule(_ action: @escaping @Sendable () -> Void) -> (any Disposable)? {
        schedule(at: now, action)
    }

    /// Moves the clock to a time, unless that has passed, and runs an action.
    ///
    /// - Parameters:
    ///   - time: The time of the action.
    ///   - action: The action to run.
    /// - Returns: A disposable that cancels the action if it has not begun.
    @_disfavoredOverload
    @discardableResult
    public func schedule(at time: SchedulerInstant, _ action: @escaping @Sendable () -> Void) -> (any Disposable)? {
        defer { scheduler.runUnlessUnderWay(limit: limit) }
        return scheduler.schedule(at: time, action)
    }

    /// Runs an action repeatedly, moving the clock, until it is disposed of or has run as often as the repetition limit
    /// allows.
    ///
    /// Outside an action, all repetitions happen before this method returns, so only the limit can end them.
    ///
    /// - Parameters:
    ///   - delay: The time before the first run.
    ///   - interval: The time between runs.
    ///   - leeway: Ignored, because the clock is virtual.
    ///   - action: The action to run.
    /// - Returns: A disposable that ends the repetition.
    @_disfavoredOverload
    @discardableResult
    public func schedule(
        after delay: Duration,
        interval: Duration,
        leeway: Duration,
        action: @escaping @Sendable () -> Void
    ) -> (any Disposable)? {
        require(interval > .zero, "A repetition needs a positive interval, not \(interval)")
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
