import Dispatch
import ReactiveCore
import ReactiveTesting
import Testing

@Suite struct ZipTests {
    let a = Probe<Int>()
    let b = Probe<Int>()
    let c = Probe<String>()

    private func text<A, B>(_ producer: SignalProducer<(A, B), TestError>) -> EventRecorder<String, TestError> {
        record(producer.map { "\($0)\($1)" })
    }

    @Test func valuesArePairedByPosition() {  // R22
        let events = text(SignalProducer.zip(a.producer, c.producer))
        a.send(1, 2)
        #expect(events.text == "")
        c.send("x")
        c.send("y")
        c.send("z")
        a.send(3)
        #expect(events.text == "1x 2y 3z")
    }

    @Test func theResultCompletesWhenACompletedInputHasNoValuesLeft() {  // R22
        let events = text(a.producer.zip(with: c.producer))
        a.send(1, 2)
        a.complete()
        #expect(events.text == "")
        c.send("x")
        #expect(events.text == "1x")
        c.send("y")
        #expect(events.text == "1x 2y |")
        #expect(!c.isRunning)
    }

    @Test func theResultCompletesAtOnceWithAnEmptyInput() {  // R22
        let events = text(a.producer.zip(with: c.producer))
        c.send("x")
        a.complete()
        #expect(events.text == "|")
        #expect(!c.isRunning)
    }

    @Test func aFailureOrAnInterruptionEndsAllInputsAtOnce() {  // R22
        let failed = text(a.producer.zip(with: c.producer))
        a.send(1)
        c.fail(.b)
        #expect(failed.all.map(\.event) == [.failed(.b)])
        #expect(!a.isRunning)
        let interrupted = text(a.producer.zip(with: c.producer))
        a.interrupt()
        #expect(interrupted.text == "!")
        #expect(!c.isRunning)
    }

    @Test func disposingDisposesOfAllInputs() {  // R13
        let events = text(a.producer.zip(with: c.producer))
        a.send(1)
        events.dispose()
        #expect(events.text == "!")
        #expect(!a.isRunning && !c.isRunning)
    }

    @Test func anyNumberOfConvertiblesCanBeZipped() {  // R44
        let numbers = SignalProducer<Int, Never>([1, 2, 3])
        let property = MutableProperty("x")
        let mixed = SignalProducer.zip(numbers, property, numbers)
        let literal = SignalProducer.zip(numbers, .init(value: 9), numbers, SignalProducer(["a", "b"]))
        #expect(record(mixed.map { "\($0)\($1)\($2)" }).text == "1x1")
        #expect(record(literal.map { "\($0)\($1)\($2)\($3)" }).text == "191a |")
    }

    @Test func tuplesOfManyInputsAreDestructuredInTheSameExpression() {  // R44
        let one = SignalProducer<Int, Never>(value: 1)
        let text = Property(value: "x")
        let log = Log<String>()
        SignalProducer.zip(one, one, one, one).map { $0.0 + $0.3 }.startWithValues { log.add("\($0)") }
        SignalProducer.zip(one, text, one, one, text).startWithValues { log.add($0.4 + "\($0.3)") }
        SignalProducer.zip(one, text, text, one).take(first: 1).startWithValues { log.add("\($0)\($1)\($2)\($3)") }
        SignalProducer.zip(one, one, one, one, one, one, one, one, one, text).map(\.9).startWithValues { log.add($0) }
        let (signal, input) = Signal<Int, Never>.pipe()
        Signal.zip(signal, signal, signal).map { $0.0 + $0.2 }.observeValues { log.add("\($0)") }
        Signal.zip(signal, signal, signal, signal).map { $0.0 * $0.3 }.take(first: 1).observeValues { log.add("\($0)") }
        input.send(value: 5)
        #expect(log.all == ["2", "x1", "1xx1", "x", "10", "25"])
    }

    @Test func sequencesAreZippedIntoArrays() {  // R22
        let events = record(SignalProducer.zip([a.producer, b.producer]))
        a.send(1, 2)
        b.send(3)
        a.complete()
        b.send(4)
        #expect(events.text == "[1, 3] [2, 4] |")
    }

    @Test func anEmptySequenceCompletesAfterTheSentinel() {  // R22
        let none: [SignalProducer<Int, TestError>] = []
        #expect(record(SignalProducer.zip(none)).text == "|")
        #expect(record(SignalProducer.zip(none, emptySentinel: [7])).text == "[7] |")
        #expect(record(Signal<Int, TestError>.zip([Signal<Int, TestError>]())).text == "!")
    }

    @Test func signalsCanBeZipped() {  // R22
        let (first, firstInput) = Signal<Int, TestError>.pipe()
        let (second, secondInput) = Signal<String, TestError>.pipe()
        let two = record(first.zip(with: second).map { "\($0)\($1)" })
        let three = record(Signal.zip(first, second, first).map { "\($0)\($1)\($2)" })
        let sequence = record(Signal.zip([first, first]))
        firstInput.send(value: 1)
        secondInput.send(value: "x")
        firstInput.sendCompleted()
        #expect([two.text, three.text, sequence.text] == ["1x |", "1x1 |", "[1, 1] |"])
    }

    @Test func aLongQueueDoesNotSlowDownPairing() {  // R22
        let count = Locked(0)
        a.producer.zip(with: b.producer).start { if $0.value != nil { count.withLock { $0 += 1 } } }
        for value in 0..<200_000 { a.send(value) }
        for value in 0..<200_000 { b.send(value) }
        #expect(count.withLock { $0 } == 200_000)
    }

    @Test func valuesStayPairedOnFourThreads() async {  // R2
        let isInside = Guard()
        let state = Locked((count: 0, ends: 0, mismatches: 0))
        let inputs = (0..<4).map { _ in
            SignalProducer<Int, Never> { observer, _ in
                DispatchQueue.global().async {
                    for value in 0..<25_000 { observer.send(value: value) }
                    observer.sendCompleted()
                }
            }
        }
        await withCheckedContinuation { continuation in
            SignalProducer.zip(inputs).start { event in
                isInside.enter()
                state.withLock { state in
                    if let values = event.value {
                        if values != Array(repeating: state.count, count: 4) { state.mismatches += 1 }
                        state.count += 1
                    } else {
                        state.ends += 1
                    }
                }
                isInside.leave()
                if event.isTerminating { continuation.resume() }
            }
        }
        let (count, ends, mismatches) = state.withLock { $0 }
        #expect(count == 25_000 && ends == 1 && mismatches == 0)
        #expect(isInside.violationCount == 0)
    }

    @Test func nothingIsRetainedAfterTheEnd() {  // R38
        weak var gone: Canary?
        do {
            let canary = Canary()
            gone = canary
            let waiting = SignalProducer(value: canary).concat(.never)
            SignalProducer.zip(waiting, SignalProducer<Int, Never>.never).start().dispose()
        }
        #expect(gone == nil)
    }
}
