import ReactiveCore
import ReactiveHTTPModel

/// A scheduler with a virtual clock that moves only when a test advances it.
///
/// Nothing runs until one of the `advance` methods or `run(limit:)` is called. They set the clock to the time of the
/// earliest action, run it on the calling thread, and repeat, so that actions that are scheduled in the meantime and
/// become due run in the same call. Actions with equal times run in the order in which they were scheduled.
///
/// ```swift
/// let scheduler = TestScheduler()
/// let events = producer.delay(.seconds(2), on: scheduler).record(on: scheduler)
/// scheduler.advance(by: .seconds(2))
/// #expect(events.all == [.value(at: .seconds(2), 1), .completed(at: .seconds(2))])
/// #expect(scheduler.scheduledCount == 0)
/// ```
///
/// A test scheduler can be used from any thread; no lock is held while an action runs. Actions never overlap:
/// - An advance from inside an action is nested: it runs the due actions immediately, and the clock has moved when it
///   returns. The outer advance then continues from there; it never moves the clock back.
/// - An advance on one thread while another thread is advancing is handed over: it returns immediately, and the other
///   thread performs it before its own call returns. Durations add up.
public final class TestScheduler: TimedScheduler {
    private let state: Locked<State>
    private let report: @Sendable (Diagnosis) -> Void

    /// Creates a scheduler.
    ///
    /// - Parameters:
    ///   - start: The initial time.
    ///   - report: Called when `run(limit:)` gives up, or when an advance gives up after ten million actions without
    ///     the clock moving. By default, it terminates the process with the diagnosis.
    public init(
        startingAt start: SchedulerInstant = .zero,
        report: @escaping @Sendable (Diagnosis) -> Void = { fatalError($0.description) }
    ) {
        state = Locked(State(now: start))
        self.report = report
    }

    /// The value `true`: time passes only when the scheduler is advanced.
    public var isVirtual: Bool { true }

    /// The value `true`: actions never overlap, and those with equal times run in the order in which they were
    /// scheduled.
    public var runsInOrder: Bool { true }

    /// The current virtual time.
    public var now: SchedulerInstant { state.withLock { $0.now } }

    /// The number of waiting actions, without those that were disposed of.
    public var scheduledCount: Int { state.withLock { $0.queue.count } }

    /// The times of the waiting actions, earliest first, without those that were disposed of.
    public var scheduledTimes: [SchedulerInstant] { state.withLock { $0.queue.times } }

    /// A Swift clock with the same time, for code that sleeps.
    public var clock: Clock { Clock(scheduler: self) }

    /// Schedules an action for the current time. It runs during the next advance, even one by zero.
    ///
    /// - Parameter action: The action to run.
    /// - Returns: A disposable that cancels the action if it has not begun.
    @_disfavoredOverload
    @discardableResult
    public func schedule(_ action: @escaping @Sendable () -> Void) -> (any Disposable)? {
        state.withLock { $0.insert(at: $0.now, action) }
    }

    /// Schedules an action for a time, or for the current time if that has passed.
    ///
    /// - Parameters:
    ///   - time: The time of the action.
    ///   - action: The action to run.
    /// - Returns: A disposable that cancels the action if it has not begun.
    @_disfavoredOverload
    @discardableResult
    public func schedule(at time: SchedulerInstant, _ action: @escaping @Sendable () -> Void) -> (any Disposable)? {
        state.withLock { $0.insert(at: max(time, $0.now), action) }
    }

    /// Schedules an action after a delay, or for the current time if the delay is not positive.
    ///
    /// - Parameters:
    ///   - delay: The time until the action.
    ///   - action: The action to run.
    /// - Returns: A disposable that cancels the action if it has not begun.
    @_disfavoredOverload
    @discardableResult
    public func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> (any Disposable)? {
        state.withLock { $0.insert(at: $0.now.advanced(by: max(delay, .zero)), action) }
    }

    /// Moves the clock by one nanosecond, and runs the actions that are due.
    public func advance() {
        advance(by: .nanoseconds(1))
    }

    /// Moves the clock by a duration, and runs the actions that become due.
    ///
    /// - Parameter duration: The duration. Zero runs the actions that are due now; a negative duration is a programmer
    ///   error.
    public func advance(by duration: Duration) {
        require(duration >= .zero, "Cannot advance by \(duration): use rewind(by:) to move the clock back")
        drive { Drive(target: $0.advanced(by: duration)) }
    }

    /// Moves the clock to a time, and runs the actions that become due.
    ///
    /// - Parameter time: The time to move the clock to. A time that has passed is a programmer error.
    public func advance(to time: SchedulerInstant) {
        let now = now
        require(time >= now, "Cannot advance from \(now) to \(time): use rewind(by:) to move the clock back")
        drive { _ in Drive(target: time) }
    }

    /// Runs all actions until none is scheduled. The clock ends at the time of the last action.
    ///
    /// A repeating timer that is not stopped, or an endless chain of actions, ends the run after `limit` actions, with
    /// a ``Diagnosis`` for the closure given to ``init(startingAt:report:)``.
    ///
    /// - Parameter limit: The number of actions that may run.
    public func run(limit: Int = 100_000) {
        require(limit > 0, "A run needs a positive limit, not \(limit)")
        drive { Drive(target: $0, limit: limit) }
    }

