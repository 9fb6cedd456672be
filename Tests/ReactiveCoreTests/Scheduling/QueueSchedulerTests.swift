import Dispatch
import ReactiveCore
import Testing

@Suite(.timeLimit(.minutes(20))) struct QueueSchedulerTests {
    let scheduler = QueueScheduler(name: "QueueSchedulerTests")

    /// Waits until all work that is due on `scheduler` has run.
    func drain(_ scheduler: QueueScheduler) async {
        await withCheckedContinuation { continuation in
            scheduler.schedule { continuation.resume() }
        }
    }

    /// Waits until `delay` has passed on `scheduler` and all work due before has run.
    func pass(_ delay: Duration, on scheduler: QueueScheduler) async {
        await withCheckedContinuation { continuation in
            scheduler.schedule(after: delay) { continuation.resume() }
        }
    }

    @Test func workInheritsTheQualityOfServiceOfTheCallerByDefault() {  // R31
        #expect(QueueScheduler().queue.qos == .unspecified)
        #expect(QueueScheduler(qos: .utility).queue.qos == .utility)
    }

    @Test func runsFirstInFirstOutWithoutOverlap() async {
        let log = Locked<[Int]>([])
        let runningCounts = Locked<(now: Int, most: Int)>((0, 0))
        for number in 0..<1_000 {
            scheduler.schedule {
                runningCounts.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
                log.withLock { $0.append(number) }
                runningCounts.withLock { $0.now -= 1 }
            }
        }
        await drain(scheduler)
        #expect(log.withLock { $0 } == Array(0..<1_000))
        #expect(runningCounts.withLock { $0.most } == 1)
    }  // R31

    @Test func workDisposedOfBeforeItRunsNeverRuns() async {
        let log = Locked<[String]>([])
        scheduler.queue.suspend()
        let now = scheduler.schedule { log.withLock { $0.append("now") } }
        let timed = scheduler.schedule(after: .zero) { log.withLock { $0.append("timed") } }
        scheduler.schedule { log.withLock { $0.append("kept") } }
        now?.dispose()
        timed?.dispose()
        scheduler.queue.resume()
        await drain(scheduler)
        await pass(.milliseconds(1), on: scheduler)
        #expect(log.withLock { $0 } == ["kept"])
    }  // R31, R38

    @Test func aHandleIsDisposedAfterItsWork() async {
        let now = scheduler.schedule {}
        let timed = scheduler.schedule(after: .milliseconds(1)) {}
        await drain(scheduler)
        await pass(.milliseconds(2), on: scheduler)
        #expect(now?.isDisposed == true)
        #expect(timed?.isDisposed == true)
    }  // R40

    @Test func delayedWorkIsNeverEarly() async {
        for milliseconds in [1, 7, 30] {
            let due = scheduler.now.advanced(by: .milliseconds(milliseconds))
            let ran = await withCheckedContinuation { continuation in
                scheduler.schedule(at: due) { [scheduler] in continuation.resume(returning: scheduler.now) }
            }
            #expect(ran >= due)
        }
    }  // R31, R36

    @Test func delayedWorkRunsInTheOrderOfTimeAndThenOfScheduling() async {
        let log = Locked<[Int]>([])
        let start = scheduler.now
        // On a busy machine some work is due before the rest is scheduled.
        scheduler.queue.suspend()
        for number in (0..<30).reversed() {
            let time = start.advanced(by: .milliseconds(10 + number / 3))
            scheduler.schedule(at: time) { log.withLock { $0.append(number) } }
        }
        scheduler.queue.resume()
        await pass(.milliseconds(40), on: scheduler)
        let expected = stride(from: 0, to: 30, by: 3).flatMap { (first: Int) in [first + 2, first + 1, first] }
        #expect(log.withLock { $0 } == expected)
    }  // R31

    @Test func timeIsMonotonic() {
        let times = (0..<10_000).map { _ in scheduler.now }
        #expect(zip(times, times.dropFirst()).allSatisfy { $0 <= $1 })
        #expect(times.first! < scheduler.now)
    }  // R36

    @Test(arguments: [Duration.seconds(-1), .zero, .seconds(Int64.min), Duration(attoseconds: .min)])
    func aTimeInThePastMeansNow(delay: Duration) async {
        await pass(delay, on: scheduler)
        await withCheckedContinuation { continuation in
            scheduler.schedule(at: SchedulerInstant(offset: delay)) { continuation.resume() }
        }
    }  // R36

    @Test(arguments: [Duration.seconds(Int64.max), Duration(attoseconds: .max), .seconds(6_000_000_000)])
    func hugeDelaysNeitherTrapNorFireEarly(delay: Duration) async {
        let ran = Locked(false)
        let handle = scheduler.schedule(after: delay) { ran.withLock { $0 = true } }
        await pass(.milliseconds(5), on: scheduler)
        #expect(!ran.withLock { $0 })
        handle?.dispose()
    }  // R36

    @Test func delayedWorkDoesNotHoldUpEarlierWork() async {
        let late = scheduler.schedule(after: .seconds(3_600)) {}
        await pass(.milliseconds(2), on: scheduler)
        #expect(late?.isDisposed == false)
        late?.dispose()
    }  // R31

    @Test func aChainOfZeroDelaysDoesNotStarveOtherWork() async {
        let isOver = Locked(false)
        async let wasEnded = repeats(until: isOver) { again in scheduler.schedule(after: .zero, again) }
        for _ in 0..<10 { await drain(scheduler) }
        isOver.value = true
        #expect(await wasEnded)
    }  // R31

    @Test func waitingWorkKeepsItsSchedulerAlive() async {
        let ran = await withCheckedContinuation { continuation in
            _ = QueueScheduler().schedule(after: .milliseconds(5)) { continuation.resume(returning: true) }
        }
        #expect(ran)
    }  // R31

    @Test func disposedWorkKeepsNothingAlive() {
        let holder = Locked<QueueScheduler?>(QueueScheduler())
        weak let released = holder.withLock { $0 }
        let handle = released?.schedule(after: .seconds(3_600)) {}
        holder.withLock { $0 = nil }
        #expect(released != nil)
        handle?.dispose()
        #expect(released == nil)
    }  // R38

    @Test func aHundredThousandCanceledTimeoutsRetainNothing() async {
        let holder = Locked<Locked<Int>?>(Locked(0))
        weak let object = holder.withLock { $0 }
        for _ in 0..<100_000 {
            let timeOut = scheduler.schedule(after: .seconds(60)) { [object] in object?.withLock { $0 += 1 } }
            timeOut?.dispose()
        }
        holder.withLock { $0 = nil }
        #expect(object == nil)
        await pass(.milliseconds(1), on: scheduler)
    }  // R38

    @Test func synchronizingWithTheQueueWaitsForWorkScheduledBefore() {  // R31
        let scheduler = QueueScheduler()
        let count = Counter()
        for expected in 1...10_000 {
            scheduler.schedule { count.add() }
            if expected.isMultiple(of: 100) {
                scheduler.queue.sync {}
                #expect(count.value == expected)
            }
        }
    }

    @Test func endlessWorkDoesNotStarveTimers() async {  // R31
        let isOver = Locked(false)
        scheduler.schedule(after: .milliseconds(1)) { isOver.value = true }
        #expect(await repeats(until: isOver) { again in scheduler.schedule(again) })
    }

    @Test func endlessWorkDoesNotStarveOtherWorkOfTheQueue() async {  // R31
        let isOver = Locked(false)
        async let wasEnded = repeats(until: isOver) { again in scheduler.schedule(again) }
        scheduler.queue.async { isOver.value = true }
        #expect(await wasEnded)
    }

    /// Performs work that schedules itself, and returns a Boolean value that indicates whether something else ended it.
    private func repeats(
        until isOver: Locked<Bool>,
        _ schedule: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void
    ) async -> Bool {
        let rounds = Counter()
        return await withCheckedContinuation { continuation in
            @Sendable func goOn() {
                if isOver.value { return continuation.resume(returning: true) }
                rounds.add() < 20_000_000 ? schedule(goOn) : continuation.resume(returning: false)
            }
            schedule(goOn)
        }
    }
}
