import ReactiveCore
import ReactiveTesting
import Testing

struct StartOnTests {
    @Test func onlyTheStartMovesToTheScheduler() {  // R18
        let scheduler = TestScheduler()
        let log = Log<String>()
        let (signal, input) = Signal<Int, TestError>.pipe()
        signal.producer.on(starting: log("starting")).start(on: scheduler).start { log.add($0.description) }
        input.send(value: 0)
        #expect(log.all == [])
        scheduler.advance()
        #expect(log.all == ["starting"])
        input.send(value: 1)
        #expect(log.all == ["starting", "VALUE 1"])
    }

    @Test func disposingBeforeTheStartRunsPreventsItAndInterrupts() {  // R13, R38
        let scheduler = TestScheduler()
        let log = Log<String>()
        let producer = SignalProducer<Int, TestError>(value: 1).on(starting: log("starting"))
        let handle = producer.start(on: scheduler).start { log.add($0.description) }
        handle.dispose()
        #expect(log.all == ["INTERRUPTED"])
        #expect(scheduler.scheduledCount == 0)
        scheduler.advance()
        #expect(log.all == ["INTERRUPTED"])
    }

    @Test func disposingAfterTheStartRanInterruptsTheSource() {
        let scheduler = TestScheduler()
        let log = Log<String>()
        let producer = SignalProducer<Int, TestError>.never.on(disposed: log("disposed"))
        let handle = producer.start(on: scheduler).start { log.add($0.description) }
        scheduler.advance()
        handle.dispose()
        #expect(log.all == ["INTERRUPTED", "disposed"])
    }

    @Test func aStartDisposedOfOnAnotherThreadStopsRunning() {  // R38
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
