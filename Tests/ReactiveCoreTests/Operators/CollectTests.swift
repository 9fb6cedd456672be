import ReactiveCore
import ReactiveTesting
import Testing

struct CollectTests {
    let numbers = SignalProducer<Int, TestError>(1...5)
    let failing = SignalProducer<Int, TestError>(values: 1, 2).attempt { $0 == 2 ? .failure(.a) : .success(()) }

    @Test func allValuesArriveAsOneArray() {
        #expect(events(of: numbers.collect()) == [.value([1, 2, 3, 4, 5]), .completed])
        #expect(events(of: SignalProducer<Int, TestError>.empty.collect()) == [.value([]), .completed])
    }

    @Test func aCountSplitsTheValuesIntoArrays() {
        #expect(events(of: numbers.collect(count: 2)) == [.value([1, 2]), .value([3, 4]), .value([5]), .completed])
        #expect(events(of: numbers.collect(count: 5)) == [.value([1, 2, 3, 4, 5]), .completed])
        #expect(events(of: SignalProducer<Int, TestError>.empty.collect(count: 2)) == [.value([]), .completed])
    }

    @Test func aPredicateOnTheArrayIncludesTheLatestValue() {
        let sums = numbers.collect { $0.reduce(0, +) > 2 }
        #expect(events(of: sums) == [.value([1, 2]), .value([3]), .value([4]), .value([5]), .completed])
    }

    @Test func aPredicateOnTheLatestValueLeavesItForTheNextArray() {
        let groups = numbers.collect { collected, latest in !collected.isEmpty && latest.isMultiple(of: 2) }
        #expect(events(of: groups) == [.value([1]), .value([2, 3]), .value([4, 5]), .completed])
    }

    @Test func failureAndInterruptionDropTheCollectedValues() {  // R10
        #expect(events(of: failing.collect()) == [.failed(.a)])
        #expect(selfDisposing(numbers.collect(count: 2)) { $0 == .value([1, 2]) } == [.value([1, 2]), .interrupted])
    }

    @Test func aLaterOperatorMayFailOnTheCollectedArray() {  // R1
        let parsed = numbers.collect().attemptMap { (_: [Int]) -> Result<Int, TestError> in .failure(.b) }
        #expect(events(of: parsed) == [.failed(.b)])
    }

    @Test func disposingWhenTheArrayArrivesIsAnInterruption() {  // R40
        #expect(selfDisposing(numbers.collect()) { $0.value != nil } == [.value([1, 2, 3, 4, 5]), .interrupted])
    }

    @Test func eachStartCollectsSeparately() {  // R11
        let collected = numbers.collect()
        #expect(events(of: collected) == events(of: collected))
    }

    @Test func collectWorksOnSignals() {
        let (signal, input) = Signal<Int, TestError>.pipe()
        let (all, pairs) = (signal.collect().record(), signal.collect(count: 2).record())
        let groups = signal.collect { $0.last == 2 }.record()
        let tails = signal.collect { _, latest in latest == 3 }.record()
        for value in 1...3 { input.send(value: value) }
        input.sendCompleted()
        #expect(all.values == [[1, 2, 3]])
        #expect(pairs.values == [[1, 2], [3]])
        #expect(groups.values == [[1, 2], [3]])
        #expect(tails.values == [[1, 2], [3]])
    }
}
