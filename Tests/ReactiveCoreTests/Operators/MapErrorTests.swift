import ReactiveCore
import Testing

struct MapErrorTests {
    @Test func transformsTheFailureAndNothingElse() {
        let failing = SignalProducer<Int, Trouble>(values: 1, 2).attempt { $0 == 2 ? .failure(.a) : .success(()) }
        #expect(events(of: failing.mapError { _ in Trouble.b }) == [.value(1), .failed(.b)])
        #expect(
            events(of: SignalProducer<Int, Trouble>(value: 1).mapError { _ in Trouble.b }) == [.value(1), .completed]
        )
    }

    @Test func forwardsTheInterruption() {  // R10
        let producer = SignalProducer<Int, Trouble>(1...3).mapError { _ in Trouble.b }
        #expect(selfDisposing(producer) { $0 == .value(1) } == [.value(1), .interrupted])
    }

    @Test func worksOnSignals() {
        let (signal, input) = Signal<Int, Trouble>.pipe()
        let log = Log<String>()
        signal.mapError { _ in Trouble.c }.observe { log.add($0.description) }
        input.send(value: 1)
        input.send(error: .a)
        #expect(log.all == ["VALUE 1", "FAILED c"])
    }
}
