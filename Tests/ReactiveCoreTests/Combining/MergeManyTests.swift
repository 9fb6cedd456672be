import ReactiveCore
import ReactiveTesting
import Testing

@Suite struct MergeManyTests {
    let a = Probe<Int>()
    let b = Probe<Int>()

    @Test func mergeForwardsTheValuesOfAll() {
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
        b.fail(.second)
        #expect(events.all.map(\.event) == [.value(1), .failed(.second)])
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

    @Test func mergeTakesLiteralsAndConvertibles() {  // decision 10
        let (signal, input) = Signal<Int, Mishap>.pipe()
        let literal = record(SignalProducer.merge(.init(value: 1), a.producer))
        let mixed = record(SignalProducer.merge(signal, SignalProducer<Int, Mishap>.never))
        let sequence = record(SignalProducer.merge([signal, signal]))
        let with = record(b.producer.merge(with: signal))
        input.send(value: 5)
        #expect([literal.text, mixed.text, sequence.text, with.text] == ["1", "5", "5 5", "5"])
    }

    @Test func disposingDisposesOfAll() {  // R13
        let events = record(SignalProducer.merge(a.producer, b.producer))
        events.dispose()
        #expect(events.text == "!")
        #expect(!a.isRunning && !b.isRunning)
    }

    @Test func signalsMergeToo() {
        let (first, firstInput) = Signal<Int, Mishap>.pipe()
        let (second, secondInput) = Signal<Int, Mishap>.pipe()
        let variadic = record(Signal.merge(first, second))
        let sequence = record(Signal.merge([first, second]))
        let with = record(first.merge(with: second))
        firstInput.send(value: 1)
        secondInput.send(value: 2)
        firstInput.sendCompleted()
        secondInput.send(error: .second)
        #expect([variadic.text, sequence.text, with.text] == ["1 2 x", "1 2 x", "1 2 x"])
        #expect(record(Signal<Int, Mishap>.merge([Signal<Int, Mishap>]())).text == "!")  // R6
    }
}
