import Dispatch
import ReactiveCore
import Testing

@Suite(.serialized, .timeLimit(.minutes(20))) @MainActor struct UISchedulerTests {
    @Test func workOnTheMainQueueRunsInlineIfNothingWaits() async {
        // Other tests may use the main queue at the same time; eventually nothing waits there.
        for _ in 0..<10_000 {
            let ran = Locked(false)
            let handle = UIScheduler().schedule { ran.withLock { $0 = true } }
            if ran.withLock({ $0 }) {
                #expect(handle == nil)
                return
            }
            await Task.yield()
        }
        Issue.record("never ran inline")
    }  // R31

    @Test func workFromOtherThreadsIsQueuedOnTheMainQueue() async {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        let isOnMain = await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                UIScheduler().schedule { continuation.resume(returning: DispatchQueue.getSpecific(key: key) == true) }
            }
        }
        #expect(isOnMain)
    }  // R31

    @Test func allUISchedulersShareOneOrder() async {
        let log = Locked<[Int]>([])
        let group = DispatchGroup()
        // This test occupies the main thread, so that work from other threads has to wait, and so does later work.
        DispatchQueue.global().async(group: group) { UIScheduler().schedule { log.withLock { $0.append(1) } } }
        waitSynchronously(for: group)
        let handle = UIScheduler().schedule { log.withLock { $0.append(2) } }
        #expect(log.withLock { $0 }.isEmpty)
        #expect(handle?.isDisposed == false)
        await withCheckedContinuation { continuation in
            UIScheduler().schedule { continuation.resume() }
        }
        #expect(log.withLock { $0 } == [1, 2])
    }  // R31

    @Test func workDisposedOfBeforeItRunsNeverRuns() async {
        let log = Locked<[Int]>([])
        let group = DispatchGroup()
        let handle = SerialDisposable()
        DispatchQueue.global().async(group: group) {
            handle.inner = UIScheduler().schedule { log.withLock { $0.append(1) } }
        }
        waitSynchronously(for: group)
        handle.dispose()
        await withCheckedContinuation { continuation in
            UIScheduler().schedule { continuation.resume() }
        }
        #expect(log.withLock { $0 }.isEmpty)
    }  // R38

    private func waitSynchronously(for group: DispatchGroup) { group.wait() }
}
