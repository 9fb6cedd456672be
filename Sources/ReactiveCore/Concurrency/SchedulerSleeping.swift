extension TimedScheduler {
    /// Suspends the current task for a duration on this scheduler.
    ///
    /// - Parameters:
    ///   - duration: The time to sleep. Negative values are treated as zero.
    ///   - leeway: The time by which the task may resume late. It is currently ignored.
    /// - Throws: `CancellationError` if the task is cancelled, immediately.
    nonisolated(nonsending) public func sleep(for duration: Duration, leeway: Duration = .zero) async throws {
        try await sleep(until: now.advanced(by: max(duration, .zero)), leeway: leeway)
    }

    /// Suspends the current task until a time of this scheduler.
    ///
    /// - Parameters:
    ///   - time: The time to resume at.
    ///   - leeway: The time by which the task may resume late. It is currently ignored.
    /// - Throws: `CancellationError` if the task is cancelled, immediately.
    nonisolated(nonsending) public func sleep(until time: SchedulerInstant, leeway: Duration = .zero) async throws {
        _ = try await SignalProducer<Void, Never> { sink, run in
            guard run.open(interrupt: { sink.terminate(.interrupted) }) else { return }
            run.schedule(on: self, at: time) { run.send((), to: sink) }
        }
        .value()
    }

    /// Returns an asynchronous sequence of the times of a repeating timer.
    ///
    /// The timer starts with each iteration and ends with it or with its task. If the consumer is late, only the latest
    /// tick is kept.
    ///
    /// - Parameters:
    ///   - interval: The time before the first tick and between two ticks. It must be positive.
    ///   - leeway: The time by which a tick may be late to save energy.
    /// - Returns: A sequence of the times of the ticks.
    public func timer(interval: Duration, leeway: Duration = .zero) -> AsyncValues<SchedulerInstant, Never> {
        SignalProducer.timer(interval: interval, on: self, leeway: leeway).values(buffering: .dropOldest(limit: 1))
    }
}
