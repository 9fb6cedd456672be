import ReactiveCore
import ReactiveTesting
import Testing

@Suite struct ThenTests {
    let a = Probe<Int>()
    let b = Probe<String>()

    @Test func theNextStartsAfterTheFirstCompletesAndItsValuesAreDropped() {  // R19
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
        a.fail(.b)
        #expect(events.all.map(\.event) == [.failed(.b)])
        #expect(b.startCount == 0)
    }

    @Test func anInterruptionOfTheFirstIsForwarded() {  // R19
        let events = record(a.producer.then(b.producer))
        a.interrupt()
        #expect(events.text == "!")
        #expect(b.startCount == 0)
    }

    @Test func theResultEndsAsTheNextDoes() {  // R19
        let failed = record(SignalProducer<Int, TestError>.empty.then(b.producer))
        b.fail(.b)
        #expect(failed.all.map(\.event) == [.failed(.b)])
        let interrupted = record(SignalProducer<Int, TestError>.empty.then(b.producer))
        b.interrupt()
        #expect(interrupted.text == "!")
    }

    @Test func disposingEndsTheRunningProducer() {  // R13, R40
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

    @Test func contextualLiteralsCompile() {  // R44
        let source = SignalProducer<Int, TestError>([1, 2])
        let other: SignalProducer<String, TestError> = source.then(.empty)
        let unfailing = SignalProducer<Int, Never>([1, 2])
        let promoted: SignalProducer<String, TestError> = unfailing.then(.init(error: .b))
        #expect(record(source.then(.never)).text == "")
        #expect(record(source.then(.init(value: 3))).text == "3 |")
        #expect(record(other).text == "|")
        #expect(record(promoted).text == "x")
    }

    @Test func failureTypesMayDifferAndTheNextMayBeAConvertible() {  // R19, R44
        let failing = SignalProducer<Int, TestError>([1, 2])
        let unfailing = SignalProducer<String, Never>(["x"])
        #expect(record(failing.then(unfailing)).text == "x |")
        #expect(record(unfailing.then(failing)).text == "1 2 |")
        #expect(record(failing.then(Constant(value: 3))).text == "3 |")
        #expect(record(unfailing.then(Constant(value: 3))).text == "3 |")
        #expect(record(SignalProducer<Never, Never>.empty.then(failing)).text == "1 2 |")
        #expect(record(SignalProducer<Never, TestError>(error: .a).then(unfailing)).text == "x")
    }
}
