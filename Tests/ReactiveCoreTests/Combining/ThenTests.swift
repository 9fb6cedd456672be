import ReactiveCore
import ReactiveTesting
import Testing

@Suite struct ThenTests {
    let a = Probe<Int>()
    let b = Probe<String>()

    @Test func theValuesOfTheFirstAreDroppedAndTheNextFollowsItsCompletion() {  // R19
        let events = record(a.producer.then(b.producer))
        a.send(1, 2)
        #expect(b.startCount == 0)
        a.complete()
        b.send("x")
        b.complete()
        #expect(events.text == "x |")
    }

    @Test func aFailureOfTheFirstIsForwarded() {  // R19
        let events = record(a.producer.then(b.producer))
        a.fail(.second)
        #expect(events.all.map(\.event) == [.failed(.second)])
        #expect(b.startCount == 0)
    }

    @Test func anInterruptionOfTheFirstIsForwarded() {  // R19
        let events = record(a.producer.then(b.producer))
        a.interrupt()
        #expect(events.text == "!")
        #expect(b.startCount == 0)
    }

    @Test func theEndOfTheNextIsThatOfTheResult() {  // R19
        let failed = record(SignalProducer<Int, Mishap>.empty.then(b.producer))
        b.fail(.second)
        #expect(failed.all.map(\.event) == [.failed(.second)])
        let interrupted = record(SignalProducer<Int, Mishap>.empty.then(b.producer))
        b.interrupt()
        #expect(interrupted.text == "!")
    }

    @Test func disposingEndsWhicheverRuns() {  // R13, decision 6
        let first = record(a.producer.then(b.producer))
        first.dispose()
        #expect(first.text == "!")
        #expect(!a.isRunning && b.startCount == 0)
        let second = record(a.producer.then(b.producer))
        a.complete()
        b.send("x")
        second.dispose()
        #expect(second.text == "x !")
        #expect(!b.isRunning)
    }

    @Test func contextualLiteralsCompile() {  // decision 10
        let source = SignalProducer<Int, Mishap>([1, 2])
        let other: SignalProducer<String, Mishap> = source.then(.empty)
        let unfailing = SignalProducer<Int, Never>([1, 2])
        let promoted: SignalProducer<String, Mishap> = unfailing.then(.init(error: .second))
        #expect(record(source.then(.never)).text == "")
        #expect(record(source.then(.init(value: 3))).text == "3 |")
        #expect(record(other).text == "|")
        #expect(record(promoted).text == "x")
    }

    @Test func theFailuresMayDifferAndTheNextMayBeAConvertible() {  // R19, decision 10
        let failing = SignalProducer<Int, Mishap>([1, 2])
        let unfailing = SignalProducer<String, Never>(["x"])
        #expect(record(failing.then(unfailing)).text == "x |")
        #expect(record(unfailing.then(failing)).text == "1 2 |")
        #expect(record(failing.then(Constant(value: 3))).text == "3 |")
        #expect(record(unfailing.then(Constant(value: 3))).text == "3 |")
        #expect(record(SignalProducer<Never, Never>.empty.then(failing)).text == "1 2 |")
        #expect(record(SignalProducer<Never, Mishap>(error: .first).then(unfailing)).text == "x")
    }
}
