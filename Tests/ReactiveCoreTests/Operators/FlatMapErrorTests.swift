import ReactiveCore
import ReactiveTesting
import Testing

struct FlatMapErrorTests {
    typealias Event = Signal<Int, TestError>.Event
    let failing = SignalProducer<Int, TestError>(values: 1, 2).attempt { $0 == 2 ? .failure(.a) : .success(()) }

    @Test func theReplacementContinuesTheStream() {
        let producer = failing.flatMapError { error in
            SignalProducer<Int, TestError>(values: error == .a ? 8 : 0, 9)
        }
        #expect(events(of: producer) == [.value(1), .value(8), .value(9), .completed])
    }

    @Test func theReplacementMayOrMayNotBeAbleToFail() {
        #expect(
            events(of: failing.flatMapError { _ in SignalProducer<Int, TestError>(error: .b) }) == [
                .value(1), .failed(.b),
            ]
        )
        let safe: SignalProducer<Int, Never> = failing.flatMapError { _ in .empty }
        #expect(events(of: safe) == [.value(1), .completed])
    }

    @Test func aSignalCanBeTheReplacement() {
        let (signal, input) = Signal<Int, Never>.pipe()
        let recorder = failing.flatMapError { _ in signal }.record()
        input.send(value: 5)
        input.sendCompleted()
        #expect(recorder.all.map(\.event) == [.value(1), .value(5), .completed])
    }

    @Test func completionAndInterruptionAreForwarded() {  // R40
        let asked = Counter()
        let replacement: @Sendable (TestError) -> SignalProducer<Int, TestError> = { _ in
            asked.add()
            return .empty
        }
        #expect(
            events(of: SignalProducer<Int, TestError>(value: 1).flatMapError(replacement)) == [.value(1), .completed]
        )
        #expect(
            events(of: SignalProducer<Int, TestError>(value: 1).take(first: 0).flatMapError(replacement)) == [
                .interrupted
            ]
        )
        let endless = SignalProducer<Int, TestError>(1...9).flatMapError(replacement)
        #expect(selfDisposing(endless) { $0 == .value(1) } == [.value(1), .interrupted])
        #expect(asked.value == 0)
    }

    @Test func theReplacementIsDisposedOfWithItsParent() {  // R38
        let log = Log<String>()
        let handle =
            failing
            .flatMapError { _ in SignalProducer<Int, TestError>.never.on(disposed: log("replacement disposed")) }
            .start { log.add($0.description) }
        #expect(log.all == ["VALUE 1"])
        handle.dispose()
        #expect(log.all == ["VALUE 1", "INTERRUPTED", "replacement disposed"])
    }

    @Test func anEarlyEndStopsTheReplacement() {  // R17
        let disposed = Counter()
        let replacement = SignalProducer<Int, TestError>(1...9).on(disposed: { disposed.add() })
        #expect(
            events(of: failing.flatMapError { _ in replacement }.take(first: 2)) == [.value(1), .value(1), .completed]
        )
        #expect(disposed.value == 1)
    }

    @Test func noReplacementSurvivesARaceWithTheDisposal() {  // R38
        let unfair = unfairContests {
            let (log, alive) = (Log<Event>(), Counter())
            let (signal, input) = Signal<Int, TestError>.pipe()
            let replacement = SignalProducer<Int, TestError>.never
                .on(starting: { alive.add() }, disposed: { alive.add(-1) })
            let handle = signal.producer.flatMapError { _ in replacement }.start { log.add($0) }
            return Contest(left: { input.send(error: .a) }, right: handle.dispose) {
                log.all == [.interrupted] && alive.value <= 0
            }
        }
        #expect(unfair == 0)
    }

    @Test func flatMapErrorWorksOnSignals() {
        let (signal, input) = Signal<Int, TestError>.pipe()
        let recorder = signal.flatMapError { _ in SignalProducer<Int, Never>(value: 7) }.record()
        input.send(value: 1)
        input.send(error: .a)
        #expect(recorder.all.map(\.event) == [.value(1), .value(7), .completed])
    }
}

struct PromoteErrorTests {
    @Test func promoteErrorAddsAFailureType() {
        let promoted: SignalProducer<Int, TestError> = SignalProducer<Int, Never>(value: 1).promoteError()
        #expect(events(of: promoted) == [.value(1), .completed])
        let (signal, input) = Signal<Int, Never>.pipe()
        let recorder = signal.promoteError(TestError.self).record()
        input.send(value: 1)
        input.sendInterrupted()
        #expect(recorder.all.map(\.event) == [.value(1), .interrupted])
    }

    @Test func promoteValueAddsAValueType() {
        let promoted: SignalProducer<Int, TestError> = SignalProducer<Never, TestError>(error: .a).promoteValue()
        #expect(events(of: promoted) == [.failed(.a)])
        let signal: Signal<Int, Never> = Signal<Never, Never>.empty.promoteValue(Int.self)
        #expect(signal.record().all == [.interrupted(at: .zero)])
    }
}
