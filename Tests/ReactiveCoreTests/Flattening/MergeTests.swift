import ReactiveCore
import ReactiveTesting
import Testing

@Suite struct MergeTests {
    let outer = Probe<SignalProducer<Int, TestError>>()
    let a = Probe<Int>()
    let b = Probe<Int>()
    let c = Probe<Int>()

    @Test func mergeForwardsTheValuesOfAllInnerProducersAsTheyArrive() {
        let events = record(outer.producer.flatten(.merge))
        outer.send(a.producer, b.producer)
        a.send(1)
        b.send(2)
        a.send(3)
        a.complete()
        outer.complete()
        b.send(4)
        #expect(events.text == "1 2 3 4")
        b.complete()
        #expect(events.text == "1 2 3 4 |")
        #expect(!outer.isRunning && !a.isRunning && !b.isRunning)
    }

    @Test func theOuterCompletionDoesNotEndRunningInnerProducers() {
        let events = record(outer.producer.flatten(.merge))
        outer.send(a.producer)
        outer.complete()
        #expect(a.isRunning)
        a.send(1)
        #expect(events.text == "1")
        a.complete()
        #expect(events.text == "1 |")
    }

    @Test func mergeWithoutInnerProducersCompletesWithTheOuterStream() {
        let events = record(outer.producer.flatten(.merge))
        outer.complete()
        #expect(events.text == "|")
    }

    @Test func concurrentRunsUpToItsLimitAndStartsTheRestInOrder() {
        let events = record(outer.producer.flatten(.concurrent(limit: 2)))
        outer.send(a.producer, b.producer, c.producer)
        #expect(a.isRunning && b.isRunning && c.startCount == 0)
        b.send(1)
        b.complete()
        #expect(c.isRunning)
        a.send(2)
        c.send(3)
        outer.complete()
        a.complete()
        c.complete()
        #expect(events.text == "1 2 3 |")
    }

    @Test func concatRunsOneInnerProducerAtATime() {
        let events = record(outer.producer.flatten(.concat))
        outer.send(a.producer, b.producer)
        outer.complete()
        a.send(1)
        #expect(b.startCount == 0)
        a.complete()
        #expect(b.startCount == 1)
        b.send(2)
        b.complete()
        #expect(events.text == "1 2 |")
    }

    @Test(arguments: [FlattenStrategy.merge, .concat, .concurrent(limit: 2)])
    func anInterruptedInnerProducerFreesItsSlot(strategy: FlattenStrategy) {
        let events = record(outer.producer.flatten(strategy))
        outer.send(a.producer, b.producer, c.producer)
        outer.complete()
        a.send(1)
        a.interrupt()
        b.interrupt()
        #expect(c.isRunning)
        c.send(2)
        c.interrupt()
        #expect(events.text == "1 2 |")
    }

    @Test func aFailureDropsQueuedInnerProducers() {
        let events = record(outer.producer.flatten(.concat))
        outer.send(a.producer, b.producer)
        a.fail(.b)
        #expect(events.all.map(\.event) == [.failed(.b)])
        #expect(b.startCount == 0)
    }

    @Test func aLongQueueOfInnerProducersStartsWithoutRecursion() {  // R39
        let started = Locked(0)
        let quick = SignalProducer<Int, TestError> { () -> Int in
            started.withLock { $0 += 1 }
            return 1
        }
        let events = record(outer.producer.flatten(.concat).reduced())
        outer.send(a.producer)
        for _ in 0..<100_000 { outer.send(quick) }
        outer.complete()
        #expect(started.withLock { $0 } == 0)
        a.complete()
        #expect(started.withLock { $0 } == 100_000)
        #expect(events.text == "100000 |")
    }

    @Test func oneInnerProducerMayEndAnotherDuringItsStart() {  // R37
        let ending = SignalProducer<Int, TestError> { [a] observer, _ in
            a.complete()
            observer.send(value: 7)
            observer.sendCompleted()
        }
        let events = record(outer.producer.flatten(.concurrent(limit: 2)))
        outer.send(a.producer, b.producer, ending, c.producer, ending)
        b.complete()
        #expect(events.text == "7 7")
        #expect(c.isRunning)
        outer.complete()
        c.complete()
        #expect(events.text == "7 7 |")
    }
}

extension SignalProducer where Value == Int {
    /// The sum of all values, sent at the completion.
    fileprivate func reduced() -> SignalProducer {
        SignalProducer { observer, lifetime in
            let sum = Locked(0)
            lifetime += self.start { event in
                switch event {
                case .value(let value): sum.withLock { $0 += value }
                default:
                    observer.send(value: sum.withLock { $0 })
                    observer.send(event)
                }
            }
        }
    }
}
