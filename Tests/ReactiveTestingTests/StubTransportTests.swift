import ReactiveCore
import ReactiveNetworking
import ReactiveTesting
import Testing

@Suite struct StubTransportTests {
    /// On a real clock, a short delay may end on another thread before the stub is told how to cancel it.
    @Test func aCanceledReplyLeavesNoDelayScheduled() throws {
        let clock = HastyScheduler()
        let stub = StubTransport(.text("late").delayed(by: .seconds(5)).delayed(by: .zero), clock: clock)
        let start = stub.exchange(try Request(.get, "https://example.com").prepared()).start { _ in }
        let countBefore = clock.base.scheduledCount
        start.dispose()
        #expect([countBefore, clock.base.scheduledCount] == [1, 0])
    }
}

/// A scheduler that runs what is due before it returns.
private final class HastyScheduler: TimedScheduler {
    let base = TestScheduler()

    var now: SchedulerInstant { base.now }

    func schedule(_ action: @escaping @Sendable () -> Void) -> (any Disposable)? {
        action()
        return nil
    }

    func schedule(at time: SchedulerInstant, _ action: @escaping @Sendable () -> Void) -> (any Disposable)? {
        time > now ? base.schedule(at: time, action) : schedule(action)
    }
}
