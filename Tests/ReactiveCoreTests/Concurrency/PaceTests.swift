import ReactiveCore
import ReactiveTesting
import Testing

/// Sources that stop while the consumer, or an operator on the way to it, keeps values.
@Suite struct PaceTests {
    /// A source of numbers that sends as long as nothing waits, and notes how many it has sent.
    private final class Numbers: PacedSource {
        private let output: StartOutput<Int, TestError>
        private let count: Int
        private let sent: Locked<Int>
        private let turns = Locked((isSending: false, next: 0))

        init(_ output: StartOutput<Int, TestError>, count: Int, sent: Locked<Int>) {
            self.output = output
            self.count = count
            self.sent = sent
        }

        func start() {
            output.pace(self)
            guard output.open(from: AnyDisposable {}, cancel: { [output] in output.interrupt() }) else { return }
            consumerCaughtUp()
        }

        func consumerCaughtUp() {
            let mayBegin = turns.withLock { turns in
                defer { turns.isSending = true }
                return !turns.isSending
            }
            guard mayBegin else { return }
            while !output.consumerIsBehind {
                let next = turns.withLock { turns in
                    turns.next += 1
                    return turns.next
                }
                guard next <= count else { return output.terminate(.completed) }
                sent.withLock { $0 += 1 }
                output.send(next)
            }
            turns.withLock { $0.isSending = false }
            if !output.consumerIsBehind { consumerCaughtUp() }
        }
    }

    private typealias Chain = SignalProducer<Int, TestError>

    private func numbers(_ count: Int, _ sent: Locked<Int>) -> Chain {
        SignalProducer(sendingTo: { Numbers($0, count: count, sent: sent).start() })
    }

    /// Operators that keep the order of one stream, each in front of a source.
    private static let operators: [(String, @Sendable (Chain) -> Chain)] = [
        ("none", { $0 }),
        ("map", { $0.map { $0 } }),
        ("retry", { $0.retry(upTo: 2) }),
        ("repeat", { $0.repeat(1) }),
        ("flatMapError", { $0.flatMapError { SignalProducer(error: $0) } }),
        ("concat", { $0.concat(.empty) }),
        ("prefix", { $0.prefix(.empty) }),
        ("then", { Chain.empty.then($0) }),
        ("flatMap(.concat) to values", { $0.flatMap(.concat) { Chain(value: $0) } }),
        ("flatMap(.concat) to starts", { $0.flatMap(.concat) { number in Chain.deferred { Chain(value: number) } } }),
        ("flatMap(.concat) around", { source in Chain(value: 0).flatMap(.concat) { _ in source } }),
        ("flatMap(.merge) around", { source in Chain(value: 0).flatMap(.merge) { _ in source } }),
        ("flatMap(.latest) around", { source in Chain(value: 0).flatMap(.latest) { _ in source } }),
        ("start(on:)", { $0.start(on: ImmediateScheduler()) }),
        ("observe(on:)", { $0.observe(on: ImmediateScheduler()) }),
        ("observe(on:) a queue", { $0.observe(on: QueueScheduler(name: "pace")) }),
        ("observe(on:) twice", { $0.observe(on: QueueScheduler(name: "a")).observe(on: QueueScheduler(name: "b")) }),
        ("delay", { $0.delay(.zero, on: QueueScheduler(name: "pace")) }),
    ]

    @Test(arguments: operators.indices)
    func aSourceIsAtMostTwoValuesAheadOfItsLoop(_ index: Int) async throws {  // R43
        let (name, change) = Self.operators[index]
        let sent = Locked(0)
        var taken: [Int] = []
        for try await number in change(numbers(200, sent)).values() {
            taken.append(number)
            #expect(sent.value <= taken.count + 2, "\(name)")
            if taken.count.isMultiple(of: 50) { await Task.yield() }
        }
        #expect(taken == Array(1...200), "\(name)")
    }

    @Test func aSourceStopsWhileAValueIsOnItsWay() async throws {  // R43
        let clock = TestScheduler()
        for change: @Sendable (Chain) -> Chain in [{ $0.observe(on: clock) }, { $0.delay(.seconds(1), on: clock) }] {
            let sent = Locked(0)
            var iterator = change(numbers(3, sent)).values().makeAsyncIterator()
            #expect(sent.value == 1)
            for number in 1...3 {
                await clock.advance(by: .seconds(1))
                #expect(sent.value == min(number, 3))
                #expect(try await iterator.next() == number)
                #expect(sent.value == min(number + 1, 3))
            }
            await clock.advance(by: .seconds(1))
            #expect(try await iterator.next() == nil)
        }
    }

    @Test func anOuterSourceStopsWhileAnInnerProducerWaitsInTheQueue() async throws {  // R43
        let (inner, input) = Signal<Int, TestError>.pipe()
        let sent = Locked(0)
        let chain = numbers(4, sent).flatMap(.concat) { number in
            number == 1 ? SignalProducer(inner) : SignalProducer(value: number)
        }
        var iterator = chain.values().makeAsyncIterator()
        #expect(sent.value == 2)
        input.send(value: 10)
        #expect(try await iterator.next() == 10)
        #expect(sent.value == 2)
        input.sendCompleted()
        for number in 2...4 { #expect(try await iterator.next() == number) }
        #expect(try await iterator.next() == nil)
    }

    @Test func anInnerSourceGoesOnWhileOthersWaitInTheQueue() async throws {  // R43
        let sent = Locked(0)
        var taken: [Int] = []
        let three = Chain([0, 0, 0]).flatMap(.concat) { _ in numbers(50, sent) }
        for try await number in three.values() {
            taken.append(number)
        }
        #expect(taken == Array(repeating: Array(1...50), count: 3).flatMap { $0 })
    }

    @Test func aSourceStopsWhenItsLoopIsLeft() async throws {  // R43
        let sent = Locked(0)
        for try await number in numbers(100, sent).retry(upTo: 2).flatMapError({ Chain(error: $0) }).values() {
            if number == 10 { break }
        }
        #expect(sent.value <= 12)
    }

    @Test func consumersThatAwaitNothingAreSentEverything() {  // R43
        let sent = Locked(0)
        numbers(100, sent).observe(on: TestScheduler()).start()
        #expect(sent.value == 100)
    }

    @Test func aLoopThatIsSlowerThanASignalReceivesAllItsValues() async {  // R43
        let (signal, input) = Signal<Int, Never>.pipe()
        var iterator = signal.values().makeAsyncIterator()
        for number in 0..<100_000 { input.send(value: number) }
        input.sendCompleted()
        var sum = 0
        while let number = await iterator.next() { sum += number }
        #expect(sum == 100_000 * 99_999 / 2)
    }
}
