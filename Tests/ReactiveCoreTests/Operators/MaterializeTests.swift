import ReactiveCore
import ReactiveTesting
import Testing

struct MaterializeTests {
    typealias Event = Signal<Int, TestError>.Event
    let numbers = SignalProducer<Int, TestError>(values: 1, 2)
    let failing = SignalProducer<Int, TestError>(values: 1, 2).attempt { $0 == 2 ? .failure(.a) : .success(()) }

    @Test func everyEventBecomesAValue() {
        #expect(
            events(of: numbers.materialize()) == [.value(.value(1)), .value(.value(2)), .value(.completed), .completed]
        )
        #expect(events(of: failing.materialize()) == [.value(.value(1)), .value(.failed(.a)), .completed])
    }

    @Test func onlyAnInterruptionOfTheSourceBecomesAValue() {  // R40
        let (signal, input) = Signal<Int, TestError>.pipe()
        let (recorder, disposed) = (signal.materialize().record(), signal.producer.materialize().record())
        input.send(value: 1)
        disposed.dispose()
        input.sendInterrupted()
        #expect(recorder.all.map(\.event) == [.value(.value(1)), .value(.interrupted), .interrupted])
        #expect(disposed.all.map(\.event) == [.value(.value(1)), .interrupted])
        #expect(selfDisposing(numbers.materialize()) { $0.value == .value(1) } == [.value(.value(1)), .interrupted])
    }

    @Test func anInterruptionOfTheSourceIsNotACompletion() {
        let interrupted = SignalProducer<Int, TestError>(values: 1, 2).take(first: 0)
        #expect(events(of: interrupted.materialize()) == [.value(.interrupted), .interrupted])
        #expect(events(of: interrupted.materializeResults()) == [.interrupted])
        let scheduler = TestScheduler()
        #expect(events(of: interrupted.materialize(on: scheduler)).map(\.isTerminating) == [false, true])
        #expect(events(of: interrupted.materialize(on: scheduler)).last == .interrupted)
    }

    @Test func aConsumerMayStopAtTheTerminalEvent() {  // R17
        let stopped = failing.materialize().take(until: { !$0.isTerminating })
        #expect(events(of: stopped) == [.value(.value(1)), .value(.failed(.a)), .completed])
    }

    @Test func dematerializeIsTheInverseOfMaterialize() {
        #expect(events(of: numbers.materialize().dematerialize()) == events(of: numbers))
        #expect(events(of: failing.materialize().dematerialize()) == events(of: failing))
        let (signal, input) = Signal<Int, TestError>.pipe()
        let recorder = signal.materialize().dematerialize().record()
        input.sendInterrupted()
        #expect(recorder.all.map(\.event) == [.interrupted])
    }

    @Test func theFirstTerminalValueStopsTheSource() {  // R1, R17
        let disposed = Counter()
        let (signal, input) = Signal<Event, Never>.pipe()
        let recorder = signal.producer.on(disposed: { disposed.add() }).dematerialize().record()
        for event in [Event.value(1), .failed(.a), .value(2), .completed] { input.send(value: event) }
        #expect(recorder.all.map(\.event) == [.value(1), .failed(.a)])
        #expect(disposed.value == 1)
        #expect(events(of: SignalProducer<Event, Never>(value: .value(1)).dematerialize()) == [.value(1), .completed])
    }

    @Test func resultsCarryValuesAndTheFailure() {
        #expect(events(of: numbers.materializeResults()).map(\.description).last == "COMPLETED")
        #expect(events(of: failing.materializeResults()) == [.value(.success(1)), .value(.failure(.a)), .completed])
        #expect(events(of: failing.materializeResults().dematerializeResults()) == [.value(1), .failed(.a)])
        #expect(selfDisposing(numbers.materializeResults()) { _ in true } == [.value(.success(1)), .interrupted])
    }

    @Test func materializeResultsWorksOnSignals() {
        let (signal, input) = Signal<Int, TestError>.pipe()
        let (results, same) = (
            signal.materializeResults().record(), signal.materializeResults().dematerializeResults().record()
        )
        input.send(value: 1)
        input.send(error: .a)
        #expect(results.values == [.success(1), .failure(.a)])
        #expect(same.all.map(\.event) == [.value(1), .failed(.a)])
    }
}
