import ReactiveCore
import Testing

@Suite(.timeLimit(.minutes(20))) struct RepetitionTests {
    /// The times since the start of `count` repetitions on a queue. Each action calls `work` with its number.
    func times(
        count: Int,
        interval: Duration,
        work: @escaping @Sendable (Int, QueueScheduler, SchedulerInstant) -> Void = { _, _, _ in }
    ) async -> [Duration] {
        let scheduler = QueueScheduler(name: "repetition")
        let times = Locked<[Duration]>([])
        let repetition = SerialDisposable()
        let start = scheduler.now
        await withCheckedContinuation { continuation in
            repetition.inner = scheduler.schedule(after: interval, interval: interval) {
                let time = start.duration(to: scheduler.now)
                let number = times.withLock { times in
                    times.append(time)
                    return times.count
                }
                work(number, scheduler, start)
                guard number == count else { return }
                repetition.dispose()
                continuation.resume()
            }
        }
        await withCheckedContinuation { continuation in
            scheduler.schedule(after: interval * 3) { continuation.resume() }
        }
        return times.withLock { $0 }
    }

    @Test func repetitionsAreNeverEarlyAndEndWhenDisposedOf() async {
        let times = await times(count: 5, interval: .milliseconds(4))
        #expect(times.count == 5)
        for (index, time) in times.enumerated() {
            #expect(time >= .milliseconds(4) * (index + 1))
        }
    }  // R31

    @Test func missedRunsAreSkippedAndTheGridIsKept() async {
        let times = await times(count: 3, interval: .milliseconds(10)) { number, scheduler, start in
            guard number == 1 else { return }
            while start.duration(to: scheduler.now) < .milliseconds(55) {}
        }
        // The second run was due at 20 ms and waited for the first; those due at 30, 40 and 50 ms are skipped.
        #expect(times.count == 3)
        #expect(times[1] >= .milliseconds(55))
        #expect(times[2] >= .milliseconds(60))
    }  // R31

    @Test func droppingTheDisposableDoesNotEndARepetition() async {
        let scheduler = QueueScheduler(name: "dropped")
        let count = Locked(0)
        await withCheckedContinuation { continuation in
            _ = scheduler.schedule(after: .zero, interval: .milliseconds(1)) {
                let number = count.withLock { count in
                    count += 1
                    return count
                }
                if number == 5 { continuation.resume() }
            }
        }
        #expect(count.withLock { $0 } >= 5)
    }  // R31

    @Test func aDisposedRepetitionReleasesItsAction() {
        let holder = Locked<Locked<Int>?>(Locked(0))
        weak let released = holder.withLock { $0 }
        let scheduler = QueueScheduler(name: "released")
        let repetition = scheduler.schedule(after: .seconds(3_600), interval: .seconds(1)) { [object = released] in
            object?.withLock { $0 += 1 }
        }
        holder.withLock { $0 = nil }
        #expect(released != nil)
        repetition?.dispose()
        #expect(released == nil)
        #expect(repetition?.isDisposed == true)
    }  // R38
}
