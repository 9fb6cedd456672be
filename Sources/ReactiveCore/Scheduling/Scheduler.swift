/// A point on a scheduler's monotonic time line, as the time since that scheduler's zero.
///
/// Instants of different schedulers have nothing to do with each other.
public struct SchedulerInstant: InstantProtocol, Sendable, Hashable, CustomStringConvertible {
    /// The time since the scheduler's zero.
    public var offset: Duration

    /// The instant `offset` after the scheduler's zero.
    public init(offset: Duration) {
        self.offset = offset
    }

    /// The scheduler's zero.
    public static let zero = SchedulerInstant(offset: .zero)

    /// The instant `duration` later; at the ends of what a `Duration` can say it stays there instead of trapping.
    public func advanced(by duration: Duration) -> SchedulerInstant {
        SchedulerInstant(offset: offset.addingClamped(duration))
    }

    /// The time from here to `other`; negative if that is earlier.
    public func duration(to other: SchedulerInstant) -> Duration {
        other.offset.addingClamped(.zero - offset.clamped)
    }

    /// Whether the left instant is earlier.
    public static func < (left: SchedulerInstant, right: SchedulerInstant) -> Bool {
        left.offset < right.offset
    }

    /// The offset, as a `Duration` prints itself.
    public var description: String { "\(offset)" }
}

extension Duration {
    /// The longest duration that can be taken apart and printed; some 292 thousand million years.
    package static let longest = Duration.seconds(Int64.max)
    /// The longest duration into the past.
    package static let shortest = Duration.seconds(-Int64.max)

    fileprivate var clamped: Duration { min(max(self, .shortest), .longest) }

    /// The sum of two clamped durations is far from what 128 bits can hold.
    fileprivate func addingClamped(_ other: Duration) -> Duration { (clamped + other.clamped).clamped }
}

// The requirements are disfavoured, so that code in Swift 5 mode finds the counterparts in `SwiftFive`, whose closures need not be
// `@Sendable`. They are there in Swift 5 mode too, or nobody could conform there.

/// Where work runs.
///
/// Operators that move events take a scheduler; no operator makes one of its own.
public protocol Scheduler: AnyObject, Sendable {
    /// Runs `action`, now or as soon as the scheduler can.
    ///
    /// - Returns: a disposable that keeps the action from running if it has not begun, or `nil` if there is nothing
    ///   left to cancel.
    @discardableResult
    @_disfavoredOverload
    func schedule(_ action: @escaping @Sendable () -> Void) -> (any Disposable)?

    /// A Boolean value that says that work runs one piece at a time, in the order in which it was scheduled.
    ///
    /// Operators deliver events in order on every scheduler. On one that keeps the order by itself, this costs nothing. The
    /// default is `false`.
    var runsInOrder: Bool { get }
}

extension Scheduler {
    /// `false`: nothing is known about the order of the work.
    public var runsInOrder: Bool { false }
}

/// A scheduler with a monotonic clock, on which work can wait.
///
/// A time that has passed is now: nothing traps, and no time runs backwards.
public protocol TimedScheduler: Scheduler {
    /// The current time. Monotonic: changes of the wall clock do not move it.
    var now: SchedulerInstant { get }

    /// Whether time passes only when a test says so. Code that would else leave the calling thread by default stays on it
    /// then, so that a test sees everything at its virtual instant.
    var isVirtual: Bool { get }

    /// Runs `action` at `time`, or at once if that has passed.
    ///
    /// - Returns: a disposable that keeps the action from running if it has not begun.
    @discardableResult
    @_disfavoredOverload
    func schedule(at time: SchedulerInstant, _ action: @escaping @Sendable () -> Void) -> (any Disposable)?

    /// Runs `action` after `delay`, and then every `interval` until it is disposed of.
    ///
    /// Runs keep to the grid `delay + n * interval`: they do not drift, and what was missed because a run took too long
    /// is left out. Dropping the disposable does not end the repetition.
    ///
    /// - Parameters:
    ///   - delay: the time until the first run; negative is zero.
    ///   - interval: the time between two runs; must be positive.
    ///   - leeway: by how much a run may come late where that saves energy.
    ///   - action: what to run.
    @discardableResult
    @_disfavoredOverload
    func schedule(
        after delay: Duration,
        interval: Duration,
        leeway: Duration,
        action: @escaping @Sendable () -> Void
    ) -> (any Disposable)?
}

extension TimedScheduler {
    /// Time passes by itself.
    public var isVirtual: Bool { false }

    /// Runs `action` after `delay`, or at once if that is not positive.
    ///
    /// - Returns: a disposable that keeps the action from running if it has not begun.
    @discardableResult
    @available(swift, introduced: 6)
    public func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> (any Disposable)? {
        schedule(at: now.advanced(by: max(delay, .zero)), action)
    }

    /// Runs `action` after `delay`, and then every `interval`, without leeway.
    @discardableResult
    @available(swift, introduced: 6)
    public func schedule(
        after delay: Duration,
        interval: Duration,
        action: @escaping @Sendable () -> Void
    ) -> (any Disposable)? {
        schedule(after: delay, interval: interval, leeway: .zero, action: action)
    }

    /// Repeats by scheduling the next run on the grid each time: what a scheduler without repeating timers uses.
    @discardableResult
    @_disfavoredOverload
    public func schedule(
        after delay: Duration,
        interval: Duration,
        leeway: Duration,
        action: @escaping @Sendable () -> Void
    ) -> (any Disposable)? {
        precondition(interval > .zero, "A repetition needs a positive interval, not \(interval)")
        let repetition = Repetition(every: interval, action)
        repetition.plan(at: now.advanced(by: max(delay, .zero)), on: self)
        return repetition
    }
}
