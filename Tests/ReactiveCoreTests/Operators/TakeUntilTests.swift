import ReactiveCore
import ReactiveTesting
import Testing

struct TakeUntilTests {
    typealias Event = Signal<Int, TestError>.Event
    let source = Signal<Int, TestError>.pipe()
    let trigger = Signal<Void, Never>.pipe()
    let disposed = Counter()

    private func start() -> EventRecorder<Int, TestError> {
        source.output.producer.on(disposed: { [disposed] in disposed.add() })
            .take(until: trigger.output.producer.on(disposed: { [disposed] in disposed.add() }))
            .record()
    }

    @Test func aTriggerValueCompletesTheResult() {  // R23
        let recorder = start()
        source.input.send(value: 1)
        trigger.input.send(value: ())
        source.input.send(value: 2)
        #expect(recorder.all.map(\.event) == [.value(1), .completed])
        #expect(disposed.value == 2)
    }

    @Test func theTriggersCompletionCompletesTheResult() {  // R23
        let recorder = start()
        trigger.input.sendCompleted()
        #expect(recorder.all.map(\.event) == [.completed])
        #expect(disposed.value == 2)
    }

    @Test func theTriggersInterruptionIsIgnored() {  // R23
        let recorder = start()
        trigger.input.sendInterrupted()
        source.input.send(value: 1)
        source.input.send(error: .a)
        #expect(recorder.all.map(\.event) == [.value(1), .failed(.a)])
    }

    @Test func aTriggerThatFiresAtOncePreventsTheStart() {
        let log = Log<String>()
        let source = SignalProducer<Int, TestError>(value: 1).on(starting: log("starting"))
        #expect(events(of: source.take(until: SignalProducer<Void, Never>(value: ()))) == [.completed])
        #expect(log.all == [])
    }

    @Test func disposingInterruptsAndDisposesOfSourceAndTrigger() {  // R13
        let recorder = start()
        recorder.dispose()
        #expect(recorder.all.map(\.event) == [.interrupted])
        #expect(disposed.value == 2)
    }

    @Test func theTriggerMayFireDuringTheStartHandler() {  // R37
        let log = Log<Event>()
        let producer = SignalProducer<Int, TestError>(1...9).take(until: trigger.output)
        producer.start { [trigger] event in
            log.add(event)
            if event == .value(2) { trigger.input.send(value: ()) }
        }
        #expect(log.all == [.value(1), .value(2), .completed])
    }

    @Test func sourceAndTriggerMaySendOnTwoThreads() {  // R1, R23
        let unfair = unfairContests {
            let (source, trigger) = (Signal<Int, TestError>.pipe(), Signal<Void, Never>.pipe())
            let log = Log<Event>()
            source.output.take(until: trigger.output).observe { log.add($0) }
            let send: @Sendable () -> Void = {
                source.input.send(value: 1)
                source.input.send(error: .a)
            }
            return Contest(left: send, right: { trigger.input.send(value: ()) }) {
                [[.completed], [.value(1), .completed], [.value(1), .failed(.a)]].contains(log.all)
            }
        }
        #expect(unfair == 0)
    }
}

struct TakeDuringTests {
    @Test func theResultCompletesWhenTheLifetimeEnds() {  // R23
        let (lifetime, token) = Lifetime.make()
        let source = Signal<Int, TestError>.pipe()
        let disposed = Counter()
        let recorders = [
            source.output.producer.on(disposed: { disposed.add() }).take(during: lifetime).record(),
            source.output.take(during: lifetime).record(),
        ]
        source.input.send(value: 1)
        token.dispose()
        source.input.send(value: 2)
        for recorder in recorders { #expect(recorder.all.map(\.event) == [.value(1), .completed]) }
        #expect(disposed.value == 1)
    }

    @Test func aLifetimeThatHasEndedPreventsTheStart() {
        let log = Log<String>()
        let source = SignalProducer<Int, TestError>(value: 1).on(starting: log("starting"))
        #expect(events(of: source.take(during: .empty)) == [.completed])
        #expect(log.all == [])
    }

    @Test func theLifetimeReleasesASourceThatEndsFirst() {
        let (lifetime, token) = Lifetime.make()
        let producer = SignalProducer<Int, TestError>(error: .a).take(during: lifetime)
        #expect(events(of: producer) == [.failed(.a)])
        token.dispose()
        #expect(lifetime.hasEnded)
    }
}

struct TakeUntilReplacementTests {
    typealias Event = Signal<Int, TestError>.Event
    let source = Signal<Int, TestError>.pipe()
    let replacement = Signal<Int, TestError>.pipe()
    let log = Log<String>()

    private func start() {
        source.output.producer.on(disposed: log("source disposed"))
            .take(untilReplacement: replacement.output)
            .start { [log] in log.add($0.description) }
    }

    @Test func theReplacementReplacesTheSourcePermanently() {  // R23
        start()
        source.input.send(value: 1)
        replacement.input.send(value: 10)
        source.input.send(value: 2)
        replacement.input.send(value: 20)
        replacement.input.sendCompleted()
        #expect(log.all == ["VALUE 1", "source disposed", "VALUE 10", "VALUE 20", "COMPLETED"])
    }

    @Test func theCompletionOfTheSourceIsIgnored() {  // R23
        start()
        source.input.sendCompleted()
        replacement.input.send(value: 10)
        #expect(log.all == ["source disposed", "VALUE 10"])
    }

    @Test func theFailureOfTheSourceIsForwarded() {
        start()
        source.input.send(error: .a)
        #expect(log.all == ["FAILED a", "source disposed"])
    }

    @Test(arguments: [Event.completed, .failed(.b), .interrupted])
    func theResultEndsWithTheReplacement(_ last: Event) {
        start()
        replacement.input.send(last)
        #expect(log.all == [last.description, "source disposed"])
    }

    @Test func aReplacementThatSendsAtOncePreventsTheStart() {
        let producer = SignalProducer<Int, TestError>(value: 1).on(starting: log("starting"))
        #expect(events(of: producer.take(untilReplacement: SignalProducer(value: 2))) == [.value(2), .completed])
        let endless = SignalProducer<Int, TestError>(value: 1).concatNever()
        #expect(events(of: producer.take(untilReplacement: endless)) == [.value(1)])
        #expect(log.all == [])
    }

    @Test func noValueOfTheSourceFollowsOneOfTheReplacement() {  // R23
        let unfair = unfairContests {
            let (source, replacement) = (Signal<Int, TestError>.pipe(), Signal<Int, TestError>.pipe())
            let log = Log<Event>()
            source.output.take(untilReplacement: replacement.output).observe { log.add($0) }
            let send: @Sendable () -> Void = { for value in 1...3 { source.input.send(value: value) } }
            return Contest(left: send, right: { replacement.input.send(value: 9) }) {
                log.all.last == .value(9)
                    && log.all.dropLast() == [.value(1), .value(2), .value(3)].prefix(log.all.count - 1)
            }
        }
        #expect(unfair == 0)
    }
}

extension SignalProducer {
    /// Sends the values of the producer, and never ends.
    fileprivate func concatNever() -> SignalProducer {
        SignalProducer { observer, lifetime in
            lifetime += self.start { event in if case .value = event { observer.send(event) } }
            lifetime.observeEnded { _ = observer }
        }
    }
}
