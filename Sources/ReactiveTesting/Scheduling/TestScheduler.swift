import Foundation
import ReactiveCore

/// A scheduler whose time moves only when a test says so (R32).
///
/// Nothing runs until one of the `advance` functions, or `run(limit:)`, is called. These set the clock to the time of
/// the earliest action, run it on the calling thread, and go on, so that what is scheduled meanwhile and becomes due
/// runs in the same call. Actions of equal time run in the order in which they were scheduled.
///
/// ```swift
/// let scheduler = TestScheduler()
/// let events = producer.delay(.seconds(2), on: scheduler).record(on: scheduler)
/// scheduler.advance(by: .seconds(2))
/// #expect(events.all == [.value(at: .seconds(2), 1), .completed(at: .seconds(2))])
/// #expect(scheduler.scheduledCount == 0)
/// ```
///
/// It may be used from any thread; no lock is held while an action runs, nor when a function returns. Actions never
/// overlap:
/// - An advance from inside an action is carried out at once, nested: it runs what is due, and the clock has moved when
///   it returns. The outer advance then goes on from there; it never sets the clock back.
/// - An advance on one thread while another thread is advancing is handed over: it returns at once, and the other thread
///   carries it out before its own call returns. Amounts of time add up.
public final class TestScheduler: TimedScheduler {
    private let state: Locked<State>
    private let report: @Sendable (Diagnosis) -> Void

    /// A scheduler at `start`.
    ///
    /// - Parameters:
    ///   - start: the time to begin with.
    ///   - report: called when `run(limit:)` gives up, or an advance after ten million actions without the clock
    ///     moving; by default it ends the process with the diagnosis.
    public init(
        startingAt start: SchedulerInstant = .zero,
        report: @escaping @Sendable (Diagnosis) -> Void = { fatalError($0.description) }
    ) {
        state = Locked(State(now: start))
        self.report = report
    }

    /// True: time passes when it is advanced.
    public var isVirtual: Bool { true }

    /// `true`: actions never overlap, and those of equal time run in the order in which they were scheduled.
    public var runsInOrder: Bool { true }

    /// The virtual time.
    public var now: SchedulerInstant { state.withLock { $0.now } }

    /// The number of actions that wait; those that were disposed of do not count.
    public var scheduledCount: Int { state.withLock { $0.queue.count } }

    /// The times for which actions wait, earliest first; those that were disposed of do not count.
    public var scheduledTimes: [SchedulerInstant] { state.withLock { $0.queue.times } }

    /// A Swift clock on the same time line, for code that sleeps.
    public var clock: Clock { Clock(scheduler: self) }

    /// Schedules `action` for now. It still needs an advance, of no time at least.
    ///
    /// - Returns: a disposable that takes the action out if it has not begun.
    @discardableResult
    @available(swift, introduced: 6)
    public func schedule(_ action: @escaping @Sendable () -> Void) -> (any Disposable)? {
        state.withLock { $0.insert(at: $0.now, action) }
    }

    /// Schedules `action` for `time`, or for now if that has passed.
    ///
    /// - Returns: a disposable that takes the action out if it has not begun.
    @discardableResult
    @available(swift, introduced: 6)
    public func schedule(at time: SchedulerInstant, _ action: @escaping @Sendable () -> Void) -> (any Disposable)? {
        state.withLock { $0.insert(at: max(time, $0.now), action) }
    }

    /// Schedules `action` for `delay` from now, or for now if that is not positive.
    ///
    /// - Returns: a disposable that takes the action out if it has not begun.
    @discardableResult
    @available(swift, introduced: 6)
    public func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> (any Disposable)? {
        state.withLock { $0.insert(at: $0.now.advanced(by: max(delay, .zero)), action) }
    }

    /// Moves the clock by one nanosecond, and runs what is due.
    public func advance() {
        advance(by: .nanoseconds(1))
    }

