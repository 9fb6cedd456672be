import ReactiveCore

extension TestScheduler {
    /// Moves the clock by one nanosecond, as ``advance()`` does, and lets tasks proceed: see ``advance(by:)-(Duration)``.
    public func advance() async {
        await advance(by: .nanoseconds(1))
    }

    /// Moves the clock by `duration` and runs what becomes due, letting tasks proceed at each stop.
    ///
    /// Before each time at which something is due, and at the end, it yields until tasks that sleep on ``clock``, or that wait
    /// for values, have had their turn and schedule nothing more. What they schedule on the way runs in the same call.
    /// A task that does long work of its own between two sleeps can still be too late: wait for its result instead.
    public func advance(by duration: Duration) async {
        precondition(duration >= .zero, "Cannot advance by \(duration): use rewind(by:) to move the clock back")
        await advance(to: now.advanced(by: duration))
    }

    /// Moves the clock to `time`, as ``advance(to:)`` does, and lets tasks proceed: see ``advance(by:)-(Duration)``.
    public func advance(to time: SchedulerInstant) async {
        await settle()
        while let next = scheduledTimes.first, next <= time {
            moveClock(to: max(next, now))
            await settle()
        }
        moveClock(to: max(time, now))
        await settle()
    }

    /// Runs everything until nothing is scheduled, as ``run(limit:)`` does, and lets tasks proceed: see
    /// ``advance(by:)-(Duration)``.
    public func run(limit: Int = 100_000) async {
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

    /// Yields until tasks have stopped scheduling.
    private func settle() async {
        var before: Int
        var roundCount = 0
        repeat {
            before = changeCount
            for _ in 0..<10 {
                // A detached task of low priority runs after what is ready now, on every thread of the pool.
                await Task.detached(priority: .background) { await Task.yield() }.value
            }
            roundCount += 1
        } while changeCount != before && roundCount < 1_000
    }
}
