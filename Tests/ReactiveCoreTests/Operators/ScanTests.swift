import ReactiveCore
import ReactiveTesting
import Testing

struct ScanTests {
    let numbers = SignalProducer<Int, TestError>(1...3)
    let failing = SignalProducer<Int, TestError>(values: 1, 2).attempt { $0 == 2 ? .failure(.a) : .success(()) }

    @Test func scanSendsEveryResult() {
        #expect(events(of: numbers.scan(0, +)) == [.value(1), .value(3), .value(6), .completed])
        #expect(
            events(of: numbers.scan(into: "") { $0 += "\($1)" }) == [
                .value("1"), .value("12"), .value("123"), .completed,
            ]
        )
        #expect(events(of: failing.scan(0, +)) == [.value(1), .failed(.a)])
    }

    @Test func scanMapKeepsAState() {
        let numbered = SignalProducer<String, TestError>(values: "a", "b").scanMap(0) { ($0 + 1, "\($1)\($0)") }
        #expect(events(of: numbered) == [.value("a0"), .value("b1"), .completed])
        let sums = numbers.scanMap(into: 0) { state, value in
            state += value
            return state * 10
        }
        #expect(events(of: sums) == [.value(10), .value(30), .value(60), .completed])
    }

    @Test func reduceSendsOneResultAtTheCompletion() {
        #expect(events(of: numbers.reduce(0, +)) == [.value(6), .completed])
        #expect(
            events(of: numbers.reduce(into: [Int]()) { $0.append($1 * 10) }) == [.value([10, 20, 30]), .completed]
        )
        #expect(events(of: SignalProducer<Int, TestError>.empty.reduce(7, +)) == [.value(7), .completed])
        #expect(events(of: failing.reduce(0, +)) == [.failed(.a)])
    }

    @Test func aLaterOperatorMayFailOnTheReducedValue() {  // R1
        #expect(events(of: numbers.reduce(0, +).attempt { _ in .failure(.b) }) == [.failed(.b)])
        #expect(events(of: numbers.reduce(0, +).take(first: 1)) == [.value(6), .completed])
    }

    @Test func disposingInterruptsTheStart() {  // R40
        #expect(selfDisposing(numbers.scan(0, +)) { $0 == .value(3) } == [.value(1), .value(3), .interrupted])
        #expect(selfDisposing(numbers.reduce(0, +)) { $0 == .value(6) } == [.value(6), .interrupted])
    }

    @Test func eachStartBeginsWithTheInitialValue() {  // R11
        let (sums, total) = (numbers.scan(0, +), numbers.reduce(0, +))
        #expect(events(of: sums) == events(of: sums))
        #expect(events(of: total) == events(of: total))
    }

    @Test func scanAndReduceWorkOnSignals() {
        let (signal, input) = Signal<Int, TestError>.pipe()
        let (sums, total) = (signal.scan(0, +).record(), signal.reduce(0, +).record())
        let (lists, list) = (
            signal.scan(into: [Int]()) { $0.append($1) }.record(),
            signal.reduce(into: [Int]()) { $0.append($1) }.record()
        )
        let (pairs, texts) = (
            signal.scanMap(0) { ($1, $0) }.record(), signal.scanMap(into: "") { $0 += "\($1)" }.record()
        )
        for value in 1...2 { input.send(value: value) }
        input.sendCompleted()
        #expect(sums.values == [1, 3])
        #expect(total.values == [3])
        #expect(lists.values == [[1], [1, 2]])
        #expect(list.values == [[1, 2]])
        #expect(pairs.values == [0, 1])
        #expect(texts.values.count == 2)
    }
}
