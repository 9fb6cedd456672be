import Dispatch
import ReactiveTesting
import Testing

@testable import ReactiveCore

/// Operators that deliver on a scheduler keep events in order, for any order in which the scheduler runs its work.
@Suite struct OrderTests {
    let scheduler = UnorderedScheduler()
    let source = Probe<Int>()

    @Test func observeOnKeepsTheOrder() {  // R2, R24
        let events = source.producer.observe(on: scheduler).record()
        source.send(1, 2, 3)
        source.complete()
        #expect(scheduler.waitingCount == 4)
        scheduler.advance()
        #expect(events.text == "1 2 3 |")
    }

    @Test func observeOnKeepsTheFailureBehindTheValues() {  // R2, R24
        let events = source.producer.observe(on: scheduler).record()
        source.send(1, 2)
        source.fail()
        scheduler.advance()
        #expect(events.text == "1 2 x")
    }

    @Test func observeOnDropsPendingEventsWhenDisposedOf() {  // R13
        let events = source.producer.observe(on: scheduler).record()
        source.send(1, 2)
        events.dispose()
        #expect(!source.isRunning)
        scheduler.advance()
        #expect(events.text == "!")
    }

    @Test(arguments: [BufferingPolicy.dropOldest(limit: 2), .dropNewest(limit: 2), .unbounded])
    func bufferedDeliveryKeepsTheOrder(policy: BufferingPolicy) {  // R2, R45
        let events = source.producer.observe(on: scheduler, buffering: policy).record()
        source.send(1, 2, 3)
        source.complete()
        scheduler.advance()
        switch policy {
        case .dropOldest: #expect(events.text == "2 3 |")
        case .dropNewest: #expect(events.text == "1 2 |")
        case .unbounded: #expect(events.text == "1 2 3 |")
        }
    }

    @Test func bufferedDeliverySendsPendingValuesBeforeAFailure() {  // R2, R45
        let events = source.producer.observe(on: scheduler, buffering: 2, raising: .b).record()
        source.send(1, 2, 3)
        scheduler.advance()
        #expect(events.text == "1 2 x")
    }

    @Test func delayKeepsTheOrder() {  // R24
        let events = source.producer.delay(.seconds(1), on: scheduler).record()
        source.send(1, 2)
        scheduler.advance(by: .milliseconds(500))
        source.send(3)
        source.complete()
        #expect(events.text == "")
        scheduler.advance(by: .seconds(1))
        #expect(events.text == "1 2 3 |")
    }

    @Test func delayDeliversNothingBeforeItsTime() {  // R24
        let events = source.producer.delay(.seconds(1), on: scheduler).record()
        source.send(1)
        scheduler.advance(by: .milliseconds(500))
        source.send(2)
        scheduler.advance(by: .milliseconds(500))
        #expect(events.text == "1")
        scheduler.advance(by: .milliseconds(500))
        #expect(events.text == "1 2")
    }

    @Test func delayLeavesNothingOnTheSchedulerWhenDisposedOf() {  // R13
        let events = source.producer.delay(.seconds(1), on: scheduler).record()
        source.send(1, 2)
        events.dispose()
        scheduler.advance()
        #expect(events.text == "!")
        #expect(scheduler.waitingCount == 0)
    }

    @Test func throttleKeepsTheOrder() {  // R25
        let events = source.producer.throttle(.seconds(1), on: scheduler).record()
        source.send(1)
        source.complete()
        scheduler.advance()
        #expect(events.text == "1 |")
    }

    @Test func throttleDeliversTheTrailingValueBeforeTheEnd() {  // R25
        let events = source.producer.throttle(.seconds(1), on: scheduler, discardWhenCompleted: false).record()
        source.send(1, 2)
        scheduler.advance()
        source.send(3)
        source.complete()
        scheduler.advance(by: .seconds(1))
        #expect(events.text == "2 3 |")
    }

    @Test func debounceDeliversItsValueBeforeTheEnd() {  // R26
        let events = source.producer.debounce(.seconds(1), on: scheduler, discardWhenCompleted: false).record()
        source.send(1, 2)
        source.complete()
        scheduler.advance(by: .seconds(1))
        #expect(events.text == "2 |")
    }

    @Test func throttleWhileKeepsTheOrder() {  // R28
        let isPaused = MutableProperty(false)
        let events = source.producer.throttle(while: isPaused, on: scheduler).record()
        source.send(1, 2)
        isPaused.value = true
        source.send(3, 4)
        isPaused.value = false
        source.complete()
        scheduler.advance()
        #expect(events.text == "1 2 4 |")
    }

    @Test func lazyMapDeliversItsValueBeforeTheEnd() {
        let events = source.producer.lazyMap(on: scheduler) { $0 * 10 }.record()
        source.send(1, 2)
        source.complete()
        scheduler.advance()
        #expect(events.text == "20 |")
    }

    @Test func collectDeliversItsIntervalsInOrder() {  // R27
        let events = source.producer.collect(every: .seconds(1), on: scheduler, discardWhenCompleted: false).record()
        source.send(1)
        scheduler.advance(by: .seconds(1))
        source.send(2)
        source.complete()
        scheduler.advance(by: .seconds(1))
        #expect(events.text == "[1] [2] |")
    }

    @Test func bindingsKeepTheOrder() {
        let seen = Log<Int>()
        let (lifetime, token) = Lifetime.make()
        let target = BindingTarget<Int>(on: scheduler, lifetime: lifetime) { seen.add($0) }
        target <~ SignalProducer(1...3)
        scheduler.advance()
        #expect(seen.all == [1, 2, 3])
        token.dispose()
    }

    @Test func eventsOnThePoolKeepTheirOrderAndNeverOverlap() async {  // R2
        let wrong = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<64 {
                group.addTask {
                    let (values, guarded) = (Log<Int>(), Guard())
                    return await withCheckedContinuation { continuation in
                        SignalProducer<Int, Never>(0..<100).observe(on: PoolScheduler()).start { event in
                            guarded.enter()
                            if let value = event.value { values.add(value) }
                            guarded.leave()
                            guard event.isTerminating else { return }
                            let isWhole = event == .completed && values.all == Array(0..<100)
                            continuation.resume(returning: isWhole && guarded.violationCount == 0 ? 0 : 1)
                        }
                    }
                }
            }
            return await group.reduce(0, +)
        }
        #expect(wrong == 0)
    }

    /// Both slots of a concurrent scheduler are running when the first piece of work is disposed of.
    @Test func disposingOfScheduledWorkDoesNotCancelTheNext() async {  // R2
        var lostCount = 0
        for round in 0..<2_000 {
            let line: any Scheduler = scheduler.inOrder
            let hasRun = Locked(false)
            let first = line.schedule {}
            line.schedule { hasRun.value = true }
            await withTaskGroup { group in
                group.addTask { [scheduler] in scheduler.advance() }
                group.addTask {
                    for _ in 0..<(round % 40) { _ = hasRun.value }
                    first?.dispose()
                }
            }
            scheduler.advance()
            if !hasRun.value { lostCount += 1 }
        }
        #expect(lostCount == 0)
    }
}
