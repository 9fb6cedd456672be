import ReactiveCore
import ReactiveTesting
import Testing

@Suite struct UnimplementedSchedulerTests {
    let reports = Locked<[String]>([])

    @Test func everyUseIsReportedAndNothingRuns() {
        let scheduler = UnimplementedScheduler("clock") { [reports] text in reports.withLock { $0.append(text) } }
        let action: @Sendable () -> Void = { Issue.record("an action ran") }
        #expect(scheduler.now == .zero)
        #expect(scheduler.schedule(action) == nil)
        #expect(scheduler.schedule(at: SchedulerInstant(offset: .seconds(1)), action) == nil)
        #expect(scheduler.schedule(after: .seconds(2), action) == nil)
        #expect(scheduler.schedule(after: .seconds(2), interval: .seconds(3), action: action) == nil)
        let uses = [
            "now was read", "schedule(_:) was called", "schedule(at: 1.0 seconds) was called",
            "schedule(after: 2.0 seconds) was called", "schedule(after: 2.0 seconds, interval: 3.0 seconds) was called",
        ]
        #expect(reports.withLock { $0 } == uses.map { "clock must not be used, but \($0)" })
    }  // R42

    @Test func anUnusedSchedulerReportsNothing() {
        let scheduler = UnimplementedScheduler { [reports] text in reports.withLock { $0.append(text) } }
        withExtendedLifetime(scheduler) {}
        #expect(reports.withLock { $0 }.isEmpty)
    }  // R42
}
