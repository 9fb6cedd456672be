import ReactiveCore
import Testing

struct LiftTests {
    typealias Event = Signal<Int, TestError>.Event

    @Test func theTransformRunsOncePerStart() {  // R16
        let count = Counter()
        let lifted = SignalProducer<Int, TestError>(values: 1, 2).lift { signal in
            count.add()
            return signal.map { $0 * 10 }
        }
        #expect(count.value == 0)
        #expect(events(of: lifted) == [.value(10), .value(20), .completed])
        #expect(events(of: lifted) == [.value(10), .value(20), .completed])
        #expect(count.value == 2)
    }

    @Test func disposingInterruptsTheSource() {  // R16
        let log = Log<String>()
        let source = SignalProducer<Int, TestError>.never.on(interrupted: log("interrupted"), disposed: log("disposed"))
        source.lift { $0.map { $0 + 1 } }.start { log.add($0.description) }.dispose()
        #expect(log.all.sorted() == ["INTERRUPTED", "disposed", "interrupted"])
    }

    @Test func anEarlyEndStopsTheSource() {  // R16, R17
        let (signal, input) = Signal<Int, TestError>.pipe()
        let disposed = Counter()
        let log = Log<Event>()
        SignalProducer(signal).on(disposed: { disposed.add() }).lift { $0.take(first: 1) }.start { log.add($0) }
        input.send(value: 1)
        #expect(log.all == [.value(1), .completed])
        #expect(disposed.value == 1)
    }

    @Test func aBinaryLiftObservesBothInputsAndThenStartsTheArgumentFirst() {  // R16
        let log = Log<String>()
        let left = SignalProducer<Int, TestError> { observer, _ in
            log.add("left")
            observer.send(value: 1)
            observer.sendCompleted()
        }
        let right = SignalProducer<Int, TestError> { observer, _ in
            log.add("right")
            observer.send(value: 2)
            observer.sendCompleted()
        }
        let both = left.lift { (left: Signal<Int, TestError>) in
            { (right: Signal<Int, TestError>) in
                Signal<Int, TestError> { observer, lifetime in
                    lifetime += left.observe { observer.send($0) }
                    lifetime += right.observe { if case .value = $0 { observer.send($0) } }
                }
            }
        }
        #expect(events(of: both(right)) == [.value(2), .value(1), .completed])
        #expect(log.all == ["right", "left"])
    }
}
