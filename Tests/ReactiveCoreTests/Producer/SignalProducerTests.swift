import Foundation
import ReactiveCore
import Testing

struct SignalProducerTests {
    typealias Event = Signal<Int, TestError>.Event

    @Test func aFunctionThatReturnsAResultBecomesAProducerThatCanFail() {
        let failure: @Sendable () -> Result<Int, TestError> = { .failure(.a) }
        let success: @Sendable () -> Result<Int, TestError> = { .success(1) }
        let (failing, succeeding, inline) = (
            SignalProducer(failure), SignalProducer(success), SignalProducer { failure() }
        )
        #expect(events(of: failing) == [.failed(.a)])
        #expect(events(of: succeeding) == [.value(1), .completed])
        #expect(events(of: inline) == [.failed(.a)])
        #expect(events(of: SignalProducer<Int, TestError>(failure)) == [.failed(.a)])
        #expect(events(of: SignalProducer<Int, TestError> { .failure(.a) }) == [.failed(.a)])
    }

    @Test func theTypeOfTheProducerDecidesWhetherAResultIsAValue() {
        let failure: @Sendable () -> Result<Int, TestError> = { .failure(.a) }
        let producer: SignalProducer<Result<Int, TestError>, Never> = SignalProducer(failure)
        #expect(events(of: producer) == [.value(.failure(.a)), .completed])
    }

    @Test func aThrowingFunctionBecomesAProducerOfItsError() {
        let throwing: @Sendable () throws -> Int = { throw TestError.b }
        let log = Log<TestError?>()
        SignalProducer(throwing).startWithFailed { log.add($0 as? TestError) }
        #expect(log.all == [.b])
        #expect(events(of: SignalProducer<Int, TestError> { 7 }) == [.value(7), .completed])
    }

    @Test func eachStartRunsTheHandlerAgain() {  // R11
        let starts = Counter()
        let producer = SignalProducer<Int, TestError> { observer, _ in
            observer.send(value: starts.add())
            observer.sendCompleted()
        }
        #expect(events(of: producer) == [.value(1), .completed])
        #expect(events(of: producer) == [.value(2), .completed])
    }

    @Test func observersAttachBeforeTheHandlerRuns() {  // R12
        let log = Log<String>()
        let producer = SignalProducer<Int, TestError> { observer, _ in
            log.add("handler")
            observer.send(value: 1)
            observer.sendCompleted()
        }
        let result = producer.startWithSignal { signal, _ in
            log.add("setup")
            signal.observe { log.add($0.description) }
            return 42
        }
        #expect(result == 42)
        #expect(log.all == ["setup", "handler", "VALUE 1", "COMPLETED"])
    }

    @Test func disposingInsideTheSetupSuppressesAllEffects() {  // R12
        let log = Log<String>()
        let producer = SignalProducer<Int, TestError> { observer, _ in
            log.add("handler")
            observer.sendCompleted()
        }
        producer.on(starting: log("starting"), started: log("started")).startWithSignal { signal, handle in
            signal.observe { log.add($0.description) }
            handle.dispose()
            #expect(handle.isDisposed)
        }
        #expect(log.all == ["INTERRUPTED"])
    }

    @Test func aRetainedHandleKeepsAStartAliveWithoutItsInput() {  // R8, R13
        let log = Log<String>()
        let producer = SignalProducer<Int, TestError> { _, lifetime in lifetime.observeEnded(log("disposed")) }
        let handle = producer.map { $0 + 1 }.start { log.add($0.description) }
        #expect(log.all == [] && !handle.isDisposed)
        handle.dispose()
        #expect(log.all == ["INTERRUPTED", "disposed"] && handle.isDisposed)
    }

    @Test func aStartWithoutInputAndHandleIsInterrupted() {  // R8
        let log = Log<String>()
        let kept = Log<Signal<Int, TestError>.Observer>()
        let handler: @Sendable (Signal<Int, TestError>.Observer, Lifetime) -> Void = { observer, _ in kept.add(observer)
        }
        let producer = SignalProducer<Int, TestError>(handler)
        producer.start { log.add($0.description) }
        kept.all.first?.send(value: 1)
        #expect(log.all == ["VALUE 1"])
        kept.removeAll()
        #expect(log.all == ["VALUE 1", "INTERRUPTED"])
        #expect(SignalProducer<Int, TestError> { _, _ in }.first() == nil)
        #expect((try? SignalProducer<Int, TestError> { _, _ in }.wait().get()) != nil)
    }

