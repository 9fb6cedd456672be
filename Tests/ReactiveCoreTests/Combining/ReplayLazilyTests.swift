import Foundation
import ReactiveCore
import ReactiveTesting
import Testing

@Suite struct ReplayLazilyTests {
    let probe = Probe<Int>()

    @Test func nothingStartsBeforeTheFirstObserver() {  // R20
        let replayed = probe.producer.replayLazily(upTo: 2)
        #expect(probe.startCount == 0)
        let events = record(replayed)
        #expect(probe.startCount == 1)
        events.dispose()
    }

    @Test func allStartsShareOneRunOfTheSource() {  // R20
        let replayed = probe.producer.replayLazily(upTo: 2)
        let first = record(replayed)
        probe.send(1)
        let second = record(replayed)
        probe.send(2)
        probe.complete()
        #expect(first.text == "1 2 |")
        #expect(second.text == "1 2 |")
        #expect(probe.startCount == 1)
    }

    @Test func lateObserversReceiveTheLastValuesAndTheEnd() {  // R20
        let completed = probe.producer.replayLazily(upTo: 2)
        let first = record(completed)
        probe.send(1, 2, 3)
        let second = record(completed)
        #expect(second.text == "2 3")
        probe.complete()
        let third = record(completed)
        #expect([first.text, second.text, third.text] == ["1 2 3 |", "2 3 |", "2 3 |"])
        #expect(probe.startCount == 1)
    }

    @Test func failuresAndInterruptionsAreReplayed() {  // R20
        let failing = SignalProducer<Int, TestError>(value: 1).concat(error: .b).replayLazily(upTo: 1)
        #expect(record(failing).text == "1 x")
        #expect(record(failing).all.map(\.event) == [.value(1), .failed(.b)])
        let interrupted = probe.producer.replayLazily(upTo: 1)
        let first = record(interrupted)
        probe.interrupt()
        #expect([first.text, record(interrupted).text] == ["!", "!"])
    }

    @Test func noValuesAreKeptForACapacityOfZero() {  // R20
        let replayed = SignalProducer<Int, TestError>([1, 2]).replayLazily(upTo: 0)
        #expect(record(replayed).text == "1 2 |")
        #expect(record(replayed).text == "|")
    }

    @Test func disposingOfOneStartLeavesTheOthersAlone() {  // R20
        let replayed = probe.producer.replayLazily(upTo: 1)
        let first = record(replayed)
        let second = record(replayed)
        first.dispose()
        probe.send(1)
        #expect([first.text, second.text] == ["!", "1"])
        #expect(probe.isRunning)
    }

    @Test func theRunLastsUntilTheLastObserverLeaves() {  // R20
        var replayed: SignalProducer<Int, TestError>? = probe.producer.replayLazily(upTo: 1)
        let first = record(replayed!)
        let second = record(replayed!)
        replayed = nil
        #expect(probe.isRunning)
        first.dispose()
        #expect(probe.isRunning)
        second.dispose()
        #expect(!probe.isRunning)
    }

    @Test func theRunLastsWhileACopyOfTheProducerExists() {  // R20
        var replayed: SignalProducer<Int, TestError>? = probe.producer.replayLazily(upTo: 1)
        var copy = replayed
        record(replayed!).dispose()
        replayed = nil
        #expect(probe.isRunning)
        probe.send(1)
        let late = record(copy!)
        late.dispose()
        #expect(late.text == "1 !")
        #expect(probe.isRunning)
        copy = nil
        #expect(!probe.isRunning)
    }

