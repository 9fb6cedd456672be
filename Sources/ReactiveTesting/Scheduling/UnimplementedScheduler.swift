import ReactiveCore

/// A scheduler that must not be used, which proves that code does not depend on time.
///
/// Every use is reported and has no other effect.
///
/// ```swift
/// let clock = UnimplementedScheduler("the retry clock")
/// let events = source.retry(upTo: 2, interval: .seconds(1), on: clock).record()   // unless the source fails
/// ```
public final class UnimplementedScheduler: TimedScheduler {
    private let name: String
    private let report: @Sendable (String) -> Void

    /// Creates a scheduler that reports every use.
    ///
    /// - Parameters:
    ///   - name: The name of the scheduler in reports.
    ///   - report: Called with a text that names the used member. By default, it terminates the process with that text.
    public init(
        _ name: String = "UnimplementedScheduler",
        report: @escaping @Sendable (String) -> Void = { fatalError($0) }
    ) {
        self.name = name
        self.report = report
    }

    /// The value `true`: no action ever runs.
    public var runsInOrder: Bool { true }

    /// The value zero. Reading it is reported.
    public var now: SchedulerInstant {
        note("now was read")
        return .zero
    }

    /// Reports the call. The action never runs.
    ///
    /// - Parameter action: Ignored.
    /// - Returns: `nil`.
    @_disfavoredOverload
    @discardableResult
    public func schedule(_ action: @escaping @Sendable () -> Void) -> (any Disposable)? {
        note("schedule(_:) was called")
        return nil
    }

    /// Reports the call. The action never runs.
    ///
    /// - Parameters:
    ///   - time: The time to report.
    ///   - action: Ignored.
    /// - Returns: `nil`.
    @_disfavoredOverload
    @discardableResult
    public func schedule(at time: SchedulerInstant, _ action: @escaping @Sendable () -> Void) -> (any Disposable)? {
        note("schedule(at: \(time)) was called")
        return nil
    }

    /// Reports the call. The action never runs.
    ///
    /// - Parameters:
    ///   - delay: The delay to report.
    ///   - action: Ignored.
    /// - Returns: `nil`.
    @_disfavoredOverload
    @discardableResult
    public func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> (any Disposable)? {
        note("schedule(after: \(delay)) was called")
        return nil
    }

    /// Reports the call. The action never runs.
    ///
    /// - Parameters:
    ///   - delay: The delay to report.
    ///   - interval: The interval to report.
    ///   - leeway: Ignored.
    ///   - action: Ignored.
    /// - Returns: `nil`.
    @_disfavoredOverload
    @discardableResult
    public func schedule(
        after delay: Duration,
        interval: Duration,
        leeway: Duration,
        action: @escaping @Sendable () -> Void
    ) -> (any Disposable)? {
        note("schedule(after: \(delay), interval: \(interval)) was called")
        return nil
    }

    private func note(_ use: String) {
        report("\(name) must not be used, but \(use)")
    }
}
