import ReactiveCore
import ReactiveTesting
import Testing

struct DebounceTests {
    let scheduler = TestScheduler()

    @Test func aValueArrivesAfterTheIntervalWithoutAnotherValue() throws {  // R26
        let debounced = try scheduler.source("1-2-3----4----5").debounce(.seconds(3), on: scheduler)
        #expect(try scheduler.timeline(of: debounced) == Timeline("-------3----4----5"))
        #expect(scheduler.scheduledCount == 0)
    }

    @Test func theCompletionDropsThePendingValue() throws {  // R26
        let debounced = try scheduler.source("1----2-|").debounce(.seconds(3), on: scheduler)
        #expect(try scheduler.timeline(of: debounced) == Timeline("---1---|"))
        #expect(scheduler.scheduledCount == 0)
    }

    @Test func thePendingValueIsDeliveredIfAskedForBeforeTheCompletion() throws {  // R26, R41
        let source = try scheduler.source("1----2-|")
        let debounced = source.debounce(.seconds(3), on: scheduler, discardWhenCompleted: false)
        #expect(try scheduler.timeline(of: debounced) == Timeline("---1----(2|)"))
        #expect(scheduler.scheduledCount == 0)
    }

    @Test func theCompletionIsImmediateWithoutAPendingValue() throws {  // R26
        let source = try scheduler.source("1----|")
        let debounced = source.debounce(.seconds(3), on: scheduler, discardWhenCompleted: false)
        #expect(try scheduler.timeline(of: debounced) == Timeline("---1-|"))
    }

    @Test(arguments: [("1-x", "--x"), ("1-!", "--!"), ("x", "x")])
    func failureAndInterruptionAreImmediateAndDropTheValue(source: String, expected: String) throws {  // R10, R26
        let source = try scheduler.source(source)
        let debounced = source.debounce(.seconds(3), on: scheduler, discardWhenCompleted: false)
        #expect(try scheduler.timeline(of: debounced) == Timeline(expected))
        #expect(scheduler.scheduledCount == 0)
    }

    @Test func disposingInterruptsOnTheSchedulerAndDropsThePendingValue() throws {  // R13
        let disposed = Counter()
        let events = try scheduler.source("1----2").on(disposed: { disposed.add() }).debounce(
            .seconds(3),
            on: scheduler
        )
        .record(on: scheduler)
        scheduler.advance(by: .seconds(6))
        events.dispose()
        #expect(disposed.value == 1)
        #expect(try events.timeline() == Timeline("---1"))
        scheduler.advance(by: .seconds(60))
        #expect(try events.timeline() == Timeline("---1--!"))
        #expect(scheduler.scheduledCount == 0)
    }

    @Test func disposingInterruptsEvenAfterTheSourceHasCompleted() throws {  // R13
        let debounced = SignalProducer<Int, TestError>(value: 1)
            .debounce(.seconds(3), on: scheduler, discardWhenCompleted: false)
        let events = debounced.record(on: scheduler)
        scheduler.advance(by: .seconds(1))
        events.dispose()
        scheduler.run()
        #expect(try events.timeline() == Timeline("-!"))
    }

    @Test func aNegativeIntervalStillDeliversOnTheScheduler() throws {
        let events = try scheduler.source("1-2-|").debounce(.seconds(-1), on: scheduler).record(on: scheduler)
        #expect(events.all == [])
        scheduler.advance(by: .seconds(60))
        #expect(try events.timeline() == Timeline("1-2-|"))
    }

    @Test func anEarlyEndCancelsTheTimer() throws {
        let debounced = try scheduler.source("1----2").debounce(.seconds(3), on: scheduler).take(first: 1)
        #expect(try scheduler.timeline(of: debounced) == Timeline("---(1|)"))
        #expect(scheduler.scheduledCount == 0)
    }

    @Test func twoStartsAreIndependent() throws {  // R11
        let debounced = try scheduler.source("1---2").debounce(.seconds(3), on: scheduler)
        let first = debounced.record(on: scheduler)
        scheduler.advance(by: .seconds(1))
        let second = debounced.record(on: scheduler)
        scheduler.advance(by: .seconds(3))
        first.dispose()
        scheduler.advance(by: .seconds(60))
        #expect(try first.timeline() == Timeline("---1!"))
        #expect(try second.timeline() == Timeline("---1---2"))
    }

    @Test func debounceWorksOnSignals() throws {
        let (signal, input) = Signal<Int, TestError>.pipe()
        let events = signal.debounce(.seconds(1), on: scheduler).record(on: scheduler)
        input.send(value: 1)
        input.send(value: 2)
        scheduler.run()
        #expect(try events.timeline() == Timeline("-2"))
    }

    @Test func theLatestValueSurvivesAndTheOrderHoldsOnARealClock() async {  // R2, R26
        let scheduler = QueueScheduler()
        let last = await withCheckedContinuation { continuation in
            SignalProducer<Int, Never>(0..<50_000)
                .start(on: PoolScheduler())
                .debounce(.zero, on: scheduler, discardWhenCompleted: false)
                .collect()
                .startWithValues { continuation.resume(returning: $0) }
        }
        #expect(last.last == 49_999)
        #expect(last == last.sorted())
    }
}
