import ReactiveCore
import Testing

@Suite(.timeLimit(.minutes(20))) struct TimedQueueTests {
    static let latest = SchedulerInstant(offset: .longest)

    func instant(_ seconds: Int) -> SchedulerInstant { SchedulerInstant(offset: .seconds(seconds)) }

    /// The numbers of all entries, in the order in which they are taken.
    func drain(_ queue: inout TimedQueue, _ log: Locked<[Int]>) -> [Int] {
        while let entry = queue.popDue(at: Self.latest) { entry.take()?() }
        return log.withLock { $0 }
    }

    @Test func entriesAreOrderedByTimeAndThenByInsertion() {
        var queue = TimedQueue()
        let log = Locked<[Int]>([])
        let times = (0..<2_000).map { ($0 &* 7_919) % 17 }
        for (number, time) in times.enumerated() {
            _ = queue.insert(at: instant(time)) { log.withLock { $0.append(number) } }
        }
        let expected = times.indices.sorted { (times[$0], $0) < (times[$1], $1) }
        #expect(drain(&queue, log) == expected)
    }  // R32

    @Test func onlyDueEntriesAreTaken() {
        var queue = TimedQueue()
        _ = queue.insert(at: instant(2)) {}
        #expect(queue.popDue(at: instant(1)) == nil)
        #expect(queue.nextTime() == instant(2))
        #expect(queue.popDue(at: instant(2))?.time == instant(2))
        #expect(queue.nextTime() == nil)
    }  // R32

    @Test func disposedEntriesAreNeitherCountedNorTaken() {
        var queue = TimedQueue()
        let log = Locked<[Int]>([])
        let entries = (0..<1_000).map { number in
            queue.insert(at: instant((number * 31) % 100)) { log.withLock { $0.append(number) } }
        }
        for (number, entry) in entries.enumerated() where number % 3 != 0 { entry.dispose() }
        #expect(queue.count == 334)
        #expect(queue.times.count == 334)
        #expect(queue.times == queue.times.sorted())
        // More entries make the queue remove disposed ones, which must keep the order.
        let more = (1_000..<3_000).map { number in
            queue.insert(at: instant(number)) { log.withLock { $0.append(number) } }
        }
        for entry in more { entry.dispose() }
        let expected = (0..<1_000).filter { $0 % 3 == 0 }.sorted { ($0 * 31 % 100, $0) < ($1 * 31 % 100, $1) }
        #expect(drain(&queue, log) == expected)
    }  // R38

    @Test func anActionCanBeTakenOnlyOnce() {
        var queue = TimedQueue()
        let entry = queue.insert(at: .zero) {}
        #expect(!entry.isDisposed)
        #expect(entry.take() != nil)
        #expect(entry.take() == nil)
        #expect(entry.isDisposed)
    }  // R38

    @Test func canceledTimeoutsDoNotGrowTheQueue() {
        var queue = TimedQueue()
        weak var first: TimedQueue.Entry?
        var peak = 0
        for number in 0..<100_000 {
            let entry = queue.insert(at: instant(3_600 + number)) {}
            if number == 0 { first = entry }
            entry.dispose()
            peak = max(peak, queue.slotCount)
        }
        #expect(peak <= 64)
        #expect(first == nil)
        #expect(queue.count == 0)
    }  // R38

    @Test func timeoutsCanceledLateDoNotGrowTheQueue() {
        var queue = TimedQueue()
        var waiting: [TimedQueue.Entry] = []
        for number in 0..<100_000 {
            waiting.append(queue.insert(at: instant(3_600 + number)) {})
            if waiting.count == 100 { waiting.removeFirst().dispose() }
        }
        #expect(queue.count == 99)
        #expect(queue.slotCount <= 256)
    }  // R38
}
