import Dispatch
import ReactiveCore
import ReactiveTesting
import Testing

@Suite(.timeLimit(.minutes(20))) struct TestSchedulerThreadTests {
    @Test func advancesFromManyThreadsAddUpAndRunEveryActionOnce() {
        let scheduler = TestScheduler()
        let counts = Locked([Int](repeating: 0, count: 2_000))
        for number in 0..<2_000 {
            scheduler.schedule(after: .milliseconds(number)) { counts.withLock { $0[number] += 1 } }
        }
        DispatchQueue.concurrentPerform(iterations: 2_000) { _ in scheduler.advance(by: .milliseconds(1)) }
        #expect(counts.withLock { $0.allSatisfy { $0 == 1 } })
        #expect(scheduler.now.offset == .seconds(2))
        #expect(scheduler.scheduledCount == 0)
    }  // R32, R42

    @Test func actionsNeverOverlapAndTimeNeverGoesBack() {
        struct Seen: Sendable {
            var isRunning = false
            var latest = SchedulerInstant.zero
            var faultCount = 0
            var runCount = 0
        }
        let scheduler = TestScheduler()
        let seen = Locked(Seen())
        let action: @Sendable () -> Void = {
            let now = scheduler.now
            seen.withLock { seen in
                if seen.isRunning || now < seen.latest { seen.faultCount += 1 }
                seen.isRunning = true
                seen.latest = now
            }
            seen.withLock { seen in
                seen.isRunning = false
                seen.runCount += 1
            }
        }
        DispatchQueue.concurrentPerform(iterations: 4_000) { number in
            let work = scheduler.schedule(after: .milliseconds(number % 7), action)
            if number % 4 == 0 { work?.dispose() }
            scheduler.advance(by: .milliseconds(number % 3))
        }
        scheduler.run()
        #expect(seen.withLock { $0.faultCount } == 0)
        #expect(scheduler.scheduledCount == 0)
        #expect((3_000...4_000).contains(seen.withLock { $0.runCount }))
    }  // R32, R42

    @Test func anAdvanceOnAnotherThreadIsHandedOverAndReturnsAtOnce() {
        let scheduler = TestScheduler()
        let times = Locked<[Duration]>([])
        scheduler.schedule(after: .seconds(1)) {
            // Waiting here for the other thread would hang forever if that thread waited for this one.
            let group = DispatchGroup()
            DispatchQueue.global().async(group: group) { scheduler.advance(by: .seconds(10)) }
            group.wait()
            times.withLock { $0.append(scheduler.now.offset) }
        }
        scheduler.schedule(after: .seconds(8)) { times.withLock { $0.append(scheduler.now.offset) } }
        scheduler.advance(by: .seconds(2))
        #expect(times.withLock { $0 } == [.seconds(1), .seconds(8)])
        #expect(scheduler.now.offset == .seconds(12))
    }  // R42

    @Test func noLockIsHeldWhileAnActionRuns() {
        let scheduler = TestScheduler()
        scheduler.schedule(after: .seconds(1)) {
            let group = DispatchGroup()
            DispatchQueue.global().async(group: group) {
                _ = scheduler.now
                scheduler.schedule {}
                _ = scheduler.scheduledCount
            }
            group.wait()
        }
        scheduler.run()
        #expect(scheduler.scheduledCount == 0)
    }  // R42 and R46
}
