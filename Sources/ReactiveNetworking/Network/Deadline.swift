/// A deadline that a task sets for everything it starts.
public enum Deadline {
    private struct Limit: Sendable {
        let clock: any TimedScheduler
        let instant: SchedulerInstant
    }

    @TaskLocal private static var current: Limit?

    /// Runs `body` with a deadline for all operations that are started in it, however long each of them may take by
    /// itself; a deadline inside another takes the earlier (N11).
    ///
    /// - Parameters:
    ///   - limit: the time from now.
    ///   - clock: the clock on which the time passes.
    ///   - body: starts the operations.
    public static func withLimit<Result>(
        _ limit: Duration,
        on clock: any TimedScheduler,
        _ body: () throws -> Result
    ) rethrows -> Result {
        let inner = Self.limit(atMost: limit)
        let deadline = Limit(clock: clock, instant: clock.now.advanced(by: max(inner, .zero)))
        return try $current.withValue(deadline, operation: body)
    }

    /// Runs `body` with a deadline for all operations that are started in it; see the synchronous form.
    public static func withLimit<Result>(
        _ limit: Duration,
        on clock: any TimedScheduler,
        isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws -> Result
    ) async rethrows -> Result {
        let inner = Self.limit(atMost: limit)
        let deadline = Limit(clock: clock, instant: clock.now.advanced(by: max(inner, .zero)))
        return try await $current.withValue(deadline, operation: body)
    }

    /// Runs `body` without the task's deadline: for what is done for others too.
    static func withoutLimit<Result>(_ body: () throws -> Result) rethrows -> Result {
        try $current.withValue(nil, operation: body)
    }

    /// `limit`, or what is left of the task's own deadline if that is less.
    static func limit(atMost limit: Duration) -> Duration {
        guard let current else { return limit }
        return min(limit, current.clock.now.duration(to: current.instant))
    }
}
