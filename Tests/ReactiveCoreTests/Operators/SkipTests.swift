import ReactiveCore
import ReactiveTesting
import Testing

struct SkipTests {
    typealias Event = Signal<Int, TestError>.Event
    let numbers = SignalProducer<Int, TestError>(values: 1, 2, 3, 1)

    @Test func skipFirstDropsTheFirstValues() {
        #expect(events(of: numbers.skip(first: 2)) == [.value(3), .value(1), .completed])
        #expect(events(of: numbers.skip(first: 0)).count == 5)
        #expect(events(of: numbers.skip(first: 9)) == [.completed])
    }

    @Test func skipFirstCountsSeparatelyInEachStart() {  // R11
        let producer = numbers.skip(first: 3)
        #expect(events(of: producer) == [.value(1), .completed])
        #expect(events(of: producer) == [.value(1), .completed])
    }

    @Test func skipWhileDropsValuesUntilOneDoesNotSatisfyThePredicate() {
        #expect(events(of: numbers.skip(while: { $0 < 3 })) == [.value(3), .value(1), .completed])
    }

    @Test func failureAndInterruptionAreForwarded() {  // R10
        let failing = SignalProducer<Int, TestError>(error: .a)
        #expect(events(of: failing.skip(first: 2)) == [.failed(.a)])
        #expect(events(of: failing.skip(while: { _ in true })) == [.failed(.a)])
        #expect(selfDisposing(numbers.skip(first: 1)) { $0 == .value(3) } == [.value(2), .value(3), .interrupted])
    }

    @Test func aTriggerValueEndsTheSkipping() {
        let (source, trigger) = (Signal<Int, TestError>.pipe(), Signal<Void, Never>.pipe())
        let disposed = Counter()
        let recorder = source.output.producer
            .skip(until: trigger.output.producer.on(disposed: { disposed.add() }))
            .record()
        source.input.send(value: 1)
        trigger.input.send(value: ())
        #expect(disposed.value == 1)
        source.input.send(value: 2)
        source.input.sendCompleted()
        #expect(recorder.all.map(\.event) == [.value(2), .completed])
    }

    @Test func skippingEndsWithTheCompletionOfTheTriggerOnly() {
        let empty = SignalProducer<Void, Never>.empty
        #expect(events(of: numbers.skip(until: empty)).count == 5)
        let interrupted = SignalProducer<Void, Never>(value: ()).take(first: 0)
        #expect(events(of: numbers.skip(until: interrupted)) == [.completed])
    }

    @Test func theTerminationOfTheSourceNeedsNoTrigger() {  // R10
        let failing = SignalProducer<Int, TestError>(error: .a)
        #expect(events(of: failing.skip(until: SignalProducer<Void, Never>.never)) == [.failed(.a)])
    }

    @Test func skippingDoesNotResumeAfterTheTriggerOnAnyThread() {
        let unfair = unfairContests {
            let (source, trigger) = (Signal<Int, TestError>.pipe(), Signal<Void, Never>.pipe())
            let log = Log<Event>()
            source.output.skip(until: trigger.output).observe { log.add($0) }
            let send: @Sendable () -> Void = { for value in 1...3 { source.input.send(value: value) } }
            return Contest(left: send, right: { trigger.input.send(value: ()) }) {
                log.all == [.value(1), .value(2), .value(3)].suffix(log.all.count)
            }
        }
        #expect(unfair == 0)
    }

    @Test func skipOperatorsWorkOnSignals() {
        let (signal, input) = Signal<Int, TestError>.pipe()
        let log = Log<String>()
        signal.skip(first: 1).observe { log.add("first \($0)") }
        signal.skip(while: { $0 < 2 }).observe { log.add("while \($0)") }
        input.send(value: 1)
        input.send(value: 2)
        #expect(log.all == ["first VALUE 2", "while VALUE 2"])
    }
}
