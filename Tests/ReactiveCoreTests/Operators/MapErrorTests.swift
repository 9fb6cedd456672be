import ReactiveCore
import Testing

struct MapErrorTests {
    @Test func onlyTheFailureIsTransformed() {
        let failing = SignalProducer<Int, TestError>(values: 1, 2).attempt { $0 == 2 ? .failure(.a) : .success(()) }
        #expect(events(of: failing.mapError { _ in TestError.b }) == [.value(1), .failed(.b)])
        #expect(
            events(of: SignalProducer<Int, TestError>(value: 1).mapError { _ in TestError.b }) == [
                .value(1), .completed,
            ]
        )
    }

    @Test func mapErrorForwardsAnInterruption() {  // R10
        let producer = SignalProducer<Int, TestError>(1...3).mapError { _ in TestError.b }
        #expect(selfDisposing(producer) { $0 == .value(1) } == [.value(1), .interrupted])
    }

    @Test func mapErrorWorksOnSignals() {
        let (signal, input) = Signal<Int, TestError>.pipe()
        let log = Log<String>()
        signal.mapError { _ in TestError.c }.observe { log.add($0.description) }
        input.send(value: 1)
        input.send(error: .a)
        #expect(log.all == ["VALUE 1", "FAILED c"])
    }
}
