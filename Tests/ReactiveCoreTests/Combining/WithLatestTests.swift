import ReactiveCore
import ReactiveTesting
import Testing

@Suite struct WithLatestTests {
    let source = Probe<Int>()

    @Test func everyValueIsPairedWithTheLatestOfTheSampledProducer() {  // R23
        let (other, input) = Signal<String, Never>.pipe()
        let events = record(source.producer.withLatest(from: other).map { "\($0)\($1)" })
        source.send(1)
        input.send(value: "a")
        source.send(2, 3)
        input.send(value: "b")
        source.send(4)
        source.complete()
        #expect(events.text == "2a 3a 4b |")
    }

    @Test func onlyTheReceiverEndsTheResult() {  // R23
        let (other, input) = Signal<String, Never>.pipe()
        let events = record(source.producer.withLatest(from: other).map { "\($0)\($1)" })
        input.send(value: "a")
        input.sendInterrupted()
        source.send(1)
        source.fail(.b)
        #expect(events.all.map(\.event) == [.value("1a"), .failed(.b)])
    }

    @Test func theSampledProducerStartsBeforeTheReceiver() {  // R23
        let numbers = SignalProducer<Int, Never>([1, 2])
        #expect(record(numbers.withLatest(from: Constant(value: "x")).map { "\($0)\($1)" }).text == "1x 2x |")
    }

    @Test func theSampledProducerIsDisposedOfWithTheReceiver() {  // R13
        let other = Probe<Int>()
        let latest = other.producer.flatMapError { _ in SignalProducer<Int, Never>.empty }
        let completed = record(source.producer.withLatest(from: latest).map { $0.0 })
        source.complete()
        #expect(completed.text == "|")
        #expect(!other.isRunning)
        let disposed = record(source.producer.withLatest(from: latest).map { $0.0 })
        disposed.dispose()
        #expect(disposed.text == "!")
        #expect(!other.isRunning && !source.isRunning)
    }

    @Test func signalsSupportWithLatest() {  // R23
        let (signal, input) = Signal<Int, Never>.pipe()
        let events = record(signal.withLatest(from: Constant(value: "x")).map { "\($0)\($1)" })
        input.send(value: 1)
        input.sendCompleted()
        #expect(events.text == "1x |")
    }
}
