import ReactiveCore
import Testing

/// A custom operator.
private final class Doubling<Failure: Error>: Observer<Int, Failure>, @unchecked Sendable {
    // SAFETY: constant.
    private let next: Observer<Int, Failure>

    init(_ next: Observer<Int, Failure>) { self.next = next }

    override func receive(_ value: Int) { next.receive(value * 2) }

    override func terminate(_ termination: Termination<Failure>) { next.terminate(termination) }
}

struct ObserverTests {
    @Test func aCustomOperatorConnectsASignalToAnInput() {
        let (source, sourceInput) = Signal<Int, TestError>.pipe()
        let (output, outputInput) = Signal<Int, TestError>.pipe()
        let log = Log<Signal<Int, TestError>.Event>()
        output.observe { log.add($0) }
        source.observe(Doubling(Doubling(outputInput)))
        sourceInput.send(value: 1)
        sourceInput.send(error: .a)
        #expect(log.all == [.value(4), .failed(.a)])
    }

    @Test func aCustomOperatorReceivesTheEventsOfAStart() {
        let log = Log<Signal<Int, Never>.Event>()
        let consumer = Signal<Int, Never>.Observer { log.add($0) }
        SignalProducer(1...2).start(Doubling(consumer))
        #expect(log.all == [.value(2), .value(4), .completed])
    }

    @Test func theBaseClassIgnoresAllEvents() {
        #expect(SignalProducer(1...2).start(Observer<Int, Never>()).isDisposed)
    }
}
