import ReactiveCore

extension TestScheduler {
    /// Moves the clock by one nanosecond, as `advance()` does, and lets tasks proceed: see `advance(by:)`.
    nonisolated(nonsending) public func advance() async {
        await advance(by: .nanoseconds(1))
    }

    /// Moves the clock by `duration` and runs what becomes due, letting tasks proceed at each stop.
    ///
    /// Before each time at which something is due, and at the end, it yields until tasks that sleep on ``clock``, or that wait
    /// for values, have had their turn and schedule nothing more. What they schedule on the way runs in the same call.
    /// Nobody can know whether a task that does long work of its own will sleep once more: before you advance, wait for what you
    /// know will come (`while scheduler.scheduledCount < 2 { await Task.yield() }`).
    nonisolated(nonsending) public func advance(by duration: Duration) async {
        precondition(duration >= .zero, "Cannot advance by \(duration): use rewind(by:) to move the clock back")
        await advance(to: now.advanced(by: duration))
    }

    /// Moves the clock to `time`, as `advance(to:)` does, and lets tasks proceed: see `advance(by:)`.
    nonisolated(nonsending) public func advance(to time: SchedulerInstant) async {
        await settle()
        while let next = scheduledTimes.first, next <= time {
            moveClock(to: max(next, now))
            await settle()
        }
        moveClock(to: max(time, now))
        await settle()
    }

    /// Runs everything until nothing is scheduled, as `run(limit:)` does, and lets tasks proceed: see
    /// `advance(by:)`.
    nonisolated(nonsending) public func run(limit: Int = 100_000) async {
        await settle()
        var remainingCount = limit
        while remainingCount > 0, let next = scheduledTimes.first {
            let startedBefore = startedCount
            moveClock(to: max(next, now))
            remainingCount -= max(startedCount - startedBefore, 1)
            await settle()
        }
        if remainingCount <= 0 { giveUpIfBusy(after: limit) }
    }

    /// The synchronous advance; among asynchronous functions its name would mean the asynchronous one.
    private func moveClock(to time: SchedulerInstant) {
        advance(to: time)
    }

    /// Yields until tasks have stopped scheduling: until nothing has changed in three rounds.
    nonisolated(nonsending) private func settle() async {
        var quietCount = 0
        var roundCount = 0
        while quietCount < 3, roundCount < 1_000 {
            let before = changeCount
            await letTasksProceed()
            quietCount = changeCount == before ? quietCount + 1 : 0
            roundCount += 1
        }
    }

    /// Goes to the end of every queue in which a task may stand that is ready to run: those of the priorities, each of which
    /// may have threads of its own, and that of the caller's actor.
    nonisolated(nonsending) private func letTasksProceed() async {
        for priority in [TaskPriority.high, .medium, .low, .background] {
            await Task.yield()
            await Task.detached(priority: priority) {
                for _ in 0..<4 { await Task.yield() }
            }.value
        }
    }
}
