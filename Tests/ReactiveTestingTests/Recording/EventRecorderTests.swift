import ReactiveCore
import ReactiveTesting
import Testing

private struct Refusal: Error, Equatable {
    var code: Int
}

@Suite(.timeLimit(.minutes(20))) struct EventRecorderTests {
    let scheduler = TestScheduler()

    @Test func eventsCarryTheTimeSinceTheRecordingBegan() {
        let (signal, input) = Signal<Int, Never>.pipe()
        scheduler.advance(by: .seconds(10))
        let events = signal.record(on: scheduler)
        scheduler.advance(by: .seconds(1))
        input.send(value: 7)
        scheduler.advance(by: .seconds(2))
        input.sendCompleted()
        #expect(events.all == [.value(at: .seconds(1), 7), .completed(at: .seconds(3))])
        #expect(events.values == [7])
    }  // R45

    @Test func aFailureIsRecordedAndEndsTheRecording() {
        let (signal, input) = Signal<Int, Refusal>.pipe()
        let events = signal.record(on: scheduler)
        #expect(!events.isTerminated)
        scheduler.advance(by: .seconds(1))
        input.send(error: Refusal(code: 4))
        input.send(value: 1)
        #expect(events.all == [.failed(at: .seconds(1), Refusal(code: 4))])
        #expect(events.isTerminated)
        #expect(events.isDisposed)
    }  // R1

    @Test func disposingInterruptsAProducer() {
        let events = SignalProducer<Int, Never>.never.record(on: scheduler)
        scheduler.advance(by: .seconds(3))
        #expect(!events.isDisposed)
        events.dispose()
        #expect(events.all == [.interrupted(at: .seconds(3))])
        #expect(events.isTerminated)
    }  // R13

    @Test func disposingDetachesFromASignalSilently() {
        let (signal, input) = Signal<Int, Never>.pipe()
        let events = signal.record()
        input.send(value: 1)
        events.dispose()
        input.send(value: 2)
        #expect(events.all == [.value(at: .zero, 1)])
        #expect(events.isDisposed)
        #expect(!events.isTerminated)
    }  // R7

    @Test func aSignalThatHasEndedIsRecordedAsInterrupted() {
        #expect(Signal<Int, Never>.empty.record().all == [.interrupted(at: .zero)])
    }  // R6

    @Test func withoutASchedulerAllTimesAreZero() {
        let events = record(SignalProducer<Int, Never>(1...2))
        #expect(events.all == [.value(at: .zero, 1), .value(at: .zero, 2), .completed(at: .zero)])
    }  // R45

    @Test func eventsThatAreNotEquatableCanBeMappedOrComparedAsText() {
        let events = record(SignalProducer<(Int, Int), any Error>(value: (1, 2)), on: scheduler)
        let comparable = events.all.map { $0.map { $0.0 + $0.1 }.mapError { _ in Refusal(code: 0) } }
        #expect(comparable == [.value(at: .zero, 3), .completed(at: .zero)])
        #expect(events.descriptions == ["0.0 seconds: VALUE (1, 2)", "0.0 seconds: COMPLETED"])
    }  // R45

    @Test func timelinesDifferByTimeValueAndEnd() {
        let recorded = [Recorded<Int, Refusal>.value(at: .seconds(1), 1)]
        #expect(recorded != [.value(at: .seconds(2), 1)])
        #expect(recorded != [.value(at: .seconds(1), 2)])
        #expect(recorded != [.completed(at: .seconds(1))])
        #expect(recorded != [.value(at: .seconds(1), 1), .completed(at: .seconds(1))])
    }  // R45
}
