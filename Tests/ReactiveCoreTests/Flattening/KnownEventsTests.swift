import ReactiveCore
import ReactiveTesting
import Testing

/// Inner producers whose events are known before their start: one value, a failure, or nothing.
@Suite struct KnownEventsTests {
    let outer = Probe<SignalProducer<Int, TestError>>()
    let a = Probe<Int>()
    let b = Probe<Int>()

    @Test(arguments: FlattenTests.strategies)
    func aProducerOfOneValueIsFlattenedLikeAStartHandlerThatSendsIt(strategy: FlattenStrategy) {
        let forms: [@Sendable (Int) -> SignalProducer<Int, TestError>] = [
            { SignalProducer(value: $0) },
            { SignalProducer(result: .success($0)) },
            { value in
                SignalProducer { observer, _ in
                    observer.send(value: value)
                    observer.sendCompleted()
                }
            },
        ]
        for form in forms {
            let events = record(SignalProducer<Int, TestError>(1...3).flatMap(strategy, form))
            #expect(events.text == (strategy == .race ? "1 |" : "1 2 3 |"))
        }
    }

    @Test(arguments: FlattenTests.strategies)
    func disposingInsideTheValueInterruptsAndMakesNoFurtherProducer(strategy: FlattenStrategy) {  // R13, R40
        let handle = SerialDisposable()
        let log = Log<Signal<Int, Never>.Event>()
        let made = Locked(0)
        SignalProducer<Int, Never>(0..<1_000_000)
            .flatMap(strategy) { value -> SignalProducer<Int, Never> in
                made.withLock { $0 += 1 }
                return SignalProducer(value: value)
            }
            .startWithSignal { signal, interruptHandle in
                handle.inner = interruptHandle
                signal.observe { event in
                    log.add(event)
                    handle.dispose()
                }
            }
        #expect(log.all == [.value(0), .interrupted])
        #expect(made.withLock { $0 } == 1)
    }

    @Test(arguments: FlattenTests.strategies)
    func disposingInsideTheClosureDropsTheValue(strategy: FlattenStrategy) {  // R13, R40
        let handle = SerialDisposable()
        let log = Log<Signal<Int, Never>.Event>()
        SignalProducer<Int, Never>(0..<3)
            .flatMap(strategy) { value -> SignalProducer<Int, Never> in
                handle.dispose()
                return SignalProducer(value: value)
            }
            .startWithSignal { signal, interruptHandle in
                handle.inner = interruptHandle
                signal.observe { log.add($0) }
            }
        #expect(log.all == [.interrupted])
    }

    @Test(arguments: FlattenTests.strategies)
    func aValueSentDuringTheDeliveryFollowsIt(strategy: FlattenStrategy) {  // R37
        let (signal, input) = Signal<Int, Never>.pipe()
        let log = Log<Signal<Int, Never>.Event>()
        signal.flatMap(strategy) { SignalProducer(value: $0) }.observe { event in
            log.add(event)
            guard event == .value(1) else { return }
            input.send(value: 2)
            input.send(value: 3)
            input.sendCompleted()
            log.add(.value(-1))
        }
        input.send(value: 1)
        #expect(log.all == [.value(1), .value(-1)] + (strategy == .race ? [] : [.value(2), .value(3)]) + [.completed])
    }

    @Test(arguments: FlattenTests.strategies)
    func anInterruptionOfTheOuterStreamFollowsTheValue(strategy: FlattenStrategy) {  // R10
        let events = record(outer.producer.flatten(strategy))
        outer.send(SignalProducer(value: 1))
        outer.interrupt()
        outer.send(SignalProducer(value: 2))
        #expect(events.text == "1 !")
        #expect(!outer.isRunning)
    }

    @Test(arguments: FlattenTests.strategies)
    func anOperatorThatEndsAtTheValueStopsTheOuterStream(strategy: FlattenStrategy) {  // R17
        let events = record(outer.producer.flatten(strategy).take(first: 1))
        outer.send(SignalProducer(value: 1))
        #expect(events.text == "1 |")
        #expect(!outer.isRunning)
        outer.send(SignalProducer(value: 2), .empty, SignalProducer(error: .a))
        #expect(events.text == "1 |")
    }

    @Test(arguments: FlattenTests.strategies)
    func aKnownFailureEndsTheResultAndTheOuterStream(strategy: FlattenStrategy) {
        let events = record(outer.producer.flatten(strategy))
        outer.send(SignalProducer(error: .b), SignalProducer(value: 1))
        #expect(events.all.map(\.event) == [.failed(.b)])
        #expect(!outer.isRunning)
    }

