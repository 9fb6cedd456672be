import ReactiveCore
import Testing

/// Sources that wait until their consumer asks for a value.
@Suite struct DemandTests {
    /// A producer of numbers that counts one up whenever its consumer asks.
    private func numbers(_ made: Locked<Int>) -> SignalProducer<Int, Never> {
        SignalProducer(sendingTo: { output in
            @Sendable func next(_ number: Int) {
                output.whenAsked {
                    made.withLock { $0 += 1 }
                    output.send(number)
                    if number < 5 { next(number + 1) } else { output.terminate(.completed) }
                }
            }
            let source = AnyDisposable {}
            guard output.open(from: source, cancel: { output.interrupt() }) else { return }
            next(1)
        })
    }

    @Test func noValueIsProducedBeforeTheConsumerAsks() async {  // R43
        let made = Locked(0)
        var iterator = numbers(made).values().makeAsyncIterator()
        #expect(made.value == 0)
        #expect(await iterator.next() == 1)
        #expect(made.value == 1)
        #expect(await iterator.next() == 2)
        #expect(made.value == 2)
    }

    @Test func operatorsPassTheDemandOn() async {  // R43
        let made = Locked(0)
        var counts: [Int] = []
        let even = numbers(made).filter { $0.isMultiple(of: 2) }.flatMap(.merge) { number in
            SignalProducer<Int, Never>([number, number])
        }
        for await _ in even.values() { counts.append(made.value) }
        #expect(counts == [2, 2, 4, 4])
        #expect(made.value == 5)
    }

    @Test func innerSourcesWaitForDemand() async {  // R43
        for strategy in [FlattenStrategy.concat, .merge, .latest, .race, .throttle] {
            let made = Locked(0)
            var counts: [Int] = []
            let inner = SignalProducer<Void, Never>(value: ()).flatMap(strategy) { [numbers = numbers(made)] in numbers
            }
            for await _ in inner.observe(on: ImmediateScheduler()).values() { counts.append(made.value) }
            #expect(counts == [1, 2, 3, 4, 5])
        }
        let made = Locked(0)
        var counts: [Int] = []
        for await _ in numbers(made).concat(numbers(made)).values() { counts.append(made.value) }
        #expect(counts == Array(1...10))
    }

    @Test func consumersWithoutDemandTakeEverything() {  // R43
        let made = Locked(0)
        let seen = Locked<[Int]>([])
        numbers(made).startWithValues { value in seen.withLock { $0.append(value) } }
        #expect(seen.value == [1, 2, 3, 4, 5])
    }

    @Test func noValueIsProducedAfterTheConsumerLeaves() async {  // R43
        let made = Locked(0)
        for await value in numbers(made).values() where value == 2 { break }
        #expect(made.value == 2)
    }
}
