import Foundation
import Synchronization

/// Two actions that two threads perform at about the same time, and a condition that must hold afterward.
struct Contest: Sendable {
    let left: @Sendable () -> Void
    let right: @Sendable () -> Void
    let isFair: @Sendable () -> Bool
}

/// Runs contests on two threads.
///
/// - Returns: the number of those that were not fair.
func unfairContests(outOf count: Int = 10_000, _ make: () -> Contest) -> Int {
    let batchSize = 64
    var unfairCount = 0
    for _ in 0..<(count + batchSize - 1) / batchSize {
        let batch = (0..<batchSize).map { _ in make() }
        let arrivedCount = Counter()
        let done = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            arrivedCount.meet(2)
            for contest in batch { contest.right() }
            done.signal()
        }
        arrivedCount.meet(2)
        for contest in batch { contest.left() }
        done.wait()
        unfairCount += batch.count { !$0.isFair() }
    }
    return unfairCount
}

/// A number that threads count up together.
final class Counter: Sendable {
    private let number = Atomic<Int>(0)

    var value: Int { number.load(ordering: .acquiring) }

    @discardableResult
    func add(_ amount: Int = 1) -> Int { number.wrappingAdd(amount, ordering: .acquiringAndReleasing).newValue }

    /// Returns when `count` threads have arrived.
    func meet(_ count: Int) {
        add()
        while value < count { sched_yield() }
    }
}