    /// Runs all actions, unless an advance or a run is in progress, which then runs them.
    func runUnlessUnderWay(limit: Int) {
        drive(joining: true) { Drive(target: $0, limit: limit) }
    }

    /// Moves the clock back. Past actions do not run again, and waiting actions keep their times.
    ///
    /// - Parameter duration: The duration, which must not be negative.
    public func rewind(by duration: Duration) {
        require(duration >= .zero, "Cannot rewind by \(duration): use advance(by:) to move the clock forward")
        state.withLock { $0.now = $0.now.advanced(by: .zero - duration) }
    }

    /// The number of times that an action was scheduled, run, or removed. The asynchronous methods watch it to detect
    /// busy tasks.
    var changeCount: Int { state.withLock { 2 * $0.insertedCount + $0.startedCount - $0.queue.count } }

    /// The number of actions that have begun.
    var startedCount: Int { state.withLock { $0.startedCount } }

    /// Reports that a run reached its limit, if actions still wait.
    func giveUpIfBusy(after limit: Int) {
        let diagnosis = state.withLock { Diagnosis(limit: limit, time: $0.now, scheduledTimes: $0.queue.times) }
        if !diagnosis.scheduledTimes.isEmpty { report(diagnosis) }
    }

    private func drive(joining joins: Bool = false, _ make: (_ base: SchedulerInstant) -> Drive) {
        let thread = DetachedThread.current
        let isOurs = state.withLock { state in
            if joins, state.owner != nil { return false }
            if let owner = state.owner, owner != thread {
                state.drives[0].merge(make(max(state.now, state.drives[0].target)))
                return false
            }
            state.owner = thread
            state.drives.append(make(state.now))
            return true
        }
        guard isOurs else { return }
        while true {
            switch state.withLock({ $0.step() }) {
            case .run(let entry): entry.take()?()
            case .giveUp(let diagnosis): return report(diagnosis)
            case .end: return
            }
        }
    }
}

extension TestScheduler {
    /// One call of an advancing method: runs actions until `target`, or all actions if there is a limit.
    private struct Drive: Sendable {
        var target: SchedulerInstant
        var limit: Int?
        /// The number of actions that ran; without a limit, since the clock last moved.
        var runCount = 0

        mutating func merge(_ other: Drive) {
            target = max(target, other.target)
            if let more = other.limit { limit = (limit ?? runCount) + more }
        }
    }

    private enum Step: Sendable {
        case run(TimedQueue.Entry)
        case giveUp(Diagnosis)
        case end
    }

    private struct State: Sendable {
        /// The number of actions that an advance runs without the clock moving before it gives up.
        static let limitAtOneTime = 10_000_000

        var now: SchedulerInstant
        var queue = TimedQueue()
        /// The thread that is advancing, if any.
        var owner: UInt?
        /// The calls in progress on that thread, the outermost first.
        var drives: [Drive] = []
        var insertedCount = 0
        var startedCount = 0

        init(now: SchedulerInstant) {
            self.now = now
        }

        mutating func insert(at time: SchedulerInstant, _ action: @escaping @Sendable () -> Void) -> any Disposable {
            insertedCount += 1
            return queue.insert(at: time, action)
        }

        mutating func step() -> Step {
            let current = drives.count - 1
            let bound = drives[current].limit == nil ? drives[current].target : SchedulerInstant(offset: .longest)
            guard let time = queue.nextTime(), time <= bound else {
                now = max(now, drives[current].target)
                leave()
                return .end
            }
            let limit = drives[current].limit ?? State.limitAtOneTime
            if time > now, drives[current].limit == nil { drives[current].runCount = 0 }
            guard drives[current].runCount < limit else {
                leave()
                return .giveUp(Diagnosis(limit: limit, time: now, scheduledTimes: queue.times))
            }
            // Another thread may have just disposed of the next entry.
            guard let entry = queue.popDue(at: bound) else { return step() }
            now = max(now, time)
            drives[current].runCount += 1
            startedCount += 1
            return .run(entry)
        }

        private mutating func leave() {
            drives.removeLast()
            if drives.isEmpty { owner = nil }
        }
    }

    /// A report of a run that reached its limit, or of an advance that could not get past one point in time.
    public struct Diagnosis: Sendable, Equatable, CustomStringConvertible {
        /// The number of actions that ran.
        public let limit: Int
        /// The virtual time at the end.
        public let time: SchedulerInstant
        /// The times of the actions that still wait, earliest first.
        public let scheduledTimes: [SchedulerInstant]

        /// A description of the situation, with its likely cause.
        public var description: String {
            """
            TestScheduler gave up after \(limit) actions at \(time): \(scheduledTimes.count) still waiting, the next \
            for \(scheduledTimes.first.map(\.description) ?? "never"). Something schedules without end, such as a repeating \
            timer that is not disposed of: dispose of it, or advance to a time instead of running to the end.
            """
        }
    }
}
