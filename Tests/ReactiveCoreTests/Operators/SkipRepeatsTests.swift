import ReactiveCore
import ReactiveTesting
import Testing

struct SkipRepeatsTests {
    let numbers = SignalProducer<Int, TestError>(values: 1, 1, 2, 1, -1)

    @Test func skipRepeatsDropsValuesEqualToThePreviousOne() {
        #expect(events(of: numbers.skipRepeats()) == [.value(1), .value(2), .value(1), .value(-1), .completed])
        #expect(
            events(of: numbers.skipRepeats { abs($0) == abs($1) }) == [.value(1), .value(2), .value(1), .completed]
        )
    }

    @Test func uniqueValuesDropsValuesSeenBefore() {
        #expect(events(of: numbers.uniqueValues()) == [.value(1), .value(2), .value(-1), .completed])
        #expect(events(of: numbers.uniqueValues { abs($0) }) == [.value(1), .value(2), .completed])
    }

    @Test func combinePreviousMakesPairs() {
        let sums = numbers.combinePrevious().map { $0 * 10 + $1 }
        #expect(events(of: sums) == [.value(11), .value(12), .value(21), .value(9), .completed])
        let withInitial = numbers.combinePrevious(5).map { $0 * 10 + $1 }
        #expect(events(of: withInitial).first == .value(51))
    }

    @Test func eachStartRemembersItsOwnValues() {  // R11
        let (changes, unique) = (numbers.skipRepeats(), numbers.uniqueValues())
        let pairs = numbers.combinePrevious().map { $0 + $1 }
        #expect(events(of: changes) == events(of: changes))
        #expect(events(of: unique) == events(of: unique))
        #expect(events(of: pairs) == events(of: pairs))
    }

    @Test func failureAndInterruptionAreForwarded() {  // R10
        let failing = SignalProducer<Int, TestError>(error: .a)
        #expect(events(of: failing.skipRepeats()) == [.failed(.a)])
        #expect(events(of: failing.uniqueValues()) == [.failed(.a)])
        #expect(events(of: failing.combinePrevious(0).map { $0 + $1 }) == [.failed(.a)])
        #expect(selfDisposing(numbers.skipRepeats()) { $0 == .value(2) } == [.value(1), .value(2), .interrupted])
    }

    @Test func skipRepeatsAndUniqueValuesWorkOnSignals() {
        let (signal, input) = Signal<Int, TestError>.pipe()
        let (changes, unique) = (signal.skipRepeats().record(), signal.uniqueValues().record())
        let (pairs, full) = (
            signal.combinePrevious().map { $0 + $1 }.record(), signal.combinePrevious(0).map { $0 + $1 }.record()
        )
        for value in [1, 1, 2, 1] { input.send(value: value) }
        #expect(changes.values == [1, 2, 1])
        #expect(unique.values == [1, 2])
        #expect(pairs.values == [2, 3, 3])
        #expect(full.values == [1, 2, 3, 3])
    }
}
