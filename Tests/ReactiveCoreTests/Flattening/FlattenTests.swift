import Dispatch
import ReactiveCore
import ReactiveTesting
import Testing

/// Behavior that all strategies share.
@Suite struct FlattenTests {
    static let strategies: [FlattenStrategy] = [
        .merge, .concat, .concurrent(limit: 3), .latest, .race, .throttle,
    ]

    let outer = Probe<SignalProducer<Int, TestError>>()
    let inner = Probe<Int>()

    @Test(arguments: strategies)
    func aFailureOfTheOuterStreamIsForwardedAtOnce(strategy: FlattenStrategy) {  // R10
        let events = record(outer.producer.flatten(strategy))
        outer.send(inner.producer)
        inner.send(1)
        outer.fail(.b)
        #expect(events.all.map(\.event) == [.value(1), .failed(.b)])
        #expect(!inner.isRunning)
    }

    @Test(arguments: strategies)
    func anInterruptionOfTheOuterStreamIsForwardedAtOnce(strategy: FlattenStrategy) {  // R10
        let events = record(outer.producer.flatten(strategy))
        outer.send(inner.producer)
        inner.send(1)
        outer.interrupt()
        #expect(events.text == "1 !")
        #expect(!inner.isRunning)
    }

    @Test(arguments: strategies)
    func aFailureOfAnInnerProducerEndsEverything(strategy: FlattenStrategy) {
        let events = record(outer.producer.flatten(strategy))
        outer.send(inner.producer)
        inner.fail(.b)
        #expect(events.all.map(\.event) == [.failed(.b)])
        #expect(!outer.isRunning)
    }

    @Test(arguments: strategies)
    func disposingDisposesOfTheOuterStreamAndTheInnerProducers(strategy: FlattenStrategy) {  // R13, R38
        let events = record(outer.producer.flatten(strategy))
        outer.send(inner.producer)
        inner.send(1)
        events.dispose()
        #expect(events.text == "1 !")
        #expect(!outer.isRunning && !inner.isRunning)
        inner.send(2)
        outer.send(inner.producer)
        #expect(events.text == "1 !")
        #expect(inner.startCount == 1)
    }

    @Test(arguments: strategies)
    func disposingFromInsideAValueStopsASynchronousSource(strategy: FlattenStrategy) {  // R15, R40
        let handle = SerialDisposable()
        let log = Locked<[Signal<Int, Never>.Event]>([])
        let made = Locked(0)
        let producer = SignalProducer<Int, Never>(0..<1_000_000)
            .flatMap(strategy) { value -> SignalProducer<Int, Never> in
                made.withLock { $0 += 1 }
                return SignalProducer(value...)
            }
        producer.startWithSignal { signal, interruptHandle in
            handle.inner = interruptHandle
            signal.observe { event in
                log.withLock { $0.append(event) }
                if event.value == 2 { handle.dispose() }
            }
        }
        #expect(log.withLock { $0 } == [.value(0), .value(1), .value(2), .interrupted])
        #expect(made.withLock { $0 } == 1)
    }

    @Test(arguments: strategies)
    func anOperatorThatEndsEarlyStopsAllProducers(strategy: FlattenStrategy) {  // R17
        let events = record(outer.producer.flatten(strategy).take(first: 3))
        outer.send(inner.producer)
        inner.send(0, 1, 2, 3)
        #expect(events.text == "0 1 2 |")
        #expect(!outer.isRunning && !inner.isRunning)
    }

    @Test(arguments: strategies)
    func synchronousInnerProducersTakeConstantStack(strategy: FlattenStrategy) {  // R38, R39
        let starts = strategy == .concat ? 1_000_000 : 100_000
        let sum = Locked((count: 0, last: -1, isCompleted: false))
        SignalProducer<Int, Never>(0..<starts)
            .flatMap(strategy) { SignalProducer<Int, Never>(value: $0) }
            .start { event in
                sum.withLock {
                    switch event {
                    case .value(let value): $0 = ($0.count + 1, max($0.last, value), false)
                    default: $0.isCompleted = event.isCompleted
                    }
                }
            }
        let (count, last, isCompleted) = sum.withLock { $0 }
        #expect(count == (strategy == .race ? 1 : starts))
        #expect(last == (strategy == .race ? 0 : starts - 1))
        #expect(isCompleted)
    }

    @Test(arguments: strategies)
    func valuesSentDuringADeliveryOfTheOuterSignalStayInOrder(strategy: FlattenStrategy) {  // R37
        let (signal, input) = Signal<Int, Never>.pipe()
        let events = record(signal.flatMap(strategy) { SignalProducer<Int, Never>(values: $0, $0 + 1) })
        input.send(value: 10)
        input.send(value: 20)
        input.sendCompleted()
        #expect(events.text == (strategy == .race ? "10 11 |" : "10 11 20 21 |"))
    }

