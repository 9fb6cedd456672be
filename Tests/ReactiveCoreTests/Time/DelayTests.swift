import ReactiveCore
import ReactiveTesting
import Testing

struct DelayTests {
    let scheduler = TestScheduler()

    @Test func valuesAndTheCompletionAreDelayedInOrder() {  // R24
        let (signal, input) = Signal<Int, TestError>.pipe()
        let events = signal.producer.delay(.seconds(2), on: scheduler).record(on: scheduler)
        input.send(value: 1)
        scheduler.advance(by: .seconds(1))
        input.send(value: 2)
        input.send(value: 3)
        input.sendCompleted()
        scheduler.run()
        #expect(
            events.all == [
                .value(at: .seconds(2), 1), .value(at: .seconds(3), 2), .value(at: .seconds(3), 3),
                .completed(at: .seconds(3)),
            ]
        )
        #expect(scheduler.scheduledCount == 0)
    }

    @Test func theFailureIsImmediateAndDropsPendingValues() {  // R10
        let (signal, input) = Signal<Int, TestError>.pipe()
        let events = signal.producer.delay(.seconds(2), on: scheduler).record(on: scheduler)
        input.send(value: 1)
        input.send(error: .a)
        #expect(events.all == [])
        scheduler.advance(by: .zero)
        #expect(events.all == [.failed(at: .zero, .a)])
        #expect(scheduler.scheduledCount == 0)
    }

    @Test func theInterruptionOfTheSourceIsImmediate() {  // R10
        let (signal, input) = Signal<Int, TestError>.pipe()
        let events = signal.producer.delay(.seconds(2), on: scheduler).record(on: scheduler)
        input.send(value: 1)
        input.sendInterrupted()
        scheduler.run()
        #expect(events.all == [.interrupted(at: .zero)])
    }

    @Test func disposingInterruptsOnTheSchedulerAndCancelsTheTimers() {  // R13
        let disposed = Counter()
        let (signal, input) = Signal<Int, TestError>.pipe()
        let events = signal.producer.on(disposed: { disposed.add() }).delay(.seconds(2), on: scheduler)
            .record(on: scheduler)
        input.send(value: 1)
        scheduler.advance(by: .seconds(1))
        events.dispose()
        #expect(disposed.value == 1)
        #expect(events.all == [])
        scheduler.advance(by: .zero)
        #expect(events.all == [.interrupted(at: .seconds(1))])
        #expect(scheduler.scheduledCount == 0)
    }

    @Test func disposingInterruptsEvenAfterTheSourceHasCompleted() {  // R13
        let events = SignalProducer<Int, TestError>(1...3).delay(.seconds(2), on: scheduler).record(on: scheduler)
        scheduler.advance(by: .seconds(1))
        events.dispose()
        scheduler.run()
        #expect(events.all == [.interrupted(at: .seconds(1))])
    }

    @Test func anEarlyEndCancelsTheTimers() {
        let events = SignalProducer<Int, TestError>(1...3).delay(.seconds(2), on: scheduler).take(first: 1)
            .record(on: scheduler)
        scheduler.advance(by: .seconds(2))
        #expect(events.all == [.value(at: .seconds(2), 1), .completed(at: .seconds(2))])
        #expect(scheduler.scheduledCount == 0)
    }

    @Test func aZeroDelayStillDeliversOnTheScheduler() {
        let events = SignalProducer<Int, TestError>(value: 1).delay(.seconds(-1), on: scheduler).record(on: scheduler)
        #expect(events.all == [])
        scheduler.advance(by: .zero)
        #expect(events.all == [.value(at: .zero, 1), .completed(at: .zero)])
    }

    @Test func twoStartsAreIndependent() {  // R11
        let producer = SignalProducer<Int, TestError>(value: 1).delay(.seconds(2), on: scheduler)
        let first = producer.record(on: scheduler)
        scheduler.advance(by: .seconds(1))
        let second = producer.record(on: scheduler)
        first.dispose()
        scheduler.run()
        #expect(first.all == [.interrupted(at: .seconds(1))])
        #expect(second.all == [.value(at: .seconds(2), 1), .completed(at: .seconds(2))])
    }

    @Test func delayWorksOnSignals() {
        let (signal, input) = Signal<Int, TestError>.pipe()
        let events = signal.delay(.seconds(1), on: scheduler).record(on: scheduler)
        input.send(value: 1)
        scheduler.run()
        #expect(events.all == [.value(at: .seconds(1), 1)])
    }
}