    @Test func theHandleOfStartWithSignalRetainsTheInput() {  // R8, R12
        let log = Log<String>()
        let producer = SignalProducer<Int, TestError> { _, lifetime in lifetime.observeEnded(log("disposed")) }
        let handle = producer.startWithSignal { signal, handle in
            signal.observe { log.add($0.description) }
            return handle
        }
        #expect(log.all == [])
        handle.dispose()
        #expect(log.all == ["INTERRUPTED", "disposed"])
        producer.startWithSignal { signal, _ in signal.observe { log.add($0.description) } }
        #expect(log.all == ["INTERRUPTED", "disposed", "INTERRUPTED", "disposed"])
    }

    @Test func theEndReleasesTheInputThatTheHandleRetained() {
        let kept = Log<Signal<Int, TestError>.Observer>()
        let object = Locked<Log<Int>?>(Log())
        weak let released = object.value
        let handle = SignalProducer<Int, TestError> { observer, _ in kept.add(observer) }
            .start { [held = object.value] _ in held?.add(1) }
        object.value = nil
        kept.all.first?.sendCompleted()
        kept.removeAll()
        #expect(released == nil && handle.isDisposed)
    }

    @Test func disposingInterruptsAndThenReleasesTheResources() {  // R9, R13
        let log = Log<String>()
        let producer = SignalProducer<Int, TestError> { observer, lifetime in
            lifetime.observeEnded {
                log.add("disposed")
                _ = observer
            }
            observer.send(value: 1)
        }
        let handle = producer.start { log.add($0.description) }
        #expect(!handle.isDisposed)
        handle.dispose()
        handle.dispose()
        #expect(handle.isDisposed)
        #expect(log.all == ["VALUE 1", "INTERRUPTED", "disposed"])
    }

    @Test func disposingOneStartLeavesTheOthersAlone() {  // R13
        let inputs = Log<Signal<Int, TestError>.Observer>()
        let producer = SignalProducer<Int, TestError> { observer, _ in inputs.add(observer) }
        let (first, second) = (Log<Event>(), Log<Event>())
        let handle = producer.start { first.add($0) }
        producer.start { second.add($0) }
        handle.dispose()
        for input in inputs.all { input.send(value: 1) }
        #expect(first.all == [.interrupted])
        #expect(second.all == [.value(1)])
    }

    @Test func aHandleIsDisposedAfterTheNaturalEnd() {  // R14, R40
        expectDisposedAtTheEnd(SignalProducer(value: 1))
        expectDisposedAtTheEnd(SignalProducer([1, 2]))
        expectDisposedAtTheEnd(SignalProducer(values: 1, 2))
        expectDisposedAtTheEnd(SignalProducer { 1 })
        expectDisposedAtTheEnd(SignalProducer(error: .a))
        expectDisposedAtTheEnd(.empty)
        expectDisposedAtTheEnd(SignalProducer { observer, _ in observer.sendCompleted() })
        expectDisposedAtTheEnd(SignalProducer(Signal<Int, TestError>.empty))
        expectDisposedAtTheEnd(SignalProducer([1, 2]).map { $0 + 1 }.filter { $0 > 2 })
        expectDisposedAtTheEnd(SignalProducer([1, 2]).take(first: 1))
        expectDisposedAtTheEnd(SignalProducer([1]).observe(on: ImmediateScheduler()))
        expectDisposedAtTheEnd(SignalProducer(error: .a).retry(upTo: 3))
        expectDisposedAtTheEnd(SignalProducer([1, 2]).lift { $0.map { $0 + 1 } })
    }

    private func expectDisposedAtTheEnd(
        _ producer: SignalProducer<Int, TestError>,
        location: SourceLocation = #_sourceLocation
    ) {
        #expect(producer.start().isDisposed, sourceLocation: location)
    }

    @Test func aSequenceIsNotReadAfterTheEnd() {  // R15
        let pulls = Counter()
        let numbers = SignalProducer<Int, TestError>(PulledNumbers(pulls: pulls))
        #expect(selfDisposing(numbers) { $0 == .value(2) } == [.value(1), .value(2), .interrupted])
        #expect(pulls.value == 2)
        #expect(events(of: numbers.take(first: 3)) == [.value(3), .value(4), .value(5), .completed])
        #expect(pulls.value == 5)
    }

    @Test func interruptingASynchronousSequenceThroughAChainIsAnInterruption() {  // R15, R40
        let chain = SignalProducer<Int, TestError>(1...5).map { $0 * 10 }.filter { $0 > 10 }.scan(0) { $1 }
        #expect(selfDisposing(chain) { $0 == .value(30) } == [.value(20), .value(30), .interrupted])
        #expect(selfDisposing(SignalProducer(1...5)) { $0 == .value(5) }.last == .interrupted)
    }