    @Test(arguments: strategies)
    func theHandleIsDisposedAfterTheNaturalEnd(strategy: FlattenStrategy) {  // R40
        let handle = SignalProducer<Int, Never>(value: 1).flatMap(strategy) { SignalProducer(value: $0) }.start()
        #expect(handle.isDisposed)
    }

    @Test(arguments: [FlattenStrategy.merge, .concurrent(limit: 4)])
    func valuesOfInnerProducersOnFourThreadsAreSerialized(strategy: FlattenStrategy) async {  // R2
        let state = Locked((count: 0, sum: 0, ends: 0))
        let isInside = Guard()
        let outer = SignalProducer<Int, Never>(0..<4).flatMap(strategy) { thread in
            SignalProducer<Int, Never> { observer, _ in
                DispatchQueue.global().async {
                    for value in 0..<25_000 { observer.send(value: thread * 25_000 + value) }
                    observer.sendCompleted()
                }
            }
        }
        await withCheckedContinuation { continuation in
            outer.start { event in
                isInside.enter()
                state.withLock {
                    switch event {
                    case .value(let value): $0 = ($0.count + 1, $0.sum + value, $0.ends)
                    default: $0.ends += 1
                    }
                }
                isInside.leave()
                if event.isTerminating { continuation.resume() }
            }
        }
        let (count, sum, ends) = state.withLock { $0 }
        #expect(count == 100_000)
        #expect(sum == (0..<100_000).reduce(0, +))
        #expect(ends == 1)
        #expect(isInside.violationCount == 0)
    }

    @Test(arguments: strategies)
    func finishedInnerProducersAreReleased(strategy: FlattenStrategy) {  // R38
        let outer = Probe<SignalProducer<Int, TestError>>()
        let events = record(outer.producer.flatten(strategy))
        weak var gone: Canary?
        do {
            let canary = Canary()
            gone = canary
            outer.send(SignalProducer { 1 }.map { _ in canary }.map { _ in 2 })
        }
        #expect(events.text == "2")
        #expect(gone == nil)
    }

    @Test(arguments: strategies)
    func nothingIsRetainedAfterDisposal(strategy: FlattenStrategy) {  // R38
        weak var gone: Canary?
        do {
            let canary = Canary()
            gone = canary
            let never = SignalProducer<Int, Never>.never.map { value in
                withExtendedLifetime(canary) { value }
            }
            let handle = SignalProducer<Int, Never>(0..<10).concat(.never)
                .flatMap(strategy) { _ in never }
                .startWithValues { _ in withExtendedLifetime(canary) {} }
            handle.dispose()
        }
        #expect(gone == nil)
    }

    @Test func aSignalOfSignalsIsFlattenedUntilItEnds() {
        let (outer, outerInput) = Signal<Signal<Int, Never>, Never>.pipe()
        let (inner, innerInput) = Signal<Int, Never>.pipe()
        let events = record(outer.flatten(.merge))
        outerInput.send(value: inner)
        innerInput.send(value: 1)
        outerInput.sendCompleted()
        innerInput.send(value: 2)
        innerInput.sendCompleted()
        #expect(events.text == "1 2 |")
    }

    @Test func anUnreferencedFlattenedSignalDisposesOfItsInnerProducers() {  // R8
        let (outer, input) = Signal<Int, TestError>.pipe()
        do {
            let flattened = outer.flatMap(.merge) { [inner] _ in inner.producer }
            input.send(value: 1)
            #expect(inner.isRunning)
            withExtendedLifetime(flattened) {}
        }
        #expect(!inner.isRunning)
    }

    @Test func sequencesAreFlattenedElementByElement() {
        let source = SignalProducer<[Int], Never>([[1, 2], [], [3]])
        #expect(record(source.flatten()).text == "1 2 3 |")
        let (signal, input) = Signal<[Int], Never>.pipe()
        let events = record(signal.flatten())
        input.send(value: [1, 2])
        input.sendCompleted()
        #expect(events.text == "1 2 |")
    }

    @Test func disposingWithinAFlattenedSequenceDropsTheRest() {  // R15
        let handle = SerialDisposable()
        let seen = Locked<[Int]>([])
        SignalProducer<[Int], Never> { [1, 2, 3, 4] }.flatten().startWithSignal { signal, interruptHandle in
            handle.inner = interruptHandle
            signal.observeValues { value in
                seen.withLock { $0.append(value) }
                if value == 2 { handle.dispose() }
            }
        }
        #expect(seen.withLock { $0 } == [1, 2])
    }
}
