extension TimedScheduler {
    /// Sleeps for a time on this scheduler.
    ///
    /// - Parameters:
    ///   - duration: how long; none if it is not positive.
    ///   - leeway: how much later it may be, where that helps the scheduler.
    /// - Throws: `CancellationError`, at once, if the task is cancelled.
    public func sleep(for duration: Duration, leeway: Duration = .zero) async throws {
        try await sleep(until: now.advanced(by: max(duration, .zero)), leeway: leeway)
    }

    /// Sleeps until a time of this scheduler; see ``sleep(for:leeway:)``.
    public func sleep(until time: SchedulerInstant, leeway: Duration = .zero) async throws {
        _ = try await SignalProducer<Void, Never> { sink, run in
            guard run.open(interrupt: { sink.terminate(.interrupted) }) else { return }
            run.schedule(on: self, at: time) { run.send((), to: sink) }
        }
        .value()
    }

    /// The times of a timer that ticks every `interval`, the first tick after one interval.
    ///
    /// The timer starts with the first iteration and ends with it, or with the task. Only the latest tick waits for a consumer
    /// that is late.
    public func timer(interval: Duration, leeway: Duration = .zero) -> AsyncValues<SchedulerInstant, Never> {
        SignalProducer.timer(interval: interval, on: self, leeway: leeway).values(buffering: .dropOldest(limit: 1))
    }
}
