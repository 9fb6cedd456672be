import ReactiveCore
import ReactiveTesting
import Testing

struct ReplaceTests {
    private let log = Log<String>()

    @Test func theFirstReplacedValueIsDroppedAndStopsTheSource() {
        let source = SignalProducer<Int, TestError>(1...9)
            .on(disposed: log("stopped"), value: { [log] in log.add("\($0)") })
        let producer = source.replaced { $0 == 3 ? SignalProducer(values: 8, 9) : nil }
        #expect(events(of: producer) == [.value(1), .value(2), .value(8), .value(9), .completed])
        #expect(log.all == ["1", "2", "3", "stopped"])
    }

    @Test func eventsWithoutAReplacementAreForwarded() {
        let failing = SignalProducer<Int, TestError>(value: 1).concat(SignalProducer(error: .a))
        #expect(events(of: failing.replaced { _ in nil }) == [.value(1), .failed(.a)])
        #expect(events(of: SignalProducer<Int, TestError>(value: 1).replaced { _ in nil }) == [.value(1), .completed])
    }

    @Test func valuesOfTheReplacementAreNotReplacedAgain() {
        let producer = SignalProducer<Int, TestError>(value: 1).replaced { _ in SignalProducer(values: 1, 2) }
        #expect(events(of: producer) == [.value(1), .value(2), .completed])
    }

    @Test func aReplacementMayFail() {
        let producer = SignalProducer<Int, TestError>(value: 1).replaced { _ in SignalProducer(error: .b) }
        #expect(events(of: producer) == [.failed(.b)])
    }

    @Test func sourceAndReplacementAreDisposedOfWithTheStart() {  // R13
        for isReplaced in [false, true] {
            let log = Log<String>()
            let endless = SignalProducer<Int, TestError>.never.on(disposed: log("disposed"))
            let producer = SignalProducer(value: 1).concat(endless).replaced { _ in isReplaced ? endless : nil }
            let start = producer.start { if case .interrupted = $0 { log.add("interrupted") } }
            #expect(log.all == [])
            start.dispose()
            #expect(log.all == ["interrupted", "disposed"])
        }
    }
}
