import ReactiveCore
import ReactiveTesting
import Testing

struct ThrottleWhileTests {
    let scheduler = TestScheduler()
    let isPaused = MutableProperty(false)
    let source = Probe<Int>()

    private func start() -> EventRecorder<Int, TestError> {
        source.producer.throttle(while: isPaused, on: scheduler).record(on: scheduler)
    }

    @Test func aPauseKeepsTheLatestValueAndDeliversItAtItsEnd() {  // R28
        let events = start()
        source.send(1, 2)
        #expect(events.text == "")
        scheduler.advance()
        isPaused.value = true
        source.send(3, 4)
        scheduler.advance()
        #expect(events.text == "1 2")
        isPaused.value = false
        #expect(events.text == "1 2")
        scheduler.advance()
        #expect(events.text == "1 2 4")
        source.send(5)
        scheduler.advance()
        #expect(events.text == "1 2 4 5")
    }

    @Test func aValueSentBeforeThePauseIsStillDelivered() {  // R28
        let events = start()
        source.send(1, 2)
        isPaused.value = true
        scheduler.advance()
        #expect(events.text == "1 2")
    }

    @Test func aValueIsDeliveredOnceAndAPauseWithoutOneDeliversNothing() {  // R28
        isPaused.value = true
        let events = start()
        source.send(1)
        isPaused.value = true
        isPaused.value = false
        isPaused.value = false
        isPaused.value = true
        isPaused.value = false
        scheduler.advance()
        #expect(events.text == "1")
    }

    @Test func thePendingValuePrecedesValuesAfterThePause() {  // R28
        isPaused.value = true
        let events = start()
        source.send(1)
        isPaused.value = false
        source.send(2)
        scheduler.advance()
        #expect(events.text == "1 2")
    }

    @Test(arguments: ["|", "x", "!"]) func theEndDoesNotWaitForThePauseToEnd(end: String) {  // R28
        isPaused.value = true
        let events = start()
        source.send(1)
        switch end {
        case "|": source.complete()
        case "x": source.fail()
        default: source.interrupt()
        }
        isPaused.value = false
        scheduler.advance()
        #expect(events.text == end)
        #expect(scheduler.scheduledCount == 0)
    }

    @Test func disposingInterruptsOnTheSchedulerAndDropsThePendingValue() {  // R13
        isPaused.value = true
        let events = start()
        source.send(1)
        events.dispose()
        isPaused.value = false
        #expect(!source.isRunning)
        #expect(events.text == "")
        scheduler.advance()
        #expect(events.text == "!")
    }

    @Test func nothingObservesThePropertyAfterTheEnd() {
        weak var gone: Canary?
        do {
            let canary = Canary()
            gone = canary
            let handle = SignalProducer<Int, TestError>.never.on(value: { _ in _ = canary })
                .throttle(while: isPaused, on: scheduler).start()
            handle.dispose()
            #expect(gone != nil)
            scheduler.advance()
        }
        #expect(gone == nil)
    }

    @Test(arguments: [false, true]) func theProducerDoesNotRetainTheProperty(isStarted: Bool) {
        weak var gone: MutableProperty<Bool>?
        let throttled: SignalProducer<Int, TestError>
        do {
            let isPaused = MutableProperty(false)
            gone = isPaused
            throttled = source.producer.throttle(while: isPaused, on: scheduler)
        }
        let events = isStarted ? throttled.record(on: scheduler) : nil
        #expect(gone == nil)
        source.send(1)
        scheduler.advance()
        #expect(events?.text == (isStarted ? "1" : nil))
        withExtendedLifetime(throttled) {}
    }

    @Test func aComposedPropertyIsRetained() {
        let paused = isPaused.map { !$0 }
        let events = source.producer.throttle(while: paused, on: scheduler).record(on: scheduler)
        source.send(1)
        scheduler.advance()
        #expect(events.text == "")
        isPaused.value = true
        scheduler.advance()
        #expect(events.text == "1")
    }

    @Test func throttleWhileWorksOnSignals() {
        let (signal, input) = Signal<Int, TestError>.pipe()
        let events = signal.throttle(while: isPaused, on: scheduler).record(on: scheduler)
        isPaused.value = true
        input.send(value: 1)
        input.send(value: 2)
        isPaused.value = false
        scheduler.advance()
        #expect(events.text == "2")
    }
}
