import ReactiveCore
import ReactiveTesting
import Testing

struct RetryTests {
    let scheduler = TestScheduler()
    let starts = Counter()

    /// Sends the number of its start, and fails in all starts but the last.
    private func failing(times: Int) -> SignalProducer<Int, TestError> {
        SignalProducer { [starts] observer, _ in
            let start = starts.add()
            observer.send(value: start)
            if start <= times { observer.send(error: start == times ? .b : .a) } else { observer.sendCompleted() }
        }
    }

    @Test func retryStartsAgainAndKeepsTheValuesAlreadySent() {  // R30
        let producer = failing(times: 2).retry(upTo: 2)
        #expect(events(of: producer) == [.value(1), .value(2), .value(3), .completed])
    }

    @Test func onlyTheLastFailureIsForwarded() {  // R30
        #expect(events(of: failing(times: 3).retry(upTo: 2)) == [.value(1), .value(2), .value(3), .failed(.b)])
        #expect(starts.value == 3)
    }

    @Test func retryZeroForwardsTheFailure() {  // R30
        #expect(events(of: failing(times: 1).retry(upTo: 0)) == [.value(1), .failed(.b)])
    }

    @Test func completionAndInterruptionAreNotRetried() {  // R30
        #expect(events(of: failing(times: 0).retry(upTo: 5)) == [.value(1), .completed])
        #expect(starts.value == 1)
        let (signal, input) = Signal<Int, TestError>.pipe()
        let recorded = signal.producer.retry(upTo: 5).record()
        input.sendInterrupted()
        #expect(recorded.all == [.interrupted(at: .zero)])
    }

    @Test func theCountBelongsToOneStart() {  // R11, R30, R39
        let producer = SignalProducer<Int, TestError>(error: .a).on(starting: { [starts] in starts.add() })
        let retried = producer.retry(upTo: 2, interval: .seconds(1), on: scheduler)
        let recorders = [retried.record(on: scheduler), retried.record(on: scheduler)]
        scheduler.run()
        #expect(recorders.map(\.all) == [[.failed(at: .seconds(2), .a)], [.failed(at: .seconds(2), .a)]])
        #expect(starts.value == 6)
    }

    @Test func failuresThatThePolicyRejectsAreForwarded() {  // R45
        let producer = failing(times: 3).retry(when: { $0 == .a }, backoff: .constant(.seconds(1)), on: scheduler)
        let recorded = producer.record(on: scheduler)
        scheduler.run()
        let values = (1...3).map { Recorded<Int, TestError>.value(at: .seconds($0 - 1), $0) }
        #expect(recorded.all == values + [.failed(at: .seconds(2), .b)])
    }

    @Test func noAttemptBeginsAfterTheLimit() {  // R45
        let producer = failing(times: 9).retry(
            when: { _ in true },
            backoff: .exponential(base: .seconds(1), factor: 2, cap: .seconds(60)),
            within: .seconds(6),
            on: scheduler
        )
        let recorded = producer.record(on: scheduler)
        scheduler.run()
        #expect(recorded.values == [1, 2, 3])
        #expect(recorded.all.last == .failed(at: .seconds(3), .a))
        #expect(scheduler.scheduledCount == 0)
    }

    @Test func aMillionSynchronousFailuresTakeConstantStackAndMemory() {  // R39
        let producer = failing(times: 1_000_000).filter { $0 > 1_000_000 }.retry(upTo: .max)
        #expect(events(of: producer) == [.value(1_000_001), .completed])
    }

    @Test func aMillionFailuresOnAnImmediateSchedulerTakeConstantStack() {  // R39
        let scheduler = InlineScheduler()
        let producer = failing(times: 1_000_000).filter { $0 > 1_000_000 }
            .retry(upTo: .max, interval: .seconds(1), on: scheduler)
        #expect(events(of: producer) == [.value(1_000_001), .completed])
    }

