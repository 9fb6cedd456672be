import ReactiveCore
import ReactiveTesting
import Testing

struct CollectEveryTests {
    let scheduler = TestScheduler()

    /// Returns the events of the first twenty seconds: these timers do not end by themselves.
    private func descriptions(of producer: SignalProducer<[String], TestError>) -> [String] {
        let events = producer.map { $0.joined() }.record(on: scheduler)
        scheduler.advance(by: .seconds(20))
        defer { events.dispose() }
        return events.descriptions
    }

    @Test func theValuesOfEachIntervalArriveAtItsEnd() throws {  // R27
        let collected = try scheduler.source("-1-2-----3----|").collect(every: .seconds(4), on: scheduler)
        #expect(
            descriptions(of: collected) == [
                "4.0 seconds: VALUE 12", "8.0 seconds: VALUE ", "12.0 seconds: VALUE 3", "14.0 seconds: COMPLETED",
            ]
        )
        #expect(scheduler.scheduledCount == 0)
    }

    @Test func emptyIntervalsAreSkippedIfAskedFor() throws {  // R27
        let source = try scheduler.source("-1-2-----3----|")
        let collected = source.collect(every: .seconds(4), on: scheduler, skipEmpty: true)
        #expect(
            descriptions(of: collected) == [
                "4.0 seconds: VALUE 12", "12.0 seconds: VALUE 3", "14.0 seconds: COMPLETED",
            ]
        )
    }

    @Test func theCompletionDropsTheLastInterval() throws {  // R27
        let collected = try scheduler.source("-1-|").collect(every: .seconds(4), on: scheduler)
        #expect(descriptions(of: collected) == ["3.0 seconds: COMPLETED"])
    }

    @Test func theLastIntervalIsDeliveredIfAskedForBeforeTheCompletion() throws {  // R27, R41
        let source = try scheduler.source("-1-2-3|")
        let collected = source.collect(every: .seconds(4), on: scheduler, discardWhenCompleted: false)
        #expect(
            descriptions(of: collected) == [
                "4.0 seconds: VALUE 12", "8.0 seconds: VALUE 3", "8.0 seconds: COMPLETED",
            ]
        )
        #expect(scheduler.scheduledCount == 0)
    }

    @Test(arguments: [("-1-x", "3.0 seconds: FAILED a"), ("-1-!", "3.0 seconds: INTERRUPTED")])
    func failureAndInterruptionAreImmediateAndDropTheCollectedValues(source: String, expected: String) throws {  // R10
        let source = try scheduler.source(source)
        let collected = source.collect(every: .seconds(4), on: scheduler, discardWhenCompleted: false)
        #expect(descriptions(of: collected) == [expected])
        #expect(scheduler.scheduledCount == 0)
    }

    @Test func disposingInterruptsOnTheSchedulerAndStopsTheTimer() throws {  // R13
        let events = try scheduler.source("-1-2").collect(every: .seconds(4), on: scheduler).record(on: scheduler)
        scheduler.advance(by: .seconds(3))
        events.dispose()
        #expect(events.all == [])
        scheduler.run()
        #expect(events.all == [.interrupted(at: .seconds(3))])
        #expect(scheduler.scheduledCount == 0)
    }

    @Test func disposingInterruptsEvenAfterTheSourceHasCompleted() throws {  // R13
        let source = SignalProducer<Int, TestError>(1...3)
        let events = source.collect(every: .seconds(4), on: scheduler, discardWhenCompleted: false)
            .record(on: scheduler)
        events.dispose()
        scheduler.run()
        #expect(events.all == [.interrupted(at: .zero)])
    }

    @Test func twoStartsAreIndependent() throws {  // R11
        let source = SignalProducer<Int, TestError>(1...3)
        let collected = source.collect(every: .seconds(4), on: scheduler, discardWhenCompleted: false)
        let first = collected.record(on: scheduler)
        scheduler.advance(by: .seconds(1))
        let second = collected.record(on: scheduler)
        scheduler.run()
        #expect(first.all == [.value(at: .seconds(4), [1, 2, 3]), .completed(at: .seconds(4))])
        #expect(second.all == first.all)
    }

    @Test func collectEveryWorksOnSignals() {
        let (signal, input) = Signal<Int, TestError>.pipe()
        let events = signal.collect(every: .seconds(2), on: scheduler).record(on: scheduler)
        input.send(value: 1)
        scheduler.advance(by: .seconds(2))
        #expect(events.all == [.value(at: .seconds(2), [1])])
        input.sendInterrupted()
        scheduler.run()
    }
}
