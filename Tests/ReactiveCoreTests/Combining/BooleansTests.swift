import ReactiveCore
import ReactiveTesting
import Testing

@Suite struct BooleansTests {
    let left = Probe<Bool>()
    let right = Probe<Bool>()

    @Test func negateInvertsEveryValue() {
        let events = record(SignalProducer<Bool, Never>(values: true, false, false).negate())
        #expect(events.text == "false true true |")
    }

    @Test func andIsTrueWhileBothInputsAre() {  // R22
        let events = record(left.producer.and(right.producer))
        left.send(true)
        #expect(events.text == "")
        right.send(false, true)
        left.send(false)
        right.complete()
        #expect(events.text == "false true false")
        left.complete()
        #expect(events.text == "false true false |")
    }

    @Test func orIsTrueWhileAnyInputIs() {  // R22
        let events = record(left.producer.or(right.producer))
        left.send(true)
        right.send(false, true)
        left.send(false)
        right.send(false)
        right.fail()
        #expect(events.text == "true true true false x")
    }

    @Test(arguments: [
        ([], "true |", "false |"), ([true], "true |", "true |"), ([false, true], "false |", "true |"),
        ([false, false, false], "false |", "false |"),
    ])
    func allAndAnyAcceptAnEmptyCollection(values: [Bool], all: String, any: String) {  // R22
        let producers = values.map { SignalProducer<Bool, Never>(value: $0) }
        #expect(record(SignalProducer.all(producers)).text == all)
        #expect(record(SignalProducer.any(producers)).text == any)
    }

    @Test func allAndAnyTakeSignalsAndProperties() {
        let (signal, input) = Signal<Bool, Never>.pipe()
        let property = MutableProperty(true)
        let all = record(SignalProducer.all(signal, property, SignalProducer(value: true)))
        let any = record(SignalProducer.any(signal, property))
        let and = record(property.producer.and(signal))
        let or = record(signal.producer.or(property))
        input.send(value: false)
        property.value = false
        #expect([all.text, any.text, and.text, or.text] == ["false false", "true false", "false false", "true false"])
    }

    @Test func disposingInterruptsTheResultAndItsInputs() {  // R13
        let events = record(SignalProducer.any([left.producer, right.producer]))
        left.send(true)
        events.dispose()
        #expect(events.text == "!")
        #expect(!left.isRunning && !right.isRunning)
    }

    @Test func booleanOperatorsWorkOnSignals() {
        let (a, aInput) = Signal<Bool, Never>.pipe()
        let (b, bInput) = Signal<Bool, Never>.pipe()
        let negated = record(a.negate())
        let combined = [a.and(b), a.or(b), .all(a, b), .any(a, b), .all([a, b]), .any([a, b])].map { record($0) }
        aInput.send(value: true)
        bInput.send(value: false)
        #expect(negated.text == "false")
        #expect(combined.map(\.text) == ["false", "true", "false", "true", "false", "true"])
        #expect(record(Signal<Bool, Never>.all([])).text == "!")
    }
}
