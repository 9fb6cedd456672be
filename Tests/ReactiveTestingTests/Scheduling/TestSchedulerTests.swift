import Dispatch
import ReactiveCore
import ReactiveTesting
import Testing

@Suite(.timeLimit(.minutes(20))) struct TestSchedulerTests {
    let scheduler = TestScheduler()
    let log = Locked<[String]>([])

    /// An action that notes its name and the time at which it ran.
    func note(_ name: String) -> @Sendable () -> Void {
        { [scheduler, log] in
            let line = "\(name)@\(scheduler.now.offset / .seconds(1))"
            log.withLock { $0.append(line) }
        }
    }

    var lines: [String] { log.withLock { $0 } }

    @Test func nothingRunsBeforeAnAdvance() {
        scheduler.schedule(note("now"))
        scheduler.schedule(at: .zero, note("at"))
        scheduler.schedule(after: .zero, note("after"))
        #expect(lines.isEmpty)
        scheduler.advance(by: .zero)
        #expect(lines == ["now@0.0", "at@0.0", "after@0.0"])
    }  // R32

    @Test func equalTimesRunInTheOrderOfScheduling() {
        for number in 0..<1_000 { scheduler.schedule(after: .seconds(number % 3), note("\(number)")) }
        scheduler.advance(by: .seconds(2))
        let expected = (0..<3).flatMap { rest in
            (0..<1_000).filter { $0 % 3 == rest }.map { "\($0)@\(rest).0" }
        }
        #expect(lines == expected)
    }  // R32, R42

    @Test func theClockShowsTheTimeOfEachActionAndThenTheTarget() {
        scheduler.schedule(after: .seconds(3), note("third"))
        scheduler.schedule(after: .seconds(1), note("first"))
        scheduler.advance(to: SchedulerInstant(offset: .seconds(5)))
        #expect(lines == ["first@1.0", "third@3.0"])
        #expect(scheduler.now == SchedulerInstant(offset: .seconds(5)))
    }  // R32

    @Test func dueActionsScheduledDuringAnAdvanceRunInTheSameCall() {
        scheduler.schedule(after: .seconds(1)) { [scheduler, note] in
            scheduler.schedule(note("now"))
            scheduler.schedule(after: .seconds(1), note("due"))
            scheduler.schedule(after: .seconds(5), note("later"))
        }
        scheduler.advance(by: .seconds(2))
        #expect(lines == ["now@1.0", "due@2.0"])
        #expect(scheduler.scheduledTimes == [SchedulerInstant(offset: .seconds(6))])
    }  // R32

    @Test func theDefaultAdvanceIsANanosecond() {
        scheduler.schedule(after: .nanoseconds(1), note("due"))
        scheduler.schedule(after: .nanoseconds(2), note("later"))
        scheduler.advance()
        #expect(lines.count == 1)
        #expect(scheduler.now.offset == .nanoseconds(1))
    }  // R32

    @Test func disposingRemovesTheAction() {
        let first = scheduler.schedule(after: .seconds(1), note("first"))
        let second = scheduler.schedule(after: .seconds(1), note("second"))
        #expect(scheduler.scheduledCount == 2)
        first?.dispose()
        #expect(scheduler.scheduledCount == 1)
        #expect(scheduler.scheduledTimes == [SchedulerInstant(offset: .seconds(1))])
        scheduler.run()
        #expect(lines == ["second@1.0"])
        #expect(second?.isDisposed == true)
    }  // R32, R38

    @Test func anActionCanDisposeOfAnotherOfTheSameTime() {
        let other = SerialDisposable()
        scheduler.schedule(after: .seconds(1)) { other.dispose() }
        other.inner = scheduler.schedule(after: .seconds(1), note("other"))
        scheduler.run()
        #expect(lines.isEmpty)
    }  // R38

    @Test func anActionScheduledInThePastRunsAtThePresentTime() {
        scheduler.advance(by: .seconds(5))
        scheduler.schedule(note("first"))
        scheduler.schedule(at: SchedulerInstant(offset: .seconds(1)), note("second"))
        scheduler.schedule(after: .seconds(-3), note("third"))
        scheduler.advance(by: .zero)
        #expect(lines == ["first@5.0", "second@5.0", "third@5.0"])
    }  // R36

    @Test func anAdvanceInsideAnActionRunsAtOnce() {
        scheduler.schedule(after: .seconds(1)) { [scheduler, note] in
            note("begin")()
            scheduler.advance(by: .seconds(5))
            note("end")()
        }
        scheduler.schedule(after: .seconds(2), note("between"))
        scheduler.schedule(after: .seconds(9), note("later"))
        scheduler.advance(by: .seconds(3))
        #expect(lines == ["begin@1.0", "between@2.0", "end@6.0"])
        #expect(scheduler.now.offset == .seconds(6))
    }  // R32

    @Test func rewindMovesTheClockOnly() {
        scheduler.schedule(after: .seconds(1), note("past"))
        scheduler.schedule(after: .seconds(4), note("future"))
        scheduler.advance(by: .seconds(2))
        scheduler.rewind(by: .seconds(2))
        #expect(scheduler.now == .zero)
        scheduler.advance(by: .seconds(3))
        #expect(lines == ["past@1.0"])
        scheduler.advance(by: .seconds(1))
        #expect(lines == ["past@1.0", "future@4.0"])
    }  // R32, R36

    @Test func repetitionsKeepToTheGrid() {
        let repetition = scheduler.schedule(after: .seconds(1), interval: .seconds(2), action: note("tick"))
        scheduler.advance(by: .seconds(6))
        #expect(lines == ["tick@1.0", "tick@3.0", "tick@5.0"])
        repetition?.dispose()
        #expect(scheduler.scheduledCount == 0)
        scheduler.advance(by: .seconds(6))
        #expect(lines.count == 3)
    }  // R32

    @Test func aRepetitionCanEndItself() {
        let repetition = SerialDisposable()
        repetition.inner = scheduler.schedule(after: .zero, interval: .seconds(1)) { [note] in
            note("tick")()
            repetition.dispose()
        }
        scheduler.run()
        #expect(lines == ["tick@0.0"])
        #expect(scheduler.scheduledCount == 0)
    }  // R38

    @Test func droppingTheDisposableDoesNotEndARepetition() {
        _ = scheduler.schedule(after: .zero, interval: .seconds(1), action: note("tick"))
        scheduler.advance(by: .seconds(2))
        #expect(lines.count == 3)
    }  // R31

    @Test func runEndsAtTheTimeOfTheLastAction() {
        scheduler.schedule(after: .seconds(7), note("last"))
        scheduler.run()
        #expect(lines == ["last@7.0"])
        #expect(scheduler.now.offset == .seconds(7))
        #expect(scheduler.scheduledCount == 0)
    }  // R32

    @Test func runOnALiveRepeatingTimerEndsWithADiagnosis() {
        let diagnoses = Locked<[TestScheduler.Diagnosis]>([])
        let scheduler = TestScheduler { diagnosis in diagnoses.withLock { $0.append(diagnosis) } }
        scheduler.schedule(after: .seconds(1), interval: .seconds(1)) {}
        scheduler.run(limit: 10)
        let diagnosis = diagnoses.withLock { $0 }
        #expect(diagnosis.count == 1)
        #expect(diagnosis.first?.limit == 10)
        #expect(diagnosis.first?.time.offset == .seconds(10))
        #expect(diagnosis.first?.scheduledTimes == [SchedulerInstant(offset: .seconds(11))])
        let text = diagnosis.first?.description ?? ""
        #expect(text.hasPrefix("TestScheduler gave up after 10 actions at 10.0 seconds: 1 still waiting"))
    }  // R42

    @Test func runOnAChainWithoutEndEndsWithADiagnosis() {
        let diagnoses = Locked<[TestScheduler.Diagnosis]>([])
        let scheduler = TestScheduler { diagnosis in diagnoses.withLock { $0.append(diagnosis) } }
        @Sendable func again() { scheduler.schedule(again) }
        again()
        scheduler.run(limit: 1_000)
        #expect(diagnoses.withLock { $0.map(\.time) } == [.zero])
    }  // R42

    @Test func runToExactlyTheLimitIsNotDiagnosed() {
        let diagnoses = Locked(0)
        let scheduler = TestScheduler { _ in diagnoses.withLock { $0 += 1 } }
        for _ in 0..<10 { scheduler.schedule {} }
        scheduler.run(limit: 10)
        #expect(diagnoses.withLock { $0 } == 0)
        #expect(scheduler.scheduledCount == 0)
    }  // R42

    @Test func theClockStartsAtTheGivenTime() {
        let start = SchedulerInstant(offset: .seconds(100))
        let scheduler = TestScheduler(startingAt: start)
        #expect(scheduler.now == start)
        scheduler.schedule(after: .seconds(1)) {}
        #expect(scheduler.scheduledTimes == [SchedulerInstant(offset: .seconds(101))])
    }  // R32

    @Test func hugeDelaysWaitForeverInsteadOfTrapping() {
        scheduler.advance(by: .seconds(1))
        scheduler.schedule(after: Duration(attoseconds: .max), note("never"))
        scheduler.advance(by: .seconds(1_000_000_000))
        #expect(lines.isEmpty)
        #expect(scheduler.scheduledCount == 1)
    }  // R36

    @Test func aSchedulerWithWaitingActionsIsReleased() {
        let state = Locked<TestScheduler?>(TestScheduler())
        weak let released = state.withLock { $0 }
        released?.schedule(after: .seconds(1), interval: .seconds(1)) {}
        #expect(released != nil)
        state.withLock { $0 = nil }
        #expect(released == nil)
    }  // R38
}
