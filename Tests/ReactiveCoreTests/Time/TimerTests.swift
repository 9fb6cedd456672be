import ReactiveCore
import ReactiveTesting
import Testing

struct TimerTests {
    let scheduler = TestScheduler()

    @Test func aTimerSendsTheTimeOnAGrid() {
        let events = SignalProducer.timer(interval: .seconds(2), on: scheduler).record(on: scheduler)
        scheduler.advance(by: .seconds(5))
        events.dispose()
        #expect(
            events.all == [
                .value(at: .seconds(2), SchedulerInstant(offset: .seconds(2))),
                .value(at: .seconds(4), SchedulerInstant(offset: .seconds(4))), .interrupted(at: .seconds(5)),
            ]
        )
        #expect(scheduler.scheduledCount == 0)
    }

    @Test func elementsArriveOneIntervalApart() {
        let events = SignalProducer.interval(["a", "b"], interval: .seconds(1), on: scheduler).record(on: scheduler)
        scheduler.run()
        #expect(
            events.all == [.value(at: .seconds(1), "a"), .value(at: .seconds(2), "b"), .completed(at: .seconds(3))]
        )
        #expect(scheduler.scheduledCount == 0)
    }

    @Test func aTimerCountsEndlessly() {
        let events = SignalProducer.interval(.milliseconds(500), on: scheduler).take(first: 3).record(on: scheduler)
        scheduler.run()
        #expect(events.values == [0, 1, 2])
        #expect(events.all.last == .completed(at: .milliseconds(1_500)))
    }

    @Test func disposingInsideTheHandlerStopsTheTimer() {  // R38
        let (handle, log) = (SerialDisposable(), Log<Int>())
        handle.inner = SignalProducer.interval(.seconds(1), on: scheduler).startWithValues { value in
            log.add(value)
            if value == 1 { handle.dispose() }
        }
        scheduler.run()
        #expect(log.all == [0, 1])
    }

    @Test func twoStartsCountSeparately() {  // R11
        let producer = SignalProducer.interval(.seconds(1), on: scheduler).take(first: 2)
        let first = producer.record(on: scheduler)
        scheduler.advance(by: .seconds(1))
        let second = producer.record(on: scheduler)
        scheduler.run()
        #expect(first.all == second.all)
        #expect(first.values == [0, 1])
    }
}
