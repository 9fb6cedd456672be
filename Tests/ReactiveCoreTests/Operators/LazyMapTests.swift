import ReactiveCore
import ReactiveTesting
import Testing

struct LazyMapTests {
    let scheduler = TestScheduler()
    let source = Probe<Int>()
    let transformed = Log<Int>()

    private func start() -> EventRecorder<Int, TestError> {
        let transform: @Sendable (Int) -> Int = { [transformed] value in
            transformed.add(value)
            return value * 10
        }
        return source.producer.lazyMap(on: scheduler, transform: transform).record(on: scheduler)
    }

    @Test func onlyTheLatestValueIsTransformedWhenTheSchedulerRuns() {
        let events = start()
        source.send(1, 2, 3)
        #expect(scheduler.scheduledCount == 1)
        #expect(transformed.all == [])
        scheduler.advance()
        source.send(4)
        scheduler.advance()
        #expect(transformed.all == [3, 4])
        #expect(events.text == "30 40")
    }

    @Test(arguments: ["|", "x"]) func theEndFollowsTheLastValue(end: String) {
        let events = start()
        source.send(1, 2)
        if end == "|" { source.complete() } else { source.fail() }
        #expect(events.text == "")
        scheduler.advance()
        #expect(events.text == "20 \(end)")
        #expect(scheduler.scheduledCount == 0)
    }

    @Test func anInterruptionDropsThePendingValue() {  // R10
        let events = start()
        source.send(1, 2)
        source.interrupt()
        #expect(events.text == "")
        scheduler.advance()
        #expect(events.text == "!")
        #expect(transformed.all == [])
        #expect(scheduler.scheduledCount == 0)
    }

    @Test func disposingInterruptsOnTheSchedulerAndTransformsNothing() {  // R13
        let events = start()
        source.send(1)
        source.complete()
        events.dispose()
        #expect(!source.isRunning)
        #expect(events.text == "")
        scheduler.advance()
        #expect(events.text == "!")
        #expect(transformed.all == [])
    }

    @Test func aValueSentDuringATransformFollowsItsResult() {  // R37
        let source = source
        let log = Log<String>()
        source.producer
            .lazyMap(on: scheduler) { value in
                if value == 1 { source.send(2, 3) }
                return value
            }
            .start { log.add($0.description) }
        source.send(1)
        scheduler.run()
        #expect(log.all == ["VALUE 1", "VALUE 3"])
    }

    @Test func optionalValuesAreValues() {
        let (signal, input) = Signal<Int?, Never>.pipe()
        let events = signal.lazyMap(on: scheduler) { $0 }.record()
        input.send(value: nil)
        input.send(value: nil)
        scheduler.advance()
        #expect(events.values == [nil])
    }

    @Test func theLatestValueIsNeverLostBetweenThreads() async {  // R2
        let values = await withCheckedContinuation { continuation in
            SignalProducer<Int, Never>(0..<100_000)
                .start(on: PoolScheduler())
                .lazyMap(on: QueueScheduler()) { $0 }
                .collect()
                .startWithValues { continuation.resume(returning: $0) }
        }
        #expect(values.last == 99_999)
        #expect(values == values.sorted())
    }
}