    @Test func sendingAndDisposingOnTwoThreadsEndsAStartOnce() {  // R1, R13, R40
        let unfair = unfairContests(outOf: 100_000) {
            let log = Log<Event>()
            let resources = Counter()
            let (signal, input) = Signal<Int, TestError>.pipe()
            let handle = SignalProducer(signal).map { $0 + 1 }.on(disposed: { resources.add() }).start { log.add($0) }
            let send: @Sendable () -> Void = {
                input.send(value: 1)
                input.sendCompleted()
            }
            return Contest(left: send, right: handle.dispose) {
                [[.interrupted], [.value(2), .interrupted], [.value(2), .completed]].contains(log.all)
                    && resources.value == 1 && handle.isDisposed
            }
        }
        #expect(unfair == 0)
    }

    @Test func twoThreadsMayDisposeOfOneStart() {  // R13
        let unfair = unfairContests(outOf: 100_000) {
            let log = Log<Event>()
            let handle = SignalProducer<Int, TestError>.never.start { log.add($0) }
            return Contest(left: handle.dispose, right: handle.dispose) { log.all == [.interrupted] }
        }
        #expect(unfair == 0)
    }

    @Test func theStartHandlerSeesADisposalWhileItRuns() {  // R13, R38
        let unfair = unfairContests(outOf: 100_000) {
            let log = Log<Event>()
            let seen = Counter()
            let handle = SerialDisposable()
            let producer = SignalProducer<Int, TestError> { observer, lifetime in
                lifetime.observeEnded { seen.add() }
                observer.send(value: 1)
            }
            let start: @Sendable () -> Void = {
                producer.startWithSignal { signal, interruptHandle in
                    signal.observe { log.add($0) }
                    handle.inner = interruptHandle
                }
            }
            // The input is released when the handler returns, which also interrupts: there is only one end.
            return Contest(left: start, right: handle.dispose) {
                log.all.last == .interrupted && log.all.count { $0.isTerminating } == 1 && log.all.count <= 2
            }
        }
        #expect(unfair == 0)
    }

    @Test func aReleasedInputInterruptsTheStart() {  // R8
        let producer = SignalProducer<Int, TestError> { observer, _ in observer.send(value: 1) }
        #expect(events(of: producer) == [.value(1), .interrupted])
    }

    @Test func reentrantValuesOfAStartAreQueued() {  // R37
        let input = Log<Signal<Int, TestError>.Observer>()
        let producer = SignalProducer<Int, TestError> { observer, _ in input.add(observer) }
        let log = Log<String>()
        producer.start { event in
            log.add("begin \(event)")
            if event == .value(1) {
                input.all[0].send(value: 2)
                input.all[0].sendCompleted()
                input.all[0].send(value: 3)
            }
            log.add("end \(event)")
        }
        input.all[0].send(value: 1)
        let expected = ["VALUE 1", "VALUE 2", "COMPLETED"].flatMap { ["begin \($0)", "end \($0)"] }
        #expect(log.all == expected)
    }

    @Test func allInitializersFromResultsAgree() {
        #expect(events(of: SignalProducer<Int, TestError>(result: .success(1))) == [.value(1), .completed])
        #expect(events(of: SignalProducer<Int, TestError>(.failure(.a))) == [.failed(.a)])
        #expect(events(of: SignalProducer<Int, TestError> { .success(2) }) == [.value(2), .completed])
        #expect(events(of: SignalProducer<Int, TestError>.empty) == [.completed])
        #expect(events(of: SignalProducer<Int, TestError>.never) == [])
    }

    @Test func aThrowingActionFailsTheStart() {
        let producer = SignalProducer<Int, any Error> { throw TestError.a }
        #expect(events(of: producer.mapError { $0 as? TestError ?? .b }) == [.failed(.a)])
    }

    @Test func aStartOfASignalReceivesLaterEventsOnly() {
        let (signal, input) = Signal<Int, TestError>.pipe()
        let log = Log<Event>()
        input.send(value: 0)
        let handle = signal.producer.start { log.add($0) }
        input.send(value: 1)
        handle.dispose()
        input.send(value: 2)
        #expect(log.all == [.value(1), .interrupted])
        #expect(events(of: SignalProducer(Signal<Int, TestError>.empty)) == [.interrupted])
    }
}

/// An endless sequence 1, 2, 3 … that counts its reads.
private struct PulledNumbers: Sequence, IteratorProtocol, Sendable {
    let pulls: Counter

    func next() -> Int? { pulls.add() }
}
