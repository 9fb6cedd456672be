import ReactiveCore
import ReactiveTesting
import Testing

@Suite struct ConcatTests {
    let a = Probe<Int>()
    let b = Probe<Int>()

    @Test func theNextProducerStartsWhenTheFirstCompletes() {
        let events = record(a.producer.concat(b.producer))
        a.send(1)
        #expect(b.startCount == 0)
        a.complete()
        b.send(2)
        b.complete()
        #expect(events.text == "1 2 |")
    }

    @Test func aFailureOfTheFirstKeepsTheNextFromStarting() {
        let events = record(a.producer.concat(b.producer))
        a.fail()
        #expect(events.text == "x")
        #expect(b.startCount == 0)
    }

    @Test func anInterruptionOfTheFirstCountsAsItsCompletion() {
        let events = record(a.producer.concat(value: 2))
        a.send(1)
        a.interrupt()
        #expect(events.text == "1 2 |")
    }

    @Test func disposingDuringTheFirstInterruptsAndStartsNothing() {  // R13, R40
        let events = record(a.producer.concat(b.producer))
        a.send(1)
        events.dispose()
        #expect(events.text == "1 !")
        #expect(b.startCount == 0)
    }

    @Test func disposingDuringTheNextInterruptsIt() {  // R13
        let events = record(a.producer.concat(b.producer))
        a.complete()
        b.send(1)
        events.dispose()
        #expect(events.text == "1 !")
        #expect(!b.isRunning)
    }

    @Test func valuesAndErrorsCanBeAppendedAndPrefixed() {  // R45
        let source = SignalProducer<Int, TestError>([1, 2])
        #expect(record(source.concat(value: 3)).text == "1 2 3 |")
        #expect(record(source.concat(error: .b)).all.map(\.event) == [.value(1), .value(2), .failed(.b)])
        #expect(record(source.prefix(value: 0)).text == "0 1 2 |")
        #expect(record(source.prefix(.init(values: 8, 9))).text == "8 9 1 2 |")
    }

    @Test func concatAndPrefixTakeConvertibles() {  // R44
        let source = SignalProducer<Int, Never>([1, 2])
        #expect(record(source.concat(Constant(value: 3))).text == "1 2 3 |")
        #expect(record(source.prefix(Constant(value: 3))).text == "3 1 2 |")
        #expect(record(source.concat(.empty)).text == "1 2 |")
    }

    @Test func signalsCanBeConcatenated() {
        let (signal, input) = Signal<Int, TestError>.pipe()
        let producer = record(signal.concat(.init(values: 8, 9)))
        let value = record(signal.concat(value: 7))
        let error = record(signal.concat(error: .a))
        input.send(value: 1)
        input.sendCompleted()
        #expect([producer.text, value.text, error.text] == ["1 8 9 |", "1 7 |", "1 x"])
    }
}
