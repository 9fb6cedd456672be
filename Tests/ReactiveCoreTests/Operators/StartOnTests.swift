import ReactiveCore
import ReactiveTesting
import Testing

struct StartOnTests {
    @Test func movesOnlyTheStart() {  // R18
        let scheduler = TestScheduler()
        let log = Log<String>()
        let (signal, input) = Signal<Int, Trouble>.pipe()
        signal.producer.on(starting: log("starting")).start(on: scheduler).start { log.add($0.description) }
        input.send(value: 0)
        #expect(log.all == [])
        scheduler.advance()
        #expect(log.all == ["starting"])
        input.send(value: 1)
        #expect(log.all == ["starting", "VALUE 1"])
    }

    @Test func disposingBeforeItRunsPreventsItAndInterrupts() {  // R13, decision 4
        let scheduler = TestScheduler()
        let log = Log<String>()
        let producer = SignalProducer<Int, Trouble>(value: 1).on(starting: log("starting"))
        let handle = producer.start(on: scheduler).start { log.add($0.description) }
        handle.dispose()
        #expect(log.all == ["INTERRUPTED"])
        #expect(scheduler.scheduledCount == 0)
        scheduler.advance()
        #expect(log.all == ["INTERRUPTED"])
    }

    @Test func disposingAfterItRanInterruptsTheSource() {
        let scheduler = TestScheduler()
        let log = Log<String>()
        let producer = SignalProducer<Int, Trouble>.never.on(disposed: log("disposed"))
        let handle = producer.start(on: scheduler).start { log.add($0.description) }
        scheduler.advance()
        handle.dispose()
        #expect(log.all == ["INTERRUPTED", "disposed"])
    }

    @Test func aStartThatIsDisposedOfOnAnotherThreadNeverGoesOnRunning() {  // decision 4
        let scheduler = QueueScheduler()
        let unfair = unfairContests {
            let (started, disposed) = (Counter(), Counter())
            let source = SignalProducer<Int, Never> { observer, lifetime in
                started.add()
                lifetime.observeEnded {
                    disposed.add()
                    _ = observer
                }
            }
            let handle = SerialDisposable()
            return Contest(
                left: { handle.inner = source.start(on: scheduler).start() },
                right: handle.dispose,
                isFair: {
                    scheduler.queue.sync {}
                    return started.value == disposed.value && handle.isDisposed
                }
            )
        }
        #expect(unfair == 0)
    }
}
