import Dispatch
import ReactiveCore
import ReactiveTesting
import Testing

@Suite(.timeLimit(.minutes(20))) struct ShareTests {
    let probe = Probe<Int>()

    @Test func laterStartsJoinTheRunningSourceWithoutReplay() {  // R45
        let shared = probe.producer.share()
        #expect(probe.startCount == 0)
        let first = record(shared)
        probe.send(1)
        let second = record(shared)
        probe.send(2)
        probe.complete()
        #expect([first.text, second.text] == ["1 2 |", "2 |"])
        #expect(probe.startCount == 1)
    }

    @Test(arguments: ["|", "x", "!"]) func everyTerminalEventReachesAllStarts(end: String) {  // R1
        let shared = probe.producer.share()
        let recorders = (0..<3).map { _ in record(shared) }
        switch end {
        case "|": probe.complete()
        case "x": probe.fail()
        default: probe.interrupt()
        }
        #expect(recorders.map(\.text) == [end, end, end])
        #expect(!probe.isRunning)
    }

    @Test func disposingOfTheLastStartDisposesOfTheSource() {  // R13
        let shared = probe.producer.share()
        let first = record(shared)
        let second = record(shared)
        first.dispose()
        #expect(probe.isRunning)
        probe.send(1)
        second.dispose()
        #expect(!probe.isRunning)
        #expect([first.text, second.text] == ["!", "1 !"])
    }

    @Test func aStartAfterTheLastDisposalStartsTheSourceAgain() {  // R11
        let shared = probe.producer.share()
        record(shared).dispose()
        let second = record(shared)
        probe.send(1)
        #expect(second.text == "1")
        #expect(probe.startCount == 2)
    }

    @Test func aStartAfterTheEndStartsTheSourceAgain() {  // R11
        let shared = probe.producer.share()
        let first = record(shared)
        probe.fail()
        let second = record(shared)
        probe.send(1)
        probe.complete()
        #expect([first.text, second.text] == ["x", "1 |"])
        #expect(probe.startCount == 2)
    }

    @Test func aStartDuringTheEndStartsTheSourceAgainAndTheOthersStillReceiveTheEnd() {  // R1
        let shared = probe.producer.share()
        let retried = record(shared.retry(upTo: 1))
        let plain = record(shared)
        probe.fail(.b)
        #expect([retried.text, plain.text] == ["", "x"])
        probe.send(1)
        probe.complete()
        #expect([retried.text, plain.text] == ["1 |", "x"])
        #expect(probe.startCount == 2)
    }

    @Test func aSynchronousSourceRunsAgainForEachStart() {
        let starts = Counter()
        let shared = SignalProducer<Int, TestError>([1, 2]).on(starting: { starts.add() }).share()
        #expect([record(shared).text, record(shared).text] == ["1 2 |", "1 2 |"])
        #expect(starts.value == 2)
    }

    @Test func aStartDuringAValueOfASynchronousSourceReceivesTheRest() {
        let starts = Counter()
        let shared = SignalProducer<Int, TestError>([1, 2, 3]).on(starting: { starts.add() }).share()
        let log = Log<String>()
        shared.start { event in
            log.add("outer \(event)")
            if event.value == 1 { shared.start { log.add("inner \($0)") } }
        }
        #expect(
            log.all.filter { $0.hasPrefix("outer") } == [
                "outer VALUE 1", "outer VALUE 2", "outer VALUE 3", "outer COMPLETED",
            ]
        )
        #expect(
            log.all.filter { $0.hasPrefix("inner") } == ["inner VALUE 2", "inner VALUE 3", "inner COMPLETED"]
        )
        #expect(starts.value == 1)
    }

    @Test func aStartDisposedOfDuringItsSetupDoesNotStartTheSharedSource() {  // R12
        let shared = probe.producer.share()
        let log = Log<String>()
        shared.startWithSignal { signal, handle in
            signal.observe { log.add($0.description) }
            handle.dispose()
        }
        #expect(log.all == ["INTERRUPTED"])
        #expect(!probe.isRunning)
        let events = record(shared)
        probe.send(1)
        #expect(events.text == "1")
    }

    @Test func twoSharedProducersAreIndependent() {  // R11
        let starts = Counter()
        let source = SignalProducer<Int, TestError>.never.on(starting: { starts.add() })
        let (first, second) = (source.share(), source.share())
        let handles = [first.start(), first.start(), second.start()]
        #expect(starts.value == 2)
        for handle in handles { handle.dispose() }
    }

    @Test func theRunOutlivesTheSharedProducer() {
        var shared: SignalProducer<Int, TestError>? = probe.producer.share()
        let events = record(shared!)
        shared = nil
        probe.send(1)
        #expect(events.text == "1")
        events.dispose()
        #expect(!probe.isRunning)
    }

    @Test func nothingIsRetainedAfterTheRun() {
        weak var gone: Canary?
        do {
            let canary = Canary()
            gone = canary
            let shared = SignalProducer<Int, TestError>.never.on(disposed: { _ = canary }).share()
            let handle = shared.start()
            shared.start().dispose()
            #expect(gone != nil)
            handle.dispose()
        }
        #expect(gone == nil)
    }

    @Test func everyStartOnEveryThreadEndsOnceAndNoRunIsLeft() async {  // R1, R2
        let running = Counter()
        let source = SignalProducer<Int, Never> { observer, lifetime in
            running.add()
            lifetime.observeEnded { running.add(-1) }
            DispatchQueue.global().async {
                for value in 0..<50 { observer.send(value: value) }
                observer.sendCompleted()
            }
        }
        let shared = source.share()
        let areWhole = await withTaskGroup(of: Bool.self) { group in
            for index in 0..<400 {
                group.addTask {
                    await withCheckedContinuation { continuation in
                        let values = Log<Int>()
                        let handle = shared.start { event in
                            if let value = event.value { values.add(value) }
                            // Each start receives a tail of one run: nothing is missing, and nothing arrives twice.
                            if event.isTerminating {
                                let isTail = values.all == Array((values.all.first ?? 50)..<50)
                                continuation.resume(returning: event.isCompleted ? isTail : true)
                            }
                        }
                        if index.isMultiple(of: 3) { handle.dispose() }
                    }
                }
            }
            return await group.allSatisfy { $0 }
        }
        #expect(areWhole)
        // The last run releases its resources after it has notified all observers.
        while running.value > 0 { await Task.yield() }
        #expect(running.value == 0)
    }
}
