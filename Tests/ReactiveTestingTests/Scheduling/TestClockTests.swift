import ReactiveCore
import ReactiveTesting
import Testing

@Suite(.timeLimit(.minutes(20))) struct TestClockTests {
    let scheduler = TestScheduler()

    @Test func sleepersAndScheduledActionsShareOneTimeLine() async throws {
        let scheduler = scheduler
        let log = Locked<[String]>([])
        let task = Task {
            for number in 1...3 {
                try await scheduler.clock.sleep(for: .seconds(2))
                log.withLock { $0.append("task \(number) \(scheduler.now)") }
            }
        }
        scheduler.schedule(after: .seconds(1), interval: .seconds(2)) {
            log.withLock { $0.append("action \(scheduler.now)") }
        }
        await scheduler.advance(by: .seconds(6))
        let expected = [
            "action 1.0 seconds", "task 1 2.0 seconds", "action 3.0 seconds", "task 2 4.0 seconds",
            "action 5.0 seconds", "task 3 6.0 seconds",
        ]
        #expect(log.withLock { $0 } == expected)
        try await task.value
    }  // R42

    @Test func cancelingASleeperThrowsAndLeavesNothingBehind() async {
        let scheduler = scheduler
        let task = Task { try await scheduler.clock.sleep(for: .seconds(10)) }
        await scheduler.advance(by: .seconds(1))
        #expect(scheduler.scheduledTimes == [SchedulerInstant(offset: .seconds(10))])
        task.cancel()
        let result = await task.result
        #expect(throws: CancellationError.self) { try result.get() }
        #expect(scheduler.scheduledCount == 0)
    }  // R42

    @Test func aCanceledTaskDoesNotBeginToSleep() async {
        let clock = scheduler.clock
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await clock.sleep(for: .seconds(1))
        }
        let result = await task.result
        #expect(throws: CancellationError.self) { try result.get() }
        #expect(scheduler.scheduledCount == 0)
    }  // R42

    @Test func aDeadlineThatHasPassedDoesNotSleep() async throws {
        await scheduler.advance(by: .seconds(5))
        try await scheduler.clock.sleep(until: SchedulerInstant(offset: .seconds(5)))
        try await scheduler.clock.sleep(for: .seconds(-1))
        #expect(scheduler.scheduledCount == 0)
    }  // R36

    @Test func manySleepersWakeInTheOrderOfTheirDeadlines() async throws {
        let scheduler = scheduler
        let woken = Locked<[Int]>([])
        await withThrowingTaskGroup { group in
            for number in (0..<50).reversed() {
                group.addTask {
                    try await scheduler.clock.sleep(until: SchedulerInstant(offset: .milliseconds(number)))
                    woken.withLock { $0.append(number) }
                }
            }
            // The task whose deadline is now does not sleep.
            while scheduler.scheduledCount < 49 { await Task.yield() }
            await scheduler.run()
        }
        #expect(woken.withLock { $0 } == Array(0..<50))
        #expect(scheduler.now.offset == .milliseconds(49))
    }  // R42

    @Test func theAsynchronousRunEndsWithADiagnosis() async {
        let diagnoses = Locked<[TestScheduler.Diagnosis]>([])
        let scheduler = TestScheduler { diagnosis in diagnoses.withLock { $0.append(diagnosis) } }
        scheduler.schedule(after: .seconds(1), interval: .seconds(1)) {}
        await scheduler.run(limit: 3)
        #expect(diagnoses.withLock { $0.map(\.time.offset) } == [.seconds(3)])
    }  // R42

    @Test func theClockMeasuresVirtualTime() async throws {
        let scheduler = scheduler
        async let elapsed = scheduler.clock.measure { try? await scheduler.clock.sleep(for: .seconds(3)) }
        await scheduler.advance(by: .seconds(4))
        #expect(await elapsed == .seconds(3))
    }  // R42
}
