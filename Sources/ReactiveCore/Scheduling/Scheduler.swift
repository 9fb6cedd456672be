/// A point in time on a scheduler's monotonic timeline, measured from that scheduler's zero.
///
/// Instants of different schedulers are unrelated.
public struct SchedulerInstant: InstantProtocol, Sendable, Hashable, CustomStringConvertible {
    /// The time since the scheduler's zero.
    public var offset: Duration

    /// Creates an instant.
    ///
    /// - Parameter offset: The time since the scheduler's zero.
    public init(offset: Duration) {
        self.offset = offset
    }

    /// The zero of the timeline.
    public static let zero = SchedulerInstant(offset: .zero)

    /// Returns the instant that is later by a duration.
    ///
    /// - Parameter duration: The distance to the new instant.
    /// - Returns: The new instant. A result beyond the range of `Duration` is clamped instead of trapping.
    public func advanced(by duration: Duration) -> SchedulerInstant {
        SchedulerInstant(offset: offset.addingClamped(duration))
    }

    /// Returns the duration from this instant to another one.
    ///
    /// - Parameter other: The instant to measure to.
    /// - Returns: The distance, which is negative if `other` is earlier.
    public func duration(to other: SchedulerInstant) -> Duration {
        other.offset.addingClamped(.zero - offset.clamped)
    }

    /// Returns a Boolean value that indicates whether one instant is earlier than another.
    ///
    /// - Parameters:
    ///   - left: An instant.
    ///   - right: Another instant.
    /// - Returns: `true` if `left` is earlier than `right`.
    public static func < (left: SchedulerInstant, right: SchedulerInstant) -> Bool {
        left.offset < right.offset
    }

    /// A textual description of the offset, in the format of `Duration`.
    public var description: String { "\(offset)" }
}

extension Duration {
    /// The longest duration that can be split into its components and printed: some 292 billion years.
    package static let longest = Duration.seconds(Int64.max)
    /// The longest negative duration.
    package static let shortest = Duration.seconds(-Int64.max)

    fileprivate var clamped: Duration { min(max(self, .shortest), .longest) }

    /// The sum of two clamped durations is well within 128 bits.
    fileprivate func addingClamped(_ other: Duration) -> Duration { (clamped + other.clamped).clamped }
}

// The requirements are disfavored, as all functions with a `@Sendable` closure are, so that code in Swift 5 mode uses
// the forms of `ReactiveCoreSwift5`.

/// A type that determines where and when work runs.
///
/// Operators that move events take a scheduler; no operator creates its own.
public protocol Scheduler: AnyObject, Sendable {
    /// Runs a closure immediately or as soon as the scheduler can.
    ///
    /// - Parameter action: The closure to run.
    /// - Returns: A disposable that prevents the closure from running if it has not begun, or `nil` if nothing is left
    ///   to cancel.
    @discardableResult
    @_disfavoredOverload
    func schedule(_ action: @escaping @Sendable () -> Void) -> (any Disposable)?

    /// A Boolean value that indicates whether the scheduler runs work one piece at a time, in the order of scheduling.
    ///
    /// Operators deliver events in order on every scheduler; on a scheduler that guarantees the order itself, this is
    /// free. The default is `false`.
    var runsInOrder: Bool { get }
}

extension Scheduler {
    /// A Boolean value that is `false` by default: the order of the work is unknown.
    public var runsInOrder: Bool { false }
}

/// A scheduler with a monotonic clock on which work can be delayed.
///
/// A time in the past is treated as now: it never traps, and time never runs backward.
public protocol TimedScheduler: Scheduler {
    /// The current time, which is monotonic: changes of the wall clock have no effect.
    var now: SchedulerInstant { get }

    /// A Boolean value that indicates whether time passes only under the control of a test.
    ///
    /// On virtual time, code that would otherwise leave the calling thread by default stays on it, so that a test sees
    /// all effects at their virtual instant.
    var isVirtual: Bool { get }

    /// Runs a closure at a given time, or as soon as possible if that time has passed.
    ///
    /// - Parameters:
    ///   - time: The time to run at.
    ///   - action: The closure to run.
    /// - Returns: A disposable that prevents the closure from running if it has not begun.
    @discardableResult
    @_disfavoredOverload
    func schedule(at time: SchedulerInstant, _ action: @escaping @Sendable () -> Void) -> (any Disposable)?

    /// Runs a closure after a delay and then repeatedly, until the returned disposable is disposed of.
    ///
    /// Runs keep to the grid `delay + n * interval`: they do not drift, and runs that are missed because an earlier one
    /// took too long are skipped. Dropping the disposable does not end the repetition.
    ///
    /// - Parameters:
    ///   - delay: The time until the first run. Negative values are treated as zero.
    ///   - interval: The time between two runs. It must be positive.
    ///   - leeway: The time by which a run may be late to save energy.
    ///   - action: The closure to run.
    /// - Returns: A disposable that ends the repetition.
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
    /// A Boolean value that is `false` by default: time passes by itself.
    public var isVirtual: Bool { false }

    /// Runs a closure after a delay.
    ///
    /// - Parameters:
    ///   - delay: The time until the run. Values that are not positive run the closure as soon as possible.
    ///   - action: The closure to run.
    /// - Returns: A disposable that prevents the closure from running if it has not begun.
    @_disfavoredOverload
    @discardableResult
    public func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> (any Disposable)? {
        schedule(at: now.advanced(by: max(delay, .zero)), action)
    }

    /// Runs a closure after a delay and then repeatedly, without leeway, until the returned disposable is disposed of.
    ///
    /// - Parameters:
    ///   - delay: The time until the first run. Negative values are treated as zero.
    ///   - interval: The time between two runs. It must be positive.
    ///   - action: The closure to run.
    /// - Returns: A disposable that ends the repetition.
    @_disfavoredOverload
    @discardableResult
    public func schedule(
        after delay: Duration,
        interval: Duration,
        action: @escaping @Sendable () -> Void
    ) -> (any Disposable)? {
        schedule(after: delay, interval: interval, leeway: .zero, action: action)
    }

    /// Runs a closure repeatedly by scheduling each next run on the grid, for schedulers without repeating timers.
    ///
    /// - Parameters:
    ///   - delay: The time until the first run. Negative values are treated as zero.
    ///   - interval: The time between two runs. It must be positive.
    ///   - leeway: The time by which a run may be late. This implementation ignores it.
    ///   - action: The closure to run.
    /// - Returns: A disposable that ends the repetition.
    @discardableResult
    @_disfavoredOverload
    public func schedule(
        after delay: Duration,
        interval: Duration,
        leeway: Duration,
        action: @escaping @Sendable () -> Void
    ) -> (any Disposable)? {
        require(interval > .zero, "A repetition needs a positive interval, not \(interval)")
        let repetition = RepeatingAction(every: interval, action)
        repetition.plan(at: now.advanced(by: max(delay, .zero)), on: self)
        return repetition
    }
}
