import ReactiveCore

extension TestScheduler {
    /// Moves the clock by one nanosecond, runs the due actions, and lets tasks proceed as `advance(by:)` does.
    nonisolated(nonsending) public func advance() async {
        await advance(by: .nanoseconds(1))
    }

    /// Moves the clock by a duration, runs the actions that become due, and lets tasks proceed at each stop.
    ///
    /// Before each time with due actions, and at the end, the method yields until tasks that sleep on ``clock`` or wait
    /// for values have run and schedule nothing more. Actions that they schedule for the time on the way run in the
    /// same call. A task with long work of its own cannot be predicted: before you advance, wait for the actions that
    /// you expect (`while scheduler.scheduledCount < 2 { await Task.yield() }`).
    ///
    /// - Parameter duration: The duration, which must not be negative.
    nonisolated(nonsending) public func advance(by duration: Duration) async {
        require(duration >= .zero, "Cannot advance by \(duration): use rewind(by:) to move the clock back")
        await advance(to: now.advanced(by: duration))
    }

    /// Moves the clock to a time, runs the actions that become due, and lets tasks proceed at each stop.
    ///
    /// - Parameter time: The time to move the clock to.
    nonisolated(nonsending) public func advance(to time: SchedulerInstant) async {
        await runReadyTasks()
        while let next = scheduledTimes.first, next <= time {
            moveClock(to: max(next, now))
            await runReadyTasks()
        }
        moveClock(to: max(time, now))
        await runReadyTasks()
    }

    /// Runs all actions until none is scheduled, and lets tasks proceed at each stop.
    ///
    /// - Parameter limit: The number of actions that may run.
    nonisolated(nonsending) public func run(limit: Int = 100_000) async {
        await runReadyTasks()
        var remainingCount = limit
        while remainingCount > 0, let next = scheduledTimes.first {
            let startedBefore = startedCount
            moveClock(to: max(next, now))
            remainingCount -= max(startedCount - startedBefore, 1)
            await runReadyTasks()
        }
        if remainingCount <= 0 { giveUpIfBusy(after: limit) }
    }

    /// Calls the synchronous `advance(to:)`, which an asynchronous function cannot call by name.
    private func moveClock(to time: SchedulerInstant) {
        advance(to: time)
    }

    /// Yields until tasks have stopped scheduling: until nothing has changed in three rounds.
    nonisolated(nonsending) private func runReadyTasks() async {
        var quietCount = 0
        var roundCount = 0
        while quietCount < 3, roundCount < 1_000 {
            let before = changeCount
            await letTasksProceed()
            quietCount = changeCount == before ? quietCount + 1 : 0
            roundCount += 1
        }
    }

    /// Yields behind every queue in which a task may be ready to run: those of the priorities, each of which may have
    /// its own threads, and that of the caller's actor.
    nonisolated(nonsending) private func letTasksProceed() async {
        for priority in [TaskPriority.high, .medium, .low, .background] {
            await Task.yield()
            await Task.detached(priority: priority) {
                for _ in 0..<4 { await Task.yield() }
            }.value
        }
    }
}