    @Test func anObserverAddedDuringAValueIsServedAfterThatValue() {  // R37
        let replayed = probe.producer.replayLazily(upTo: 3)
        let log = Locked<[String]>([])
        replayed.start { event in
            log.withLock { $0.append("outer \(event)") }
            guard event.value == 1 else { return }
            replayed.start { event in log.withLock { $0.append("inner \(event)") } }
        }
        probe.send(1, 2)
        probe.complete()
        #expect(
            log.withLock { $0 } == [
                "outer VALUE 1", "inner VALUE 1", "outer VALUE 2", "inner VALUE 2", "outer COMPLETED",
                "inner COMPLETED",
            ]
        )
    }

    @Test func aBlockingStartDuringAValueReceivesTheHistoryAtOnce() {  // R20
        let (signal, input) = Signal<Int, Never>.pipe()
        let replayed = SignalProducer(signal).replayLazily(upTo: 1)
        let seen = Log<Int?>()
        replayed.startWithValues { _ in seen.add(replayed.first()?.get()) }
        input.send(value: 1)
        input.send(value: 2)
        #expect(seen.all == [1, 2])
    }

    @Test func aStartOnAnotherThreadDuringADeliveryReceivesTheHistoryAtOnce() {  // R20
        let (signal, input) = Signal<Int, Never>.pipe()
        let replayed = SignalProducer(signal).replayLazily(upTo: 2)
        let seen = Log<[Int]>()
        replayed.startWithValues { value in
            guard value == 2 else { return }
            let other = DispatchSemaphore(value: 0)
            Thread.detachNewThread {
                let values = Log<Int>()
                replayed.startWithValues { values.add($0) }
                seen.add(values.all)
                other.signal()
            }
            other.wait()
        }
        input.send(value: 1)
        input.send(value: 2)
        #expect(seen.all == [[1, 2]])
    }

    @Test func aStartDuringAValueReceivesEachLaterEventOnce() {  // R20, R37
        let (signal, input) = Signal<Int, Never>.pipe()
        let replayed = SignalProducer(signal).replayLazily(upTo: 5)
        let inner = Log<String>()
        replayed.startWithValues { value in
            guard value == 1 else { return }
            input.send(value: 2)
            replayed.start { inner.add($0.description) }
            input.send(value: 3)
        }
        input.send(value: 1)
        input.sendCompleted()
        #expect(inner.all == ["VALUE 1", "VALUE 2", "VALUE 3", "COMPLETED"])
    }

    @Test func aStartDuringTheEndReceivesTheHistoryAndTheEndAtOnce() {  // R20
        let replayed = probe.producer.replayLazily(upTo: 1)
        let log = Log<String>()
        replayed.start { event in
            guard event.isTerminating else { return }
            replayed.start { log.add("inner \($0)") }
            log.add("started")
        }
        probe.send(1)
        probe.complete()
        #expect(log.all == ["inner VALUE 1", "inner COMPLETED", "started"])
    }

    @Test func aStartDuringAValueCanBeDisposedOf() {  // R13
        let replayed = probe.producer.replayLazily(upTo: 1)
        let (handle, log) = (SerialDisposable(), Log<String>())
        let outer = replayed.start { event in
            if event.value == 1 { handle.inner = replayed.start { log.add($0.description) } }
        }
        probe.send(1)
        handle.dispose()
        probe.send(2)
        #expect(log.all == ["VALUE 1", "INTERRUPTED"])
        outer.dispose()
    }

    @Test func valuesDroppedFromTheHistoryAreReleasedOutsideItsLock() {  // R46
        final class Echo: Sendable {
            let released: @Sendable () -> Void
            init(_ released: @escaping @Sendable () -> Void) { self.released = released }
            deinit { released() }
        }
        let (signal, input) = Signal<Echo?, Never>.pipe()
        let replayed = SignalProducer(signal).replayLazily(upTo: 1)
        let starts = Counter()
        replayed.start()
        input.send(value: Echo { if replayed.first() != nil { starts.add() } })
        input.send(value: nil)
        #expect(starts.value == 1)
        input.sendCompleted()
    }

    @Test func anEndDuringTheReplayDoesNotTruncateTheHistory() {  // R20
        let (arrived, goOn, ended) = (
            DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
        )
        let source = SignalProducer<Int, Never> { observer, _ in
            DispatchQueue.global().async {
                for value in 1...3 { observer.send(value: value) }
                observer.sendCompleted()
                ended.signal()
            }
        }
        let replayed = source.replayLazily(upTo: 3)
        replayed.startWithValues { value in
            guard value == 3 else { return }
            arrived.signal()
            goOn.wait()
        }
        arrived.wait()
        let events = Locked<[Signal<Int, Never>.Event]>([])
        replayed.start { event in
            events.withLock { $0.append(event) }
            guard event.value == 1 else { return }
            goOn.signal()
            ended.wait()
        }
        #expect(events.value == [.value(1), .value(2), .value(3), .completed])
    }

    @Test func everyObserverOnEveryThreadSeesAGaplessRun() async {  // R20, R2
        let source = SignalProducer<Int, Never> { observer, _ in
            DispatchQueue.global().async {
                for value in 0..<25_000 { observer.send(value: value) }
                observer.sendCompleted()
            }
        }
        let replayed = source.replayLazily(upTo: 25_000)
        let isComplete = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    let values = Locked<[Int]>([])
                    return await withCheckedContinuation { continuation in
                        replayed.start { event in
                            if let value = event.value { values.withLock { $0.append(value) } }
                            if event.isTerminating {
                                continuation.resume(returning: values.withLock { $0 == Array(0..<25_000) })
                            }
                        }
                    }
                }
            }
            return await group.allSatisfy { $0 }
        }
        #expect(isComplete)
    }

    @Test func nothingIsRetainedAfterTheEnd() {  // R20
        weak var gone: Canary?
        do {
            let canary = Canary()
            gone = canary
            let replayed = SignalProducer<Canary, Never>(value: canary).concat(.never).replayLazily(upTo: 1)
            replayed.start().dispose()
            replayed.start().dispose()
        }
        #expect(gone == nil)
    }
}
