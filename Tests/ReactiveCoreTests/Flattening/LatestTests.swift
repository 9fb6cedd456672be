import ReactiveCore
import ReactiveTesting
import Testing

@Suite struct LatestTests {
    let outer = Probe<SignalProducer<Int, TestError>>()
    let a = Probe<Int>()
    let b = Probe<Int>()

    @Test func aNewInnerProducerReplacesThePreviousOne() {
        let events = record(outer.producer.flatten(.latest))
        outer.send(a.producer)
        a.send(1)
        outer.send(b.producer)
        #expect(!a.isRunning)
        a.send(2)
        b.send(3)
        outer.complete()
        b.complete()
        #expect(events.text == "1 3 |")
    }

    @Test func thePreviousProducerIsDisposedOfBeforeTheNextStarts() {
        let order = Locked<[String]>([])
        let old = SignalProducer<Int, TestError> { observer, lifetime in
            lifetime.observeEnded {
                _ = observer
                order.withLock { $0.append("old disposed") }
            }
        }
        let new = SignalProducer<Int, TestError> { () -> Int in
            order.withLock { $0.append("new started") }
            return 1
        }
        let events = record(outer.producer.flatten(.latest))
        outer.send(old, new)
        #expect(order.withLock { $0 } == ["old disposed", "new started"])
        #expect(events.text == "1")
    }

    @Test func anInterruptionOfTheCurrentProducerCountsAsCompletion() {
        let events = record(outer.producer.flatten(.latest))
        outer.send(a.producer)
        outer.complete()
        a.send(1)
        a.interrupt()
        #expect(events.text == "1 |")
    }

    @Test func anInterruptionOfAReplacedProducerIsIgnored() {
        let events = record(outer.producer.flatten(.latest))
        outer.send(a.producer, b.producer)
        outer.complete()
        #expect(events.text == "")
        b.send(1)
        b.complete()
        #expect(events.text == "1 |")
    }

    @Test func theResultCompletesOnlyAfterTheOuterStream() {
        let events = record(outer.producer.flatten(.latest))
        outer.send(a.producer)
        a.complete()
        #expect(events.text == "")
        outer.send(b.producer)
        b.send(1)
        b.complete()
        outer.complete()
        #expect(events.text == "1 |")
    }

    @Test func synchronousInnerProducersAllRunToCompletion() {
        let outer = SignalProducer<Int, Never>([1, 2, 3])
        #expect(record(outer.flatMap(.latest) { SignalProducer(values: $0, $0 * 10) }).text == "1 10 2 20 3 30 |")
    }

    @Test func replacingAProducerDuringOneOfItsValuesKeepsTheOrder() {  // R37
        let (signal, input) = Signal<Int, Never>.pipe()
        let seen = Locked<[Int]>([])
        signal.flatMap(.latest) { SignalProducer<Int, Never>(values: $0 * 10, $0 * 10 + 1) }
            .observeValues { value in
                if value == 10 { input.send(value: 2) }
                seen.withLock { $0.append(value) }
            }
        input.send(value: 1)
        #expect(seen.withLock { $0 } == [10, 11, 20, 21])
    }

    @Test func noValueOfAReplacedProducerArrivesAfterAValueOfTheNext() async {  // R37
        let outer = Probe<Int>()
        let inners = Locked<[Signal<Int, TestError>.Observer]>([])
        let seen = Locked<[Int]>([])
        outer.producer
            .flatMap(.latest) { _ in
                SignalProducer { observer, _ in inners.withLock { $0.append(observer) } }
            }
            .start { if case .value(let value) = $0 { seen.withLock { $0.append(value) } } }
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                for number in 0..<2_000 {
                    outer.send(number)
                    inners.withLock { $0[number] }.send(value: number)
                }
            }
            group.addTask {
                var number = -1
                while number < 1_999 {
                    let last = inners.withLock { inners in inners.last.map { ($0, inners.count - 1) } }
                    // Send a limited number of values: a delivering thread is kept as long as others send faster than
                    // it delivers.
                    guard let (inner, newest) = last, newest > number else { continue }
                    number = newest
                    for _ in 1...3 { inner.send(value: number) }
                }
            }
        }
        let values = seen.withLock { $0 }
        #expect(values == values.sorted())
        #expect(values.last == 1_999)
    }
}