    @Test(arguments: FlattenTests.strategies)
    func emptyProducersSendNothingAndLetTheResultComplete(strategy: FlattenStrategy) {
        let events = record(outer.producer.flatten(strategy))
        outer.send(.empty, .empty)
        #expect(events.text == "")
        outer.complete()
        #expect(events.text == "|")
    }

    @Test func aKnownValueWaitsForItsTurnInTheQueue() {
        let events = record(outer.producer.flatten(.concurrent(limit: 2)))
        outer.send(a.producer, SignalProducer(value: 1))
        #expect(events.text == "1")
        outer.send(b.producer, SignalProducer(value: 2), .empty, SignalProducer(value: 3))
        #expect(events.text == "1")
        a.send(0)
        a.complete()
        #expect(events.text == "1 0 2 3")
        outer.complete()
        b.complete()
        #expect(events.text == "1 0 2 3 |")
    }

    @Test func aValueThatWaitsIsDroppedByAFailure() {
        let events = record(outer.producer.flatten(.concat))
        outer.send(a.producer, SignalProducer(value: 1))
        a.fail()
        #expect(events.text == "x")
    }

    @Test func aKnownFailureWaitsForItsTurnInTheQueue() {
        let events = record(outer.producer.flatten(.concat))
        outer.send(a.producer, SignalProducer(error: .b))
        a.send(1)
        a.complete()
        #expect(events.all.map(\.event) == [.value(1), .failed(.b)])
    }

    @Test func aHundredThousandValuesThatWaitTakeConstantStack() {  // R39
        let count = Locked(0)
        let isCompleted = Locked(false)
        outer.producer.flatten(.concat).start { event in
            count.withLock { $0 += event.value ?? 0 }
            isCompleted.withLock { $0 = event.isCompleted }
        }
        outer.send(a.producer)
        for _ in 0..<100_000 { outer.send(SignalProducer(value: 1)) }
        outer.complete()
        #expect(count.withLock { $0 } == 0)
        a.complete()
        #expect(count.withLock { $0 } == 100_000)
        #expect(isCompleted.withLock { $0 })
    }

    @Test func latestDisposesOfThePreviousProducerBeforeTheValue() {
        let log = Log<String>()
        let events = record(outer.producer.flatten(.latest).on(value: { log.add("\($0)") }))
        outer.send(a.producer.on(disposed: log("disposed")))
        a.send(1)
        outer.send(SignalProducer(value: 2))
        a.send(3)
        #expect(log.all == ["1", "disposed", "2"])
        outer.send(b.producer, .empty)
        #expect(!b.isRunning)
        outer.complete()
        #expect(events.text == "1 2 |")
    }

    @Test func aValueWinsTheRaceAgainstProducersThatHaveSentNothing() {
        let log = Log<String>()
        let events = record(outer.producer.flatten(.race).on(value: { log.add("\($0)") }))
        outer.send(a.producer.on(disposed: log("disposed")), SignalProducer(value: 1), SignalProducer(value: 2))
        a.send(3)
        #expect(log.all == ["disposed", "1"])
        #expect(events.text == "1")
        outer.complete()
        #expect(events.text == "1 |")
    }

    @Test func aValueThatComesAfterTheWinnerIsIgnored() {
        let events = record(outer.producer.flatten(.race))
        outer.send(a.producer)
        a.send(1)
        outer.send(SignalProducer(value: 2), SignalProducer(error: .b), .empty)
        a.send(3)
        #expect(events.text == "1 3")
    }

    @Test func anEmptyProducerWinsARace() {
        let events = record(outer.producer.flatten(.race))
        outer.send(a.producer, .empty)
        #expect(!a.isRunning)
        outer.send(SignalProducer(value: 1))
        outer.complete()
        #expect(events.text == "|")
    }

    @Test func throttleIgnoresAValueWhileAProducerRuns() {
        let events = record(outer.producer.flatten(.throttle))
        outer.send(SignalProducer(value: 1), a.producer, SignalProducer(value: 2), SignalProducer(error: .b))
        a.send(3)
        a.complete()
        outer.send(SignalProducer(value: 4))
        outer.complete()
        #expect(events.text == "1 3 4 |")
    }

    @Test(arguments: FlattenTests.strategies)
    func theValueIsReleasedAfterItsDelivery(strategy: FlattenStrategy) {  // R38
        let (signal, input) = Signal<SignalProducer<Canary, Never>, Never>.pipe()
        signal.flatten(strategy).observeValues { _ in }
        weak var gone: Canary?
        do {
            let canary = Canary()
            gone = canary
            input.send(value: SignalProducer(value: canary))
        }
        #expect(gone == nil)
        input.sendCompleted()
    }
}
