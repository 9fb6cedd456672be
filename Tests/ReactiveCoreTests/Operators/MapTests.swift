import ReactiveCore
import Testing

struct MapTests {
    @Test func mapTransformsEveryValue() {
        let producer = SignalProducer<Int, TestError>(1...3)
        #expect(events(of: producer.map { $0 * 10 }) == [.value(10), .value(20), .value(30), .completed])
        #expect(events(of: producer.map(\.description)) == [.value("1"), .value("2"), .value("3"), .completed])
        #expect(events(of: producer.map(value: 0)) == [.value(0), .value(0), .value(0), .completed])
    }

    @Test func aKeyPathMayBeStoredInAVariable() {
        let description = \Int.description
        let (signal, input) = Signal<Int, Never>.pipe()
        let log = Log<String>()
        signal.map(description).observeValues { log.add($0) }
        input.send(value: 1)
        SignalProducer<Int, Never>(value: 2).map(description).startWithValues { log.add($0) }
        #expect(log.all == ["1", "2"])
    }

    @Test func tupleElementsCanBeUsedAsClosureArguments() {
        let pairs = SignalProducer<Int, Never>(1...3).combinePrevious()
        #expect(events(of: pairs.map { $0 * $1 }) == [.value(2), .value(6), .completed])
        #expect(events(of: pairs.map { $1 - $0 }.collect()) == [.value([1, 1]), .completed])
    }

    @Test func filterKeepsValuesThatSatisfyThePredicate() {
        #expect(
            events(of: SignalProducer<Int, TestError>(1...4).filter { $0 % 2 == 0 }) == [
                .value(2), .value(4), .completed,
            ]
        )
    }

    @Test func mapAndFilterForwardFailureAndInterruption() {  // R10
        let failing = SignalProducer<Int, TestError>(error: .a).map { $0 + 1 }.filter { _ in true }
        #expect(events(of: failing) == [.failed(.a)])
        let endless = SignalProducer<Int, TestError>(1...9).map { $0 + 1 }.filter { _ in true }
        #expect(selfDisposing(endless) { $0 == .value(3) } == [.value(2), .value(3), .interrupted])
    }
}
