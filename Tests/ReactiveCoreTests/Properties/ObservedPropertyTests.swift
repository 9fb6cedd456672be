import Dispatch
import ReactiveCore
import ReactiveTesting
import Testing

/// Properties that follow a producer only while they are observed (Q1).
@Suite struct ObservedPropertyTests {
    /// A hot source that counts its starts.
    private struct Source: Sendable {
        let output: Signal<Int, Never>
        let input: Signal<Int, Never>.Observer
        let startCount = Locked(0)
        let liveCount = Locked(0)

        init() { (output, input) = Signal.pipe() }

        var property: Property<Int> { Property(initial: 0, whileObserved: changes) }

        var changes: SignalProducer<Int, Never> {
            SignalProducer(output).on(
                started: { [startCount, liveCount] in
                    startCount.modify { $0 += 1 }
                    liveCount.modify { $0 += 1 }
                },
                disposed: { [liveCount] in liveCount.modify { $0 -= 1 } }
            )
        }

        var counts: [Int] { [startCount.value, liveCount.value] }
    }

    @Test func theFirstObserverStartsTheSourceAndTheLastOneEndsIt() {
        let source = Source()
        let property = source.property
        #expect(property.value == 0)
        #expect(source.counts == [0, 0])
        let first = property.producer.record()
        let second = property.producer.record()
        #expect(source.counts == [1, 1])
        source.input.send(value: 1)
        let third = property.signal.record()
        source.input.send(value: 2)
        #expect(property.value == 2)
        first.dispose()
        second.dispose()
        #expect(source.counts == [1, 1])
        third.dispose()
        #expect(source.counts == [1, 0])
        #expect(first.values == [0, 1, 2] && second.values == [0, 1, 2] && third.values == [2])
        source.input.send(value: 3)
        #expect(property.value == 0)
    }

    @Test func theSignalAloneStartsTheSource() {
        let source = Source()
        let events = source.property.signal.record()
        #expect(source.counts == [1, 1])
        source.input.send(value: 1)
        #expect(events.all == [.value(at: .zero, 1)])
        events.dispose()
        #expect(source.counts == [1, 0])
    }

    @Test func eachFirstObserverStartsTheSourceAnew() {
        let source = Source()
        let property = source.property
        for round in 1...3 {
            let events = property.producer.record()
            source.input.send(value: round)
            #expect(events.values == [0, round])
            events.dispose()
            #expect(source.counts == [round, 0])
        }
    }

    @Test func valuesThatTheSourceSendsAtOnceFollowTheInitialOne() {
        let property = Property(initial: 0, whileObserved: SignalProducer([1, 2]).concat(.never))
        let events = property.producer.record()
        #expect(events.values == [0, 1, 2])
        #expect(property.value == 2)
    }

    @Test func theEndOfTheSourceDoesNotEndTheProperty() {
        let startCount = Locked(0)
        let changes = SignalProducer<Int, Never>(value: 1).on(started: { startCount.modify { $0 += 1 } })
        let property = Property(initial: 0, whileObserved: changes)
        let events = property.producer.record()
        #expect(events.all == [.value(at: .zero, 0), .value(at: .zero, 1)])
        #expect(property.value == 1)
        events.dispose()
        #expect(property.value == 0)
        property.producer.start().dispose()
        #expect(startCount.value == 2)
    }

    @Test func aDerivedPropertyObserves() {
        let source = Source()
        let property = source.property
        var derived: Property<Int>? = property.map { $0 * 10 }
        #expect(source.counts == [1, 1])
        source.input.send(value: 4)
        #expect(derived?.value == 40)
        derived = nil
        #expect(source.counts == [1, 0])
    }

    @Test func anObservationOutlivesTheProperty() {
        let source = Source()
        var property: Property<Int>? = source.property
        let events = property?.producer.record()
        property = nil
        source.input.send(value: 1)
        #expect(events?.values == [0, 1])
        events?.dispose()
        #expect(source.counts == [1, 0])
    }

    @Test func aReleasedPropertyReleasesItsSource() {
        final class Witness: Sendable {}
        weak var witness: Witness?
        do {
            let kept = Witness()
            witness = kept
            let changes = SignalProducer<Int, Never>.never.on(started: { _ = kept })
            let property = Property(initial: 0, whileObserved: changes)
            property.producer.start().dispose()
            property.signal.observeValues { _ in }?.dispose()
        }
        #expect(witness == nil)
    }

    @Test func anObserverMayEndItsOwnObservation() {
        let source = Source()
        let property = source.property
        let events = property.producer.take(first: 2).record()
        source.input.send(value: 1)
        #expect(events.all == [.value(at: .zero, 0), .value(at: .zero, 1), .completed(at: .zero)])
        #expect(source.counts == [1, 0])
        #expect(property.value == 0)
    }

    @Test func observersThatComeAndGoOnManyThreadsLeaveNothingBehind() {
        let source = Source()
        let property = source.property
        DispatchQueue.concurrentPerform(iterations: 4) { worker in
            for round in 0..<500 {
                let observation = property.producer.start()
                source.input.send(value: worker * 1_000 + round + 1)
                observation.dispose()
            }
        }
        #expect(source.liveCount.value == 0)
        #expect(property.value == 0)
    }
}
