import ReactiveCore
import Testing

struct CompactMapTests {
    @Test func nilResultsAreDropped() {
        let producer = SignalProducer<String, Never>(["1", "x", "3"])
        #expect(events(of: producer.compactMap { Int($0) }) == [.value(1), .value(3), .completed])
    }

    @Test func skipNilUnwrapsOptionalValues() {
        let producer = SignalProducer<Int?, Never>([1, nil, 3])
        #expect(events(of: producer.skipNil()) == [.value(1), .value(3), .completed])
    }

    @Test func compactMapWorksOnSignals() {
        let (signal, input) = Signal<Int?, Never>.pipe()
        let log = Log<Int>()
        signal.skipNil().compactMap { $0 > 1 ? $0 * 10 : nil }.observeValues { log.add($0) }
        for value in [nil, 1, 2] { input.send(value: value) }
        #expect(log.all == [20])
    }
}
