import ReactiveCore
import Testing

struct OnTests {
    private func watched(_ producer: SignalProducer<Int, TestError>, _ log: Log<String>) -> SignalProducer<
        Int, TestError
    > {
        producer.on(
            starting: log("starting"),
            started: log("started"),
            event: { log.add("event \($0)") },
            failed: { log.add("failed \($0)") },
            completed: log("completed"),
            interrupted: log("interrupted"),
            terminated: log("terminated"),
            disposed: log("disposed"),
            value: { log.add("value \($0)") }
        )
    }

    @Test func sideEffectsRunBeforeTheEventIsForwarded() {  // R18
        let log = Log<String>()
        watched(SignalProducer(value: 1), log).start { log.add("-> \($0)") }
        #expect(
            log.all == [
                "starting", "event VALUE 1", "value 1", "-> VALUE 1", "event COMPLETED", "completed", "terminated",
                "-> COMPLETED", "disposed", "started",
            ]
        )
    }

    @Test func startedRunsAfterTheStartHandlerReturns() {  // R18
        let log = Log<String>()
        let scheduler = SignalProducer<Int, TestError>.never.on(starting: log("inner"))
        let handle = watched(scheduler, log).start { log.add("-> \($0)") }
        #expect(log.all == ["starting", "inner", "started"])
        handle.dispose()
        #expect(
            log.all.suffix(5) == ["event INTERRUPTED", "interrupted", "terminated", "-> INTERRUPTED", "disposed"]
        )
    }

    @Test func failuresHaveSideEffects() {
        let log = Log<String>()
        watched(SignalProducer(error: .a), log).start { log.add("-> \($0)") }
        #expect(
            log.all == [
                "starting", "event FAILED a", "failed a", "terminated", "-> FAILED a", "disposed", "started",
            ]
        )
    }

    @Test func valuesAreForwardedWithoutAValueEffect() {
        let log = Log<String>()
        let producer = SignalProducer<Int, TestError>(values: 1, 2)
        producer.on(completed: log("completed")).start { log.add("\($0)") }
        producer.on(value: { log.add("value \($0)") }).start { log.add("\($0)") }
        #expect(
            log.all == [
                "VALUE 1", "VALUE 2", "completed", "COMPLETED", "value 1", "VALUE 1", "value 2", "VALUE 2", "COMPLETED",
            ]
        )
    }

    @Test func anEarlyEndRunsOnlyTheDisposedEffect() {  // R17, R18
        let log = Log<String>()
        let (signal, input) = Signal<Int, TestError>.pipe()
        watched(signal.producer, log).take(first: 1).start { log.add("-> \($0)") }
        input.send(value: 1)
        #expect(
            log.all == [
                "starting", "started", "event VALUE 1", "value 1", "-> VALUE 1", "-> COMPLETED", "disposed",
            ]
        )
    }

    @Test func sideEffectsOfASignalRunOnceForAnyNumberOfObservers() {
        let log = Log<String>()
        let (signal, input) = Signal<Int, TestError>.pipe()
        let watched = signal.on(terminated: log("terminated"), disposed: log("disposed")) { log.add("value \($0)") }
        watched.observe { log.add("A \($0)") }
        watched.observe { log.add("B \($0)") }
        input.send(value: 1)
        input.sendCompleted()
        #expect(
            log.all == [
                "value 1", "A VALUE 1", "B VALUE 1", "terminated", "A COMPLETED", "B COMPLETED", "disposed",
            ]
        )
    }

    @Test func eachStartHasItsOwnEffects() {  // R11
        let log = Log<String>()
        let producer = SignalProducer<Int, TestError>.never.on(disposed: log("disposed"))
        let handles = [producer.start(), producer.start()]
        handles[0].dispose()
        #expect(log.all == ["disposed"])
        handles[1].dispose()
        #expect(log.all == ["disposed", "disposed"])
    }
}
