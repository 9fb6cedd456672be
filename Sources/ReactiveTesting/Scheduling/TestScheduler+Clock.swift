import ReactiveCore

extension TestScheduler {
    /// A Swift clock on a test scheduler's virtual time, so that code that sleeps and producers share one time line.
    ///
    /// ```swift
    /// let task = Task { try await scheduler.clock.sleep(for: .seconds(3)) }
    /// await scheduler.advance(by: .seconds(3))
    /// try await task.value
    /// ```
    public struct Clock: _Concurrency.Clock {
        /// A point of the scheduler's time.
        public typealias Instant = SchedulerInstant

        let scheduler: TestScheduler

        /// The scheduler's time.
        public var now: SchedulerInstant { scheduler.now }

        /// One attosecond: virtual time is as fine as a `Duration`.
        public var minimumResolution: Duration { Duration(attoseconds: 1) }

        /// Sleeps until the scheduler is advanced to `deadline`; not at all if that has passed.
        ///
        /// - Parameters:
        ///   - deadline: when to wake up.
        ///   - tolerance: of no consequence, virtual time is exact.
        /// - Throws: `CancellationError` as soon as the task is cancelled; nothing is left on the scheduler then.
        public func sleep(until deadline: SchedulerInstant, tolerance: Duration? = nil) async throws {
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

/// One sleep: it ends once, by its time or by cancellation, which may even come before it begins.
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
