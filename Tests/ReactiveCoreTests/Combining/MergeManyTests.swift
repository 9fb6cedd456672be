import ReactiveCore
import ReactiveTesting
import Testing

@Suite struct MergeManyTests {
    let a = Probe<Int>()
    let b = Probe<Int>()

    @Test func mergeForwardsTheValuesOfAllInputs() {
        let events = record(SignalProducer.merge(a.producer, b.producer))
        a.send(1)
        b.send(2)
        a.complete()
        b.send(3)
        b.interrupt()
        #expect(events.text == "1 2 3 |")
    }

    @Test func mergeFailsWithTheFirstFailure() {
        let events = record(a.producer.merge(with: b.producer))
        a.send(1)
        b.fail(.b)
        #expect(events.all.map(\.event) == [.value(1), .failed(.b)])
        #expect(!a.isRunning)
    }

    @Test func mergeStartsInOrder() {
        #expect(
            record(SignalProducer<Int, Never>.merge(.init(value: 1), .init(values: 2, 3), .init(value: 4))).text
                == "1 2 3 4 |"
        )
    }

    @Test func mergeOfAnEmptySequenceCompletes() {  // R22
        #expect(record(SignalProducer<Int, Never>.merge([SignalProducer<Int, Never>]())).text == "|")
    }

    @Test func mergeTakesLiteralsAndConvertibles() {  // R44
        let (signal, input) = Signal<Int, TestError>.pipe()
        let literal = record(SignalProducer.merge(.init(value: 1), a.producer))
        let mixed = record(SignalProducer.merge(signal, SignalProducer<Int, TestError>.never))
        let sequence = record(SignalProducer.merge([signal, signal]))
        let with = record(b.producer.merge(with: signal))
        input.send(value: 5)
        #expect([literal.text, mixed.text, sequence.text, with.text] == ["1", "5", "5 5", "5"])
    }

    @Test func disposingDisposesOfAllInputs() {  // R13
        let events = record(SignalProducer.merge(a.producer, b.producer))
        events.dispose()
        #expect(events.text == "!")
        #expect(!a.isRunning && !b.isRunning)
    }

    @Test func signalsCanBeMerged() {
        let (first, firstInput) = Signal<Int, TestError>.pipe()
        let (second, secondInput) = Signal<Int, TestError>.pipe()
        let variadic = record(Signal.merge(first, second))
        let sequence = record(Signal.merge([first, second]))
        let with = record(first.merge(with: second))
        firstInput.send(value: 1)
        secondInput.send(value: 2)
        firstInput.sendCompleted()
        secondInput.send(error: .b)
        #expect([variadic.text, sequence.text, with.text] == ["1 2 x", "1 2 x", "1 2 x"])
        #expect(record(Signal<Int, TestError>.merge([Signal<Int, TestError>]())).text == "!")  // R6
    }
}
