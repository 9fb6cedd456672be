import ReactiveCore
import ReactiveTesting
import Testing

struct TakeTests {
    typealias Event = Signal<Int, TestError>.Event
    let numbers = SignalProducer<Int, TestError>(1...9)
    let failing = SignalProducer<Int, TestError>(values: 1, 2, 3).attempt { $0 == 3 ? .failure(.a) : .success(()) }

    @Test func takeFirstCompletesRightAfterItsLastValue() {  // R17
        let (signal, input) = Signal<Int, TestError>.pipe()
        let log = Log<String>()
        let producer = signal.producer.on(disposed: log("disposed")).take(first: 2)
        producer.start { log.add($0.description) }
        input.send(value: 1)
        input.send(value: 2)
        log.add("sent")
        input.send(value: 3)
        #expect(log.all == ["VALUE 1", "VALUE 2", "COMPLETED", "disposed", "sent"])
    }

    @Test func takeFirstZeroDoesNotStartTheSource() {  // R17
        let log = Log<String>()
        numbers.on(starting: log("starting")).take(first: 0).start { log.add($0.description) }
        #expect(log.all == ["INTERRUPTED"])
        let (signal, input) = Signal<Int, TestError>.pipe()
        #expect(signal.take(first: 0).record().all == [.interrupted(at: .zero)])
        input.send(value: 1)
    }

    @Test func takeFirstOfAShorterSourceEndsAsTheSourceDoes() {
        #expect(events(of: failing.take(first: 5)) == [.value(1), .value(2), .failed(.a)])
        #expect(events(of: SignalProducer<Int, TestError>(value: 1).take(first: 2)) == [.value(1), .completed])
    }

    @Test func reentrantValuesDoNotExceedTheCountOfTakeFirst() {  // R17, R37
        let (signal, input) = Signal<Int, TestError>.pipe()
        let log = Log<Event>()
        signal.producer.take(first: 2).start { event in
            log.add(event)
            if let value = event.value { for next in 1...3 { input.send(value: value * 10 + next) } }
        }
        input.send(value: 1)
        #expect(log.all == [.value(1), .value(11), .completed])
    }

    @Test func disposingAtTheLastValueOfTakeFirstInterrupts() {  // R13, R40
        #expect(selfDisposing(numbers.take(first: 2)) { $0 == .value(2) } == [.value(1), .value(2), .interrupted])
        #expect(selfDisposing(numbers.take(first: 2)) { $0 == .value(1) } == [.value(1), .interrupted])
    }

    @Test func takeFirstCountsSeparatelyInEachStart() {  // R11
        let producer = numbers.take(first: 1)
        #expect(events(of: producer) == [.value(1), .completed])
        #expect(events(of: producer) == [.value(1), .completed])
    }

    @Test func takeLastSendsItsValuesAtTheCompletion() {
        #expect(events(of: numbers.take(last: 2)) == [.value(8), .value(9), .completed])
        #expect(events(of: numbers.take(last: 20)).count == 10)
        #expect(events(of: numbers.take(last: 0)) == [.completed])
        #expect(events(of: failing.take(last: 2)) == [.failed(.a)])
    }

    @Test func aConsumerMayStopTheValuesOfTakeLast() {  // R17, R40
        #expect(events(of: numbers.take(last: 3).take(first: 1)) == [.value(7), .completed])
        #expect(selfDisposing(numbers.take(last: 3)) { $0 == .value(8) } == [.value(7), .value(8), .interrupted])
    }

    @Test func takeWhileCompletesBeforeTheFirstValueThatDoesNotSatisfyThePredicate() {
        #expect(events(of: numbers.take(while: { $0 < 3 })) == [.value(1), .value(2), .completed])
        #expect(events(of: failing.take(while: { _ in true })) == [.value(1), .value(2), .failed(.a)])
    }

    @Test func takeUntilCompletesAfterTheFirstValueThatDoesNotSatisfyThePredicate() {
        #expect(events(of: numbers.take(until: { $0 != 3 })) == [.value(1), .value(2), .value(3), .completed])
        #expect(selfDisposing(numbers.take(until: { $0 != 3 })) { $0 == .value(3) }.last == .interrupted)
    }

    @Test func nothingFollowsAnEarlyEndOnAnyThread() {  // R1, R17
        let unfair = unfairContests {
            let log = Log<Event>()
            let (signal, input) = Signal<Int, TestError>.pipe()
            signal.take(first: 1).observe { log.add($0) }
            let right: @Sendable () -> Void = {
                input.send(value: 2)
                input.send(error: .a)
            }
            return Contest(left: { input.send(value: 1) }, right: right) {
                [[.value(1), .completed], [.value(2), .completed], [.failed(.a)]].contains(log.all)
            }
        }
        #expect(unfair == 0)
    }

    @Test func takeOperatorsWorkOnSignals() {
        func record(_ transform: (Signal<Int, TestError>) -> Signal<Int, TestError>) -> [Event] {
            let (signal, input) = Signal<Int, TestError>.pipe()
            let recorder = transform(signal).record()
            for value in 1...5 { input.send(value: value) }
            input.sendCompleted()
            return recorder.all.map(\.event)
        }
        #expect(record { $0.take(first: 2) } == [.value(1), .value(2), .completed])
        #expect(record { $0.take(last: 1) } == [.value(5), .completed])
        #expect(record { $0.take(while: { $0 < 2 }) } == [.value(1), .completed])
        #expect(record { $0.take(until: { $0 != 2 }) } == [.value(1), .value(2), .completed])
    }
}
