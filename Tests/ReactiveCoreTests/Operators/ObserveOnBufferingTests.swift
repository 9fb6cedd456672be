import ReactiveCore
import ReactiveTesting
import Testing

struct ObserveOnBufferingTests {
    let scheduler = TestScheduler()
    let source = Probe<Int>()

    @Test(arguments: [
        (BufferingPolicy.dropOldest(limit: 2), "3 4 |"), (.dropNewest(limit: 2), "1 2 |"), (.unbounded, "1 2 3 4 |"),
        (.dropOldest(limit: 4), "1 2 3 4 |"), (.dropNewest(limit: 1), "1 |"), (.dropOldest(limit: 1), "4 |"),
    ])
    func thePolicyDeterminesWhichValuesAreKept(policy: BufferingPolicy, expected: String) {  // R45
        let events = source.producer.observe(on: scheduler, buffering: policy).record()
        source.send(1, 2, 3, 4)
        source.complete()
        #expect(events.text == "")
        scheduler.advance()
        #expect(events.text == expected)
        #expect(scheduler.scheduledCount == 0)
    }

    @Test func noMoreWorkIsScheduledThanValuesWait() {  // R45
        let events = source.producer.observe(on: scheduler, buffering: .dropOldest(limit: 3)).record()
        for value in 1...1_000 { source.send(value) }
        #expect(scheduler.scheduledCount == 3)
        scheduler.advance()
        #expect(events.text == "998 999 1000")
    }

    @Test func droppedValuesAreReleased() {
        weak var gone: Canary?
        let (signal, input) = Signal<Canary, Never>.pipe()
        let events = signal.observe(on: scheduler, buffering: .dropOldest(limit: 1)).record()
        do {
            let canary = Canary()
            gone = canary
            input.send(value: canary)
        }
        #expect(gone != nil)
        input.send(value: Canary())
        #expect(gone == nil)
        scheduler.advance()
        #expect(events.values.count == 1)
    }

    @Test func deliveringAValueMakesRoomInTheBuffer() {
        let events = source.producer.observe(on: scheduler, buffering: .dropNewest(limit: 1)).record()
        source.send(1, 2)
        scheduler.advance()
        source.send(3, 4)
        scheduler.advance()
        #expect(events.text == "1 3")
    }

    @Test func anOverflowFailsAfterTheBufferedValuesAndDisposesOfTheSource() {  // R45
        let events = source.producer.observe(on: scheduler, buffering: 2, raising: .b).record()
        source.send(1, 2)
        #expect(source.isRunning)
        source.send(3)
        #expect(!source.isRunning)
        source.send(4)
        #expect(events.text == "")
        scheduler.advance()
        #expect(events.all.map(\.event) == [.value(1), .value(2), .failed(.b)])
        #expect(scheduler.scheduledCount == 0)
    }

    @Test func anOverflowFailsASourceThatCannotFail() {
        let events = SignalProducer(1...5).observe(on: scheduler, buffering: 2, raising: TestError.a).record()
        let (signal, input) = Signal<Int, Never>.pipe()
        let more = signal.observe(on: scheduler, buffering: 1, raising: TestError.b).record()
        input.send(value: 1)
        input.send(value: 2)
        scheduler.advance()
        #expect(events.all.map(\.event) == [.value(1), .value(2), .failed(.a)])
        #expect(more.all.map(\.event) == [.value(1), .failed(.b)])
    }

    @Test(arguments: ["|", "x", "!"]) func theTerminalEventStaysInOrder(end: String) {  // R24
        let events = source.producer.observe(on: scheduler, buffering: .dropNewest(limit: 2)).record()
        source.send(1, 2, 3)
        switch end {
        case "|": source.complete()
        case "x": source.fail()
        default: source.interrupt()
        }
        scheduler.advance()
        #expect(events.text == "1 2 \(end)")
    }

    @Test func disposingDropsBufferedValuesAndInterruptsOnTheScheduler() {  // R13
        let events = source.producer.observe(on: scheduler, buffering: .dropOldest(limit: 2)).record()
        source.send(1, 2, 3)
        source.complete()
        events.dispose()
        #expect(events.text == "")
        scheduler.advance()
        #expect(events.text == "!")
    }

    @Test func twoStartsDoNotShareABuffer() {  // R11
        let producer = SignalProducer(1...3).observe(on: scheduler, buffering: .dropOldest(limit: 2))
        let recorders = [producer.record(), producer.record()]
        scheduler.advance()
        #expect(recorders.map(\.text) == ["2 3 |", "2 3 |"])
    }

    @Test func observeOnWithABufferWorksOnSignals() {
        let (signal, input) = Signal<Int, TestError>.pipe()
        let newest = signal.observe(on: scheduler, buffering: .dropOldest(limit: 1)).record()
        let failing = signal.observe(on: scheduler, buffering: 1, raising: .c).record()
        input.send(value: 1)
        input.send(value: 2)
        scheduler.advance()
        #expect([newest.text, failing.text] == ["2", "1 x"])
    }

    @Test func valuesOnARealSchedulerStayInOrderAndEndWithTheLast() async {  // R2
        let values = await withCheckedContinuation { continuation in
            SignalProducer(0..<100_000)
                .start(on: PoolScheduler())
                .observe(on: QueueScheduler(), buffering: .dropOldest(limit: 8))
                .collect()
                .startWithValues { continuation.resume(returning: $0) }
        }
        #expect(values == values.sorted())
        #expect(values.suffix(8) == Array(99_992..<100_000)[...])
    }
}
