import ReactiveCore
import Testing

@Suite struct ImmediateSchedulerTests {
    @Test func runsInlineAndLeavesNothingToCancel() {
        let log = Locked<[Int]>([])
        let handle = ImmediateScheduler().schedule {
            ImmediateScheduler().schedule { log.withLock { $0.append(1) } }
            log.withLock { $0.append(2) }
        }
        #expect(log.withLock { $0 } == [1, 2])
        #expect(handle == nil)
    }  // R31
}