    /// Moves the clock by `duration`, and runs what becomes due on the way. Zero runs what is due now; a negative duration
    /// is a programmer error.
    public func advance(by duration: Duration) {
        precondition(duration >= .zero, "Cannot advance by \(duration): use rewind(by:) to move the clock back")
        drive { Drive(target: $0.advanced(by: duration)) }
    }

    /// Moves the clock to `time`, and runs what becomes due on the way. A time that has passed is a programmer error.
    public func advance(to time: SchedulerInstant) {
        let now = now
        precondition(time >= now, "Cannot advance from \(now) to \(time): use rewind(by:) to move the clock back")
        drive { _ in Drive(target: time) }
    }

    /// Runs everything until nothing is scheduled; the clock ends at the time of the last action.
    ///
    /// A repeating timer that nobody stops, or a chain of actions without end, stops the run after `limit` actions, with a
    /// ``Diagnosis`` for the closure given to ``init(startingAt:report:)``.
    ///
    /// - Parameter limit: how many actions may run.
    public func run(limit: Int = 100_000) {
        precondition(limit > 0, "A run needs a positive limit, not \(limit)")
        drive { Drive(target: $0, limit: limit) }
    }

    /// Runs everything, unless an advance or a run is under way: that one then gets there by itself.
    func runUnlessUnderWay(limit: Int) {
        drive(joining: true) { Drive(target: $0, limit: limit) }
    }

    /// Moves the clock back, and nothing else: what has run does not run again, what waits keeps its time.
    public func rewind(by duration: Duration) {
        precondition(duration >= .zero, "Cannot rewind by \(duration): use advance(by:) to move the clock forward")
        state.withLock { $0.now = $0.now.advanced(by: .zero - duration) }
    }

    /// How often something was scheduled, run or taken out: what the asynchronous functions watch to see whether tasks are
    /// still busy.
    var changeCount: Int { state.withLock { 2 * $0.insertedCount + $0.startedCount - $0.queue.count } }

    /// How many actions were begun.
    var startedCount: Int { state.withLock { $0.startedCount } }

    /// Reports a run that has come to its limit, if anything still waits.
    func giveUpIfBusy(after limit: Int) {
        let diagnosis = state.withLock { Diagnosis(limit: limit, time: $0.now, scheduledTimes: $0.queue.times) }
        if !diagnosis.scheduledTimes.isEmpty { report(diagnosis) }
    }

    private func drive(joining joins: Bool = false, _ make: (_ base: SchedulerInstant) -> Drive) {
        let thread = ObjectIdentifier(Thread.current)
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
    /// One call of an advancing function that is under way: run what is due until `target`, or whatever there is if there
    /// is a limit.
    private struct Drive: Sendable {
        var target: SchedulerInstant
        var limit: Int?
        /// How many actions ran; without a limit, since the clock last moved.
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
        /// How many actions an advance runs without the clock moving before it gives up.
        static let limitAtOneTime = 10_000_000

        var now: SchedulerInstant
        var queue = TimedQueue()
        /// The thread that advances, while one does.
        var owner: ObjectIdentifier?
        /// The calls under way on that thread, the outermost first.
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
            // Another thread may have disposed of the entry that was next a moment ago.
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

    /// Why `run(limit:)` gave up, or an advance that came not past one point of time.
    public struct Diagnosis: Sendable, Equatable, CustomStringConvertible {
        /// How many actions ran.
        public let limit: Int
        /// The virtual time at which it gave up.
        public let time: SchedulerInstant
        /// The times of the actions that still wait, earliest first.
        public let scheduledTimes: [SchedulerInstant]

        /// What happened, and what to look for.
        public var description: String {
            """
            TestScheduler gave up after \(limit) actions at \(time): \(scheduledTimes.count) still waiting, the next \
            for \(scheduledTimes.first.map(\.description) ?? "never"). Something schedules without end, such as a repeating \
            timer that is not disposed of: dispose of it, or advance to a time instead of running to the end.
            """
        }
    }
}