    @Test func delaysSeparateAttemptsAndNoneFollowsTheLast() {  // R30
        let events = failing(times: 3).retry(upTo: 2, interval: .seconds(5), on: scheduler).record(on: scheduler)
        scheduler.run()
        #expect(
            events.all == [
                .value(at: .zero, 1), .value(at: .seconds(5), 2), .value(at: .seconds(10), 3),
                .failed(at: .seconds(10), .b),
            ]
        )
        #expect(scheduler.scheduledCount == 0)
    }

    @Test func disposingDuringTheWaitCancelsItAndInterrupts() {  // R13
        let events = failing(times: 3).retry(upTo: 2, interval: .seconds(5), on: scheduler).record(on: scheduler)
        scheduler.advance(by: .seconds(1))
        events.dispose()
        #expect(events.all == [.value(at: .zero, 1), .interrupted(at: .seconds(1))])
        #expect(scheduler.scheduledCount == 0)
        scheduler.advance(by: .seconds(10))
        #expect(starts.value == 1)
    }

    @Test func disposingInsideTheHandlerStartsNothingMore() {  // R38
        let handled = selfDisposing(failing(times: 3).retry(upTo: 2)) { $0 == .value(2) }
        #expect(handled == [.value(1), .value(2), .interrupted])
        #expect(starts.value == 2)
    }

    @Test func anEarlyEndStartsNothingMore() {
        #expect(events(of: failing(times: 9).retry(upTo: 9).take(first: 2)) == [.value(1), .value(2), .completed])
        #expect(starts.value == 2)
    }

    @Test func aPolicyReceivesTheFailureAndTheAttemptNumber() {  // R45
        let asked = Log<String>()
        let events = failing(times: 3)
            .retry(on: scheduler) { failure, attempt in
                asked.add("\(failure) \(attempt)")
                return failure == .a ? .retry(after: .seconds(attempt)) : .stop
            }
            .record(on: scheduler)
        scheduler.run()
        #expect(asked.all == ["a 1", "a 2", "b 3"])
        #expect(
            events.all == [
                .value(at: .zero, 1), .value(at: .seconds(1), 2), .value(at: .seconds(3), 3),
                .failed(at: .seconds(3), .b),
            ]
        )
    }

    @Test func theBackoffDeterminesTheDelays() {  // N6, R45
        let producer = SignalProducer<Int, TestError>(error: .a).on(starting: { [scheduler, times] in
            times.add(scheduler.now.offset)
        })
        let events = producer.retry(upTo: 4, backoff: .exponential(), on: scheduler).record(on: scheduler)
        scheduler.run()
        #expect(times.all == [.zero, .seconds(1), .seconds(3), .seconds(7), .seconds(15)])
        #expect(events.all == [.failed(at: .seconds(15), .a)])
    }

    private let times = Log<Duration>()

    @Test func decorrelatedJitterRemembersThePreviousDelayOfItsStart() {  // N9, R39
        let producer = SignalProducer<Int, TestError>(error: .a).on(starting: { [scheduler, times] in
            times.add(scheduler.now.offset)
        })
        let backoff = Backoff.exponential(jitter: .decorrelated)
        producer.retry(upTo: 3, backoff: backoff, on: scheduler, fraction: { 1 }).start()
        scheduler.run()
        #expect(times.all == [.zero, .seconds(3), .seconds(12), .seconds(39)])
    }

    @Test func aStartDisposedOfOnAnotherThreadStopsRunning() {  // R38
        let unfair = unfairContests(outOf: 50_000) {
            let (log, alive) = (Log<Signal<Int, TestError>.Event>(), Counter())
            let source = Signal<Int, TestError>.pipe()
            let next = SignalProducer<Int, TestError>.never.on(starting: { alive.add() }, disposed: { alive.add(-1) })
            let attempts = Counter()
            let producer = SignalProducer<SignalProducer<Int, TestError>, TestError> {
                .success(attempts.add() == 1 ? source.output.producer : next)
            }
            let handle = SignalProducer<Int, TestError> { observer, lifetime in
                producer.startWithResult { result in
                    if case .success(let attempt) = result { lifetime += attempt.start { observer.send($0) } }
                }
            }
            .retry(upTo: 1).start { log.add($0) }
            return Contest(left: { source.input.send(error: .a) }, right: handle.dispose) {
                log.all == [.interrupted] && alive.value == 0
            }
        }
        #expect(unfair == 0)
    }
}

/// A scheduler on which no time passes.
private final class InlineScheduler: TimedScheduler {
    let now = SchedulerInstant.zero

    func schedule(_ action: @escaping @Sendable () -> Void) -> (any Disposable)? {
        action()
        return nil
    }

    func schedule(at time: SchedulerInstant, _ action: @escaping @Sendable () -> Void) -> (any Disposable)? {
        schedule(action)
    }
}
