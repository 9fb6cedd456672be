import ReactiveCore
import ReactiveTesting
import Testing

struct SleepingTests {
    let scheduler = TestScheduler()

    @Test func sleepsForATimeOfTheScheduler() async throws {
        let isOver = Locked(false)
        let task = Task { [scheduler] in
            defer { isOver.value = true }
            try await scheduler.sleep(for: .seconds(3))
            return scheduler.now
        }
        while scheduler.scheduledCount == 0, !isOver.value { await Task.yield() }
        await scheduler.advance(by: .seconds(3))
        #expect(try await task.value == SchedulerInstant(offset: .seconds(3)))
    }

    @Test func aTimeInThePastDoesNotSleep() async throws {
        let scheduler = ImmediateTimedScheduler()
        try await scheduler.sleep(until: .zero)
        try await scheduler.sleep(for: .seconds(-1))
    }

    @Test func cancelingTheTaskEndsTheSleep() async {
        let task = Task { [scheduler] in try await scheduler.sleep(for: .seconds(3)) }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(scheduler.scheduledCount == 0)
    }

    @Test func aTimerTicksEveryIntervalAndKeepsTheLatestTick() async {
        var ticks = scheduler.timer(interval: .seconds(2)).makeAsyncIterator()
        await scheduler.advance(by: .seconds(2))
        #expect(await ticks.next() == SchedulerInstant(offset: .seconds(2)))
        await scheduler.advance(by: .seconds(5))
        #expect(await ticks.next() == SchedulerInstant(offset: .seconds(6)))
    }
}
