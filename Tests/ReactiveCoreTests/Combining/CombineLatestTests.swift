import Dispatch
import ReactiveCore
import ReactiveTesting
import Testing

@Suite struct CombineLatestTests {
    let a = Probe<Int>()
    let b = Probe<Int>()
    let c = Probe<String>()

    private func text<A, B>(_ producer: SignalProducer<(A, B), TestError>) -> EventRecorder<String, TestError> {
        record(producer.map { "\($0)\($1)" })
    }

    @Test func everyValueSendsATupleOnceAllInputsHaveSentOne() {  // R22
        let events = text(SignalProducer.combineLatest(a.producer, c.producer))
        a.send(1, 2)
        c.send("x")
        a.send(3)
        c.send("y")
        #expect(events.text == "2x 3x 3y")
    }

    @Test func theResultCompletesWhenAllInputsHave() {  // R22
        let events = text(a.producer.combineLatest(with: c.producer))
        a.send(1)
        a.complete()
        c.send("x", "y")
        #expect(events.text == "1x 1y")
        c.complete()
        #expect(events.text == "1x 1y |")
    }

    @Test func theResultCompletesEvenIfAnInputSendsNothing() {  // R22
        let events = text(a.producer.combineLatest(with: c.producer))
        a.complete()
        c.send("x")
        c.complete()
        #expect(events.text == "|")
    }

    @Test func aFailureOrAnInterruptionEndsAllInputsAtOnce() {  // R22
        let failed = text(a.producer.combineLatest(with: c.producer))
        c.fail(.b)
        #expect(failed.all.map(\.event) == [.failed(.b)])
        #expect(!a.isRunning)
        let interrupted = text(a.producer.combineLatest(with: c.producer))
        a.interrupt()
        #expect(interrupted.text == "!")
        #expect(!c.isRunning)
    }

    @Test func disposingDisposesOfAllInputs() {  // R13
        let events = text(a.producer.combineLatest(with: c.producer))
        a.send(1)
        c.send("x")
        events.dispose()
        #expect(events.text == "1x !")
        #expect(!a.isRunning && !c.isRunning)
    }

    @Test func disposingFromInsideAValueStopsTheSources() {  // R15, R40
        let handle = SerialDisposable()
        let seen = Locked<[String]>([])
        let numbers = SignalProducer<Int, TestError>(0..<1_000_000)
        SignalProducer.combineLatest(Constant(value: "x").producer.promoteError(TestError.self), numbers)
            .startWithSignal { signal, interruptHandle in
                handle.inner = interruptHandle
                signal.observe { event in
                    seen.withLock { $0.append("\(event.map { $0.1 })") }
                    if event.value?.1 == 1 { handle.dispose() }
                }
            }
        #expect(seen.withLock { $0 } == ["VALUE 0", "VALUE 1", "INTERRUPTED"])
    }

    @Test func allInputsAreObservedBeforeTheyStartInOrder() {  // R22
        let (signal, input) = Signal<Int, TestError>.pipe()
        let order = Locked<[Int]>([])
        let feeding = SignalProducer<Int, TestError> { observer, _ in
            order.withLock { $0.append(2) }
            input.send(value: 7)
            observer.send(value: 8)
            observer.sendCompleted()
        }
        let first = SignalProducer<Int, TestError> { () -> Int in
            order.withLock { $0.append(1) }
            return 1
        }
        let events = record(SignalProducer.combineLatest(first, signal, feeding).map { "\($0)\($1)\($2)" })
        #expect(order.withLock { $0 } == [1, 2])
        #expect(events.text == "178")
    }

    @Test func aFailureOfTheFirstKeepsTheOthersFromStarting() {  // R22
        let events = text(SignalProducer<Int, TestError>(error: .a).combineLatest(with: c.producer))
        #expect(events.text == "x")
        #expect(c.startCount == 0)
    }

    @Test func anyNumberOfConvertiblesCanBeCombined() {  // R44
        let (signal, input) = Signal<String, Never>.pipe()
        let property = MutableProperty(2)
        let mixed = SignalProducer.combineLatest(SignalProducer(value: 1), property, signal.promoteError())
        let failing = SignalProducer.combineLatest(a.producer, property.producer.promoteError(), signal.promoteError())
        let texts = signal.producer.promoteError(TestError.self)
        let many = SignalProducer.combineLatest(b.producer, texts, c.producer, .init(value: 1.5))
        let events = record(mixed.map { "\($0)\($1)\($2)" })
        let failingEvents = record(failing.map { "\($0)\($1)\($2)" })
        let manyEvents = record(many.map { "\($0)\($1)\($2)\($3)" })
        a.send(0)
        b.send(0)
        c.send("c")
        input.send(value: "x")
        property.value = 3
        #expect([events.text, failingEvents.text, manyEvents.text] == ["12x 13x", "02x 03x", "0xc1.5"])
    }

