import ReactiveCore
import ReactiveTesting
import Testing

struct ThrottleIntervalTests {
    let scheduler = TestScheduler()

    @Test func theFirstValueIsImmediateAndTheLatestOfEachIntervalArrivesAtItsEnd() throws {  // R25
        let throttled = try scheduler.source("1-2-3-------4-5").throttle(.seconds(3), on: scheduler)
        #expect(try scheduler.timeline(of: throttled) == Timeline("1--2--3-----4--5"))
        #expect(scheduler.scheduledCount == 0)
    }

    @Test func onlyTheLatestValueOfAnIntervalIsKept() throws {  // R25
        let throttled = try scheduler.source("1-2-3-4-5").throttle(.seconds(7), on: scheduler)
        #expect(try scheduler.timeline(of: throttled) == Timeline("1------4------5"))
    }

    @Test func theCompletionDropsThePendingValue() throws {  // R25
        let throttled = try scheduler.source("1-2-|").throttle(.seconds(5), on: scheduler)
        #expect(try scheduler.timeline(of: throttled) == Timeline("1---|"))
        #expect(scheduler.scheduledCount == 0)
    }

    @Test func thePendingValueIsDeliveredIfAskedForBeforeTheCompletion() throws {  // R41
        let source = try scheduler.source("1-2-|")
        let throttled = source.throttle(.seconds(5), on: scheduler, discardWhenCompleted: false)
        #expect(try scheduler.timeline(of: throttled) == Timeline("1----(2|)"))
        #expect(scheduler.scheduledCount == 0)
    }

    @Test func theCompletionIsImmediateWithoutAPendingValue() throws {  // R25
        let source = try scheduler.source("1-|")
        let throttled = source.throttle(.seconds(5), on: scheduler, discardWhenCompleted: false)
        #expect(try scheduler.timeline(of: throttled) == Timeline("1-|"))
    }

    @Test func synchronousValuesDeliverTheLatestAtOnce() throws {  // R25
        let throttled = SignalProducer<Int, TestError>(1...3).throttle(.seconds(5), on: scheduler)
        #expect(try scheduler.timeline(of: throttled) == Timeline("(3|)"))
    }

    @Test(arguments: [("1-2-x", "1---x"), ("1-2-!", "1---!")])
    func failureAndInterruptionAreImmediateAndDropThePendingValue(source: String, expected: String) throws {  // R10
        let source = try scheduler.source(source)
        let throttled = source.throttle(.seconds(5), on: scheduler, discardWhenCompleted: false)
        #expect(try scheduler.timeline(of: throttled) == Timeline(expected))
        #expect(scheduler.scheduledCount == 0)
    }

    @Test func disposingInterruptsOnTheSchedulerAndDropsThePendingValue() throws {  // R13
        let disposed = Counter()
        let events = try scheduler.source("1-2").on(disposed: { disposed.add() }).throttle(.seconds(5), on: scheduler)
            .record(on: scheduler)
        scheduler.advance(by: .seconds(3))
        events.dispose()
        #expect(disposed.value == 1)
        #expect(try events.timeline() == Timeline("1"))
        scheduler.advance(by: .seconds(60))
        #expect(try events.timeline() == Timeline("1--!"))
        #expect(scheduler.scheduledCount == 0)
    }

    @Test func disposingInterruptsEvenAfterTheSourceHasCompleted() throws {  // R13
        let source = try scheduler.source("1-2-|")
        let events = source.throttle(.seconds(9), on: scheduler, discardWhenCompleted: false).record(on: scheduler)
        scheduler.advance(by: .seconds(6))
        events.dispose()
        scheduler.run()
        #expect(try events.timeline() == Timeline("1-----!"))
    }

    @Test func aValueIsImmediateIfTheClockWasTurnedBack() {  // R25
        let (signal, input) = Signal<Int, TestError>.pipe()
        let log = Log<Int>()
        scheduler.advance(by: .seconds(10))
        signal.throttle(.seconds(5), on: scheduler).observeResult { log.add((try? $0.get()) ?? 0) }
        input.send(value: 1)
        scheduler.advance(by: .seconds(1))
        input.send(value: 2)
        #expect(log.all == [1])
        scheduler.rewind(by: .seconds(8))
        input.send(value: 3)
        scheduler.advance(by: .zero)
        #expect(log.all == [1, 3])
        scheduler.run()
        #expect(log.all == [1, 3])
    }

    @Test func twoStartsAreIndependent() throws {  // R11
        let throttled = try scheduler.source("1-2").throttle(.seconds(5), on: scheduler)
        let first = throttled.record(on: scheduler)
        scheduler.advance(by: .seconds(1))
        let second = throttled.record(on: scheduler)
        scheduler.advance(by: .seconds(2))
        first.dispose()
        scheduler.run()
        #expect(try first.timeline() == Timeline("1--!"))
        #expect(try second.timeline() == Timeline("1----2"))
    }

    @Test func throttleWorksOnSignals() throws {
        let (signal, input) = Signal<Int, TestError>.pipe()
        let events = signal.throttle(.seconds(1), on: scheduler).record(on: scheduler)
        input.send(value: 1)
        scheduler.advance(by: .zero)
        input.send(value: 2)
        scheduler.run()
        #expect(try events.timeline() == Timeline("1╌2"))
    }

    @Test func manyValuesDoNotPostponeTheDueValue() {  // R25
        // The work is still pending although its time has passed: later work must not replace it repeatedly.
        let late = LateScheduler(scheduler)
        let (signal, input) = Signal<Int, TestError>.pipe()
        let events = signal.throttle(.seconds(1), on: late).record()
        for value in 1...100 {
            input.send(value: value)
            late.delay()
        }
        #expect(late.workCount == 1)
        scheduler.advance(by: .zero)
        #expect(events.values == [100])
    }

    @Test func theFirstValuePrecedesTheCompletionOnARealClock() async {  // R25
        let values = await withCheckedContinuation { continuation in
            SignalProducer<Int, Never>(value: 1)
                .throttle(.seconds(3_600), on: QueueScheduler())
                .collect()
                .startWithValues { continuation.resume(returning: $0) }
        }
        #expect(values == [1])
    }
}

/// A scheduler whose clock is ahead of its work.
private final class LateScheduler: TimedScheduler {
    private let scheduler: TestScheduler
    private let lead = Locked(Duration.zero)
    private let scheduledCount = Counter()

    init(_ scheduler: TestScheduler) { self.scheduler = scheduler }

    var now: SchedulerInstant { scheduler.now.advanced(by: lead.withLock { $0 }) }

    /// The total number of scheduled pieces of work.
    var workCount: Int { scheduledCount.value }

    func delay() { lead.withLock { $0 += .milliseconds(1) } }

    func schedule(_ action: @escaping @Sendable () -> Void) -> (any Disposable)? {
        scheduledCount.add()
        return scheduler.schedule(action)
    }

    func schedule(at time: SchedulerInstant, _ action: @escaping @Sendable () -> Void) -> (any Disposable)? {
        scheduledCount.add()
        return scheduler.schedule(at: time, action)
    }

    func schedule(
        after delay: Duration,
        interval: Duration,
        leeway: Duration,
        action: @escaping @Sendable () -> Void
    ) -> (any Disposable)? {
        scheduler.schedule(after: delay, interval: interval, leeway: leeway, action: action)
    }
}
