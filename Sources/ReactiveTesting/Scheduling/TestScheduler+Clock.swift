import ReactiveCore

extension TestScheduler {
    /// A Swift clock on a test scheduler's virtual time, shared by sleeping code and producers.
    ///
    /// ```swift
    /// let task = Task { try await scheduler.clock.sleep(for: .seconds(3)) }
    /// await scheduler.advance(by: .seconds(3))
    /// try await task.value
    /// ```
    public struct Clock: _Concurrency.Clock {
        /// A point in the scheduler's time.
        public typealias Instant = SchedulerInstant

        let scheduler: TestScheduler

        /// The scheduler's current time.
        public var now: SchedulerInstant { scheduler.now }

        /// The minimum resolution, one attosecond, which is that of `Duration`.
        public var minimumResolution: Duration { Duration(attoseconds: 1) }

        /// Sleeps until the scheduler is advanced to a deadline. Returns immediately if the deadline has passed.
        ///
        /// - Parameters:
        ///   - deadline: The time to wake up.
        ///   - tolerance: Ignored, because virtual time is exact.
        /// - Throws: `CancellationError` as soon as the task is cancelled. The sleep is then removed from the
        ///   scheduler.
        nonisolated(nonsending) public func sleep(until deadline: SchedulerInstant, tolerance: Duration? = nil)
            async throws
        {
            try Task.checkCancellation()
            guard deadline > now else { return }
            let sleeper = Sleeper()
            try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    sleeper.begin(continuation, until: deadline, on: scheduler)
                }
            } onCancel: {
                sleeper.end(.failure(CancellationError()))
            }
        }
    }
}

/// One sleep, which ends once, at its time or by cancellation. Cancellation may even precede its beginning.
private final class Sleeper: Sendable {
    private struct State: Sendable {
        var continuation: CheckedContinuation<Void, any Error>?
        var entry: (any Disposable)?
        var isEnded = false
    }

    private let state = Locked(State())

    func begin(
        _ continuation: CheckedContinuation<Void, any Error>,
        until deadline: SchedulerInstant,
        on scheduler: TestScheduler
    ) {
        let isCancelled = state.withLock { state in
            if !state.isEnded { state.continuation = continuation }
            return state.isEnded
        }
        guard !isCancelled else { return continuation.resume(throwing: CancellationError()) }
        let entry = scheduler.schedule(at: deadline) { self.end(.success(())) }
        let isTooLate = state.withLock { state in
            if !state.isEnded { state.entry = entry }
            return state.isEnded
        }
        if isTooLate { entry?.dispose() }
    }

    func end(_ result: Result<Void, any Error>) {
        let (continuation, entry) = state.withLock { state in
            let before = state
            state = State(isEnded: true)
            return (before.continuation, before.entry)
        }
        entry?.dispose()
        continuation?.resume(with: result)
    }
}