    @Test func tuplesOfManyInputsAreDestructuredInTheSameExpression() {  // R44
        let one = SignalProducer<Int, Never>(value: 1)
        let text = Property(value: "x")
        let log = Log<String>()
        SignalProducer.combineLatest(one, one, one, one).map { $0.0 + $0.3 }.startWithValues { log.add("\($0)") }
        SignalProducer.combineLatest(one, text, one, one, text).startWithValues { log.add($0.4 + "\($0.3)") }
        SignalProducer.combineLatest(one, text, text, one).take(first: 1).startWithValues {
            log.add("\($0)\($1)\($2)\($3)")
        }
        SignalProducer.combineLatest(one, one, one, one, one, one, one, one, one, text).map(\.9).startWithValues {
            log.add($0)
        }
        let (signal, input) = Signal<Int, Never>.pipe()
        Signal.combineLatest(signal, signal, signal).map { $0.0 + $0.2 }.observeValues { log.add("\($0)") }
        Signal.combineLatest(signal, signal, signal, signal).map { $0.0 * $0.3 }.take(first: 1).observeValues {
            log.add("\($0)")
        }
        input.send(value: 5)
        #expect(log.all == ["2", "x1", "1xx1", "x", "10", "25"])
    }

    @Test func sequencesAreCombinedIntoArrays() {  // R22
        let events = record(SignalProducer.combineLatest([a.producer, b.producer]))
        a.send(1)
        b.send(2)
        a.send(3)
        a.complete()
        b.complete()
        #expect(events.text == "[1, 2] [3, 2] |")
    }

    @Test func anEmptySequenceCompletesAfterTheSentinel() {  // R22
        let none: [SignalProducer<Int, TestError>] = []
        #expect(record(SignalProducer.combineLatest(none)).text == "|")
        #expect(record(SignalProducer.combineLatest(none, emptySentinel: [7])).text == "[7] |")
        #expect(record(Signal<Int, TestError>.combineLatest([Signal<Int, TestError>]())).text == "!")
    }

    @Test func signalsCanBeCombined() {  // R22
        let (first, firstInput) = Signal<Int, TestError>.pipe()
        let (second, secondInput) = Signal<String, TestError>.pipe()
        let two = record(first.combineLatest(with: second).map { "\($0)\($1)" })
        let three = record(Signal.combineLatest(first, second, first).map { "\($0)\($1)\($2)" })
        let sequence = record(Signal.combineLatest([first, first]))
        firstInput.send(value: 1)
        secondInput.send(value: "x")
        firstInput.sendCompleted()
        secondInput.sendCompleted()
        #expect([two.text, three.text, sequence.text] == ["1x |", "1x1 |", "[1, 1] |"])
    }

    @Test func noValueIsLostOnFourThreads() async {  // R2
        let isInside = Guard()
        let state = Locked((count: 0, ends: 0, isInOrder: true, last: [-1, -1, -1, -1]))
        let inputs = (0..<4).map { _ in
            SignalProducer<Int, Never> { observer, _ in
                DispatchQueue.global().async {
                    for value in 0..<25_000 { observer.send(value: value) }
                    observer.sendCompleted()
                }
            }
        }
        await withCheckedContinuation { continuation in
            SignalProducer.combineLatest(inputs.map { $0.prefix(value: -1) }).start { event in
                isInside.enter()
                state.withLock { state in
                    if let values = event.value {
                        state.count += 1
                        if zip(values, state.last).contains(where: { $0 < $1 }) { state.isInOrder = false }
                        state.last = values
                    } else {
                        state.ends += 1
                    }
                }
                isInside.leave()
                if event.isTerminating { continuation.resume() }
            }
        }
        let (count, ends, isInOrder, last) = state.withLock { $0 }
        #expect(count > 25_000 && count <= 100_001)
        #expect(ends == 1 && isInOrder && last == [24_999, 24_999, 24_999, 24_999])
        #expect(isInside.violationCount == 0)
    }

    @Test func nothingIsRetainedAfterTheEnd() {  // R38
        weak var gone: Canary?
        do {
            let canary = Canary()
            gone = canary
            let never = SignalProducer<Int, Never>.never.map { value in withExtendedLifetime(canary) { value } }
            SignalProducer.combineLatest(never, SignalProducer(value: canary)).start().dispose()
        }
        #expect(gone == nil)
    }
}
