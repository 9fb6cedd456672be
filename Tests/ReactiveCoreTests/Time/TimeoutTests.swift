import ReactiveCore
import ReactiveTesting
import Testing

struct TimeoutTests {
    let scheduler = TestScheduler()

    @Test func thereIsOneDeadlineForTheWholeStream() {  // R29
        let disposed = Counter()
        let (signal, input) = Signal<Int, TestError>.pipe()
        let events = signal.producer.on(disposed: { disposed.add() })
            .timeout(after: .seconds(3), raising: .a, on: scheduler)
            .record(on: scheduler)
        for value in 1...5 {
            input.send(value: value)
            scheduler.advance(by: .seconds(1))
        }
        #expect(
            events.all == [
                .value(at: .zero, 1), .value(at: .seconds(1), 2), .value(at: .seconds(2), 3),
                .failed(at: .seconds(3), .a),
            ]
        )
        #expect(disposed.value == 1)
    }

    @Test func aSourceThatEndsInTimeCancelsTheDeadline() {
        let (signal, input) = Signal<Int, TestError>.pipe()
        let events = signal.producer.timeout(after: .seconds(3), raising: .a, on: scheduler).record(on: scheduler)
        input.send(value: 1)
        input.sendCompleted()
        #expect(events.all == [.value(at: .zero, 1), .completed(at: .zero)])
        #expect(scheduler.scheduledCount == 0)
    }

    @Test func theFailureOfTheSourceIsForwardedAtOnce() {  // R10
        let events = SignalProducer<Int, TestError>(error: .b).timeout(after: .seconds(3), raising: .a, on: scheduler)
            .record(on: scheduler)
        #expect(events.all == [.failed(at: .zero, .b)])
        #expect(scheduler.scheduledCount == 0)
    }

    @Test func theDeadlineWinsATieAtItsOwnInstant() {  // R29
        let source = SignalProducer<Int, TestError>(value: 1).delay(.seconds(3), on: scheduler)
        let tied = source.timeout(after: .seconds(3), raising: .a, on: scheduler).record(on: scheduler)
        let inTime = source.timeout(after: .seconds(3) + .nanoseconds(1), raising: .a, on: scheduler).record(
            on: scheduler
        )
        scheduler.run()
        #expect(tied.all == [.failed(at: .seconds(3), .a)])
        #expect(inTime.all == [.value(at: .seconds(3), 1), .completed(at: .seconds(3))])
    }

    @Test(arguments: [Duration.zero, .seconds(-1)])
    func aTimeoutOfZeroOrLessFailsAtTheNextOpportunity(_ interval: Duration) {  // R29, R36
        let events = SignalProducer<Int, TestError>.never.timeout(after: interval, raising: .a, on: scheduler)
            .record(on: scheduler)
        scheduler.advance(by: .zero)
        #expect(events.all == [.failed(at: .zero, .a)])
    }

    @Test func aSynchronousSourceBeatsATimeoutOfZero() {
        let producer = SignalProducer<Int, TestError>(value: 1).timeout(after: .zero, raising: .a, on: scheduler)
        #expect(producer.record(on: scheduler).all == [.value(at: .zero, 1), .completed(at: .zero)])
    }

    @Test func aDeadlineBeyondTheRangeOfTimeNeverFires() {  // R36
        let events = SignalProducer<Int, TestError>.never
            .timeout(after: .seconds(Int64.max), raising: .a, on: scheduler)
            .record(on: scheduler)
        scheduler.advance(by: .seconds(1_000_000))
        #expect(events.all == [])
        events.dispose()
        #expect(scheduler.scheduledCount == 0)
    }

    @Test func disposingCancelsTheDeadline() {  // R13
        let events = SignalProducer<Int, TestError>.never.timeout(after: .seconds(3), raising: .a, on: scheduler)
            .record(on: scheduler)
        scheduler.advance(by: .seconds(1))
        events.dispose()
        #expect(events.all == [.interrupted(at: .seconds(1))])
        #expect(scheduler.scheduledCount == 0)
    }

    @Test func aProducerThatCannotFailGetsAFailure() {  // R29
        let events = SignalProducer<Int, Never>.never.timeout(after: .seconds(1), raising: TestError.a, on: scheduler)
            .record(on: scheduler)
        scheduler.run()
        #expect(events.all == [.failed(at: .seconds(1), .a)])
    }

    @Test func timeoutWorksOnSignals() {
        let events = Signal<Int, Never>.never.timeout(after: .seconds(1), raising: TestError.a, on: scheduler).record(
            on: scheduler
        )
        scheduler.run()
        #expect(events.all == [.failed(at: .seconds(1), .a)])
    }

    @Test func twoStartsHaveTwoDeadlines() {  // R11
        let producer = SignalProducer<Int, TestError>.never.timeout(after: .seconds(2), raising: .a, on: scheduler)
        let first = producer.record(on: scheduler)
        scheduler.advance(by: .seconds(1))
        let second = producer.record(on: scheduler)
        scheduler.run()
        #expect(first.all == [.failed(at: .seconds(2), .a)])
        #expect(second.all == [.failed(at: .seconds(2), .a)])
    }

    @Test func nothingFollowsTheDeadlineOnAnyThread() {  // R29, N11
        let unfair = unfairContests(outOf: 50_000) {
            let scheduler = TestScheduler()
            let log = Log<Signal<Int, TestError>.Event>()
            let (signal, input) = Signal<Int, TestError>.pipe()
            signal.producer.timeout(after: .seconds(1), raising: .a, on: scheduler).start { log.add($0) }
            let send: @Sendable () -> Void = {
                input.send(value: 1)
                input.sendCompleted()
            }
            return Contest(left: send, right: { scheduler.advance(by: .seconds(1)) }) {
                [[.failed(.a)], [.value(1), .failed(.a)], [.value(1), .completed]].contains(log.all)
                    && scheduler.scheduledCount == 0
            }
        }
        #expect(unfair == 0)
    }
}
