import ReactiveCore
import ReactiveTesting
import Testing

@Suite(.timeLimit(.minutes(20))) struct ImmediateTimedSchedulerTests {
    let log = Locked<[String]>([])

    func note(_ name: String, on scheduler: ImmediateTimedScheduler) {
        let line = "\(name)@\(scheduler.now.offset / .seconds(1))"
        log.withLock { $0.append(line) }
    }

    var lines: [String] { log.withLock { $0 } }

    @Test func actionsRunInlineAndMoveTheClock() {
        let scheduler = ImmediateTimedScheduler()
        scheduler.schedule(after: .seconds(5)) { note("after", on: scheduler) }
        scheduler.schedule { note("now", on: scheduler) }
        scheduler.schedule(at: SchedulerInstant(offset: .seconds(2))) { note("past", on: scheduler) }
        #expect(lines == ["after@5.0", "now@5.0", "past@5.0"])
        #expect(scheduler.now.offset == .seconds(5))
    }  // R42

    @Test func actionsScheduledByAnActionRunInTheOrderOfTime() {
        let scheduler = ImmediateTimedScheduler()
        scheduler.schedule {
            scheduler.schedule(after: .seconds(3)) { note("third", on: scheduler) }
            scheduler.schedule(after: .seconds(1)) { note("first", on: scheduler) }
            note("outer", on: scheduler)
        }
        #expect(lines == ["outer@0.0", "first@1.0", "third@3.0"])
    }  // R42

    @Test func aLongChainTakesConstantStack() {
        let scheduler = ImmediateTimedScheduler()
        let count = Locked(0)
        @Sendable func step() {
            let number = count.withLock { count in
                count += 1
                return count
            }
            if number < 200_000 { scheduler.schedule(after: .seconds(1), step) }
        }
        step()
        #expect(count.withLock { $0 } == 200_000)
        #expect(scheduler.now.offset == .seconds(199_999))
    }  // R39

    @Test func repetitionsEndAtTheirLimit() {
        let scheduler = ImmediateTimedScheduler(repetitionLimit: 3)
        let repetition = scheduler.schedule(after: .seconds(1), interval: .seconds(2)) { note("tick", on: scheduler) }
        #expect(lines == ["tick@1.0", "tick@3.0", "tick@5.0"])
        #expect(repetition?.isDisposed == true)
    }  // R42

    @Test func aRepetitionMadeInsideAnActionCanBeDisposedOf() {
        let scheduler = ImmediateTimedScheduler()
        scheduler.schedule {
            let repetition = SerialDisposable()
            repetition.inner = scheduler.schedule(after: .zero, interval: .seconds(1)) {
                note("tick", on: scheduler)
                if scheduler.now.offset == .seconds(1) { repetition.dispose() }
            }
        }
        #expect(lines == ["tick@0.0", "tick@1.0"])
    }  // R38

    @Test func aChainWithoutEndIsDiagnosed() {
        let diagnoses = Locked<[TestScheduler.Diagnosis]>([])
        let scheduler = ImmediateTimedScheduler(limit: 100) { diagnosis in diagnoses.withLock { $0.append(diagnosis) } }
        @Sendable func again() { scheduler.schedule(again) }
        again()
        #expect(diagnoses.withLock { $0.map(\.limit) } == [100])
    }  // R42
}
