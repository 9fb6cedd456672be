import ReactiveCore

/// A scheduler that must not be used: it proves that code touches no time.
///
/// Any use is reported, and does nothing.
///
/// ```swift
/// let clock = UnimplementedScheduler("the retry clock")
/// let events = source.retry(upTo: 2, interval: .seconds(1), on: clock).record()   // as long as the source does not fail
/// ```
public final class UnimplementedScheduler: TimedScheduler {
    private let name: String
    private let report: @Sendable (String) -> Void

    /// A scheduler that reports every use.
    ///
    /// - Parameters:
    ///   - name: what the scheduler is called in reports.
    ///   - report: gets a text that says what was called; by default it ends the process with that text.
    public init(
        _ name: String = "UnimplementedScheduler",
        report: @escaping @Sendable (String) -> Void = { fatalError($0) }
    ) {
        self.name = name
        self.report = report
    }

    /// `true`: nothing ever runs.
    public var runsInOrder: Bool { true }

    /// Reports the use; zero.
    public var now: SchedulerInstant {
        note("now was read")
        return .zero
    }

    /// Reports the use; `action` never runs.
    @discardableResult
    @available(swift, introduced: 6)
    public func schedule(_ action: @escaping @Sendable () -> Void) -> (any Disposable)? {
        note("schedule(_:) was called")
        return nil
    }

    /// Reports the use; `action` never runs.
    @discardableResult
    @available(swift, introduced: 6)
    public func schedule(at time: SchedulerInstant, _ action: @escaping @Sendable () -> Void) -> (any Disposable)? {
        note("schedule(at: \(time)) was called")
        return nil
    }

    /// Reports the use; `action` never runs.
    @discardableResult
    @available(swift, introduced: 6)
    public func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> (any Disposable)? {
        note("schedule(after: \(delay)) was called")
        return nil
    }

    /// Reports the use; `action` never runs.
    @discardableResult
    @available(swift, introduced: 6)
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
