import ReactiveCore
import ReactiveTesting
import Testing

struct MaterializeOnTests {
    let scheduler = TestScheduler()

    @Test(arguments: ["-1-2-|", "-1-2-x", "-1-2-!", "|"])
    func everyEventBecomesAValueWithTheTimeSinceTheStart(source: String) throws {  // R45
        scheduler.advance(by: .seconds(7))
        let producer = try scheduler.source(source)
        let (plain, stamped) = (
            producer.record(on: scheduler), producer.materialize(on: scheduler).record(on: scheduler)
        )
        scheduler.run()
        #expect(stamped.values == plain.all)
        #expect(stamped.all.map(\.time) == plain.all.map(\.time) + [plain.all.last?.time])
        #expect(stamped.all.last?.event == (source.hasSuffix("!") ? .interrupted : .completed))
    }

    @Test func eachStartMeasuresItsOwnTime() throws {  // R11
        let producer = try scheduler.source("-1|").materialize(on: scheduler)
        let first = producer.record(on: scheduler)
        scheduler.advance(by: .seconds(10))
        let second = producer.record(on: scheduler)
        scheduler.run()
        #expect(first.values == [.value(at: .seconds(1), "1"), .completed(at: .seconds(2))])
        #expect(second.all == first.all)
    }

    @Test func dematerializeIsTheInverseOfMaterializeOn() throws {
        let source = try scheduler.source("-1-2-x")
        let events = source.materialize(on: scheduler).dematerialize().record(on: scheduler)
        scheduler.run()
        #expect(try events.timeline() == Timeline("-1-2-x"))
    }

    @Test func disposingInterruptsWithoutAMaterializedValue() throws {  // R40
        let events = try scheduler.source("-1-2").materialize(on: scheduler).record(on: scheduler)
        scheduler.advance(by: .seconds(2))
        events.dispose()
        #expect(events.all.map(\.event) == [.value(.value(at: .seconds(1), "1")), .interrupted])
        #expect(scheduler.scheduledCount == 0)
    }

    @Test func materializeOnWorksOnSignals() {
        let (signal, input) = Signal<Int, TestError>.pipe()
        scheduler.advance(by: .seconds(5))
        let events = signal.materialize(on: scheduler).record()
        scheduler.advance(by: .seconds(2))
        input.send(value: 1)
        input.send(error: .a)
        #expect(events.values == [.value(at: .seconds(2), 1), .failed(at: .seconds(2), .a)])
    }
}
