import Synchronization

/// Deadlines for all operations that a task starts.
public enum Deadline {
    private struct Limit: Sendable {
        let clock: any TimedScheduler
        let instant: SchedulerInstant
    }

    @TaskLocal private static var current: Limit?
    /// Indicates whether any task has had a deadline. If not, operations skip the task-local lookup.
    private static let isInUse = Atomic(false)

    /// Runs a closure with a deadline for all operations that start in it.
    ///
    /// The deadline applies in addition to each operation's own. If deadlines are nested, the earlier one applies.
    ///
    /// - Parameters:
    ///   - limit: The time from now.
    ///   - clock: The clock that measures the time.
    ///   - body: Starts the operations.
    /// - Returns: The result of `body`.
    /// - Throws: The error that `body` throws.
    public static func withLimit<Result>(
        _ limit: Duration,
        on clock: any TimedScheduler,
        _ body: () throws -> Result
    ) rethrows -> Result {
        isInUse.store(true, ordering: .relaxed)
        let inner = Self.limit(atMost: limit)
        let deadline = Limit(clock: clock, instant: clock.now.advanced(by: max(inner, .zero)))
        return try $current.withValue(deadline, operation: body)
    }

    /// Runs an asynchronous closure with a deadline for all operations that start in it.
    ///
    /// The deadline applies in addition to each operation's own. If deadlines are nested, the earlier one applies.
    ///
    /// - Parameters:
    ///   - limit: The time from now.
    ///   - clock: The clock that measures the time.
    ///   - isolation: The actor on which `body` runs; the caller's by default.
    ///   - body: Starts the operations.
    /// - Returns: The result of `body`.
    /// - Throws: The error that `body` throws.
    public static func withLimit<Result>(
        _ limit: Duration,
        on clock: any TimedScheduler,
        isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws -> Result
    ) async rethrows -> Result {
        isInUse.store(true, ordering: .relaxed)
        let inner = Self.limit(atMost: limit)
        let deadline = Limit(clock: clock, instant: clock.now.advanced(by: max(inner, .zero)))
        return try await $current.withValue(deadline, operation: body)
    }

    /// Runs `body` without the task's deadline, for work that also serves other tasks.
    package static func withoutLimit<Result>(_ body: () throws -> Result) rethrows -> Result {
        try $current.withValue(nil, operation: body)
    }

    /// Returns `limit`, or the remaining time of the task's deadline if that is shorter.
    static func limit(atMost limit: Duration) -> Duration {
        guard isInUse.load(ordering: .relaxed), let current else { return limit }
        return min(limit, current.clock.now.duration(to: current.instant))
    }
}
