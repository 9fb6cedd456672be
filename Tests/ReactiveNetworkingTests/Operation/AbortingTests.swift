import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting
import Testing

@Suite struct AbortingTests {
    @Test func aSilentServerIsAbortedExactlyAtTheDeadline() {  // N11
        for limit in [Duration.milliseconds(250), .seconds(3), .seconds(10)] {
            let world = VirtualNetwork(.never)
            let events = world.network.send(.get(), abortAfter: limit).record(on: world.clock)
            world.clock.run()
            #expect(
                events.all == [
                    .failed(
                        at: limit,
                        .timedOut(after: limit, phase: .waitingForHead, attempts: 1, lastFailure: nil)
                    )
                ]
            )
            #expect(world.stub.cancelledCount == 1)
            #expect(world.isQuiet)
        }
    }

    @Test func theLastFailureSurvivesTheDeadline() {  // N11
        let world = VirtualNetwork(.failure(.connectionLost), .never)
        let events = world.network.send(.get(), abortAfter: .seconds(3)).record(on: world.clock)
        world.clock.run()
        let error = OperationError.timedOut(
            after: .seconds(3),
            phase: .waitingForHead,
            attempts: 2,
            lastFailure: .requestFailure(error: TransportError.connectionLost)
        )
        #expect(events.all == [.failed(at: .seconds(3), error)])
        #expect(world.isQuiet)
    }

    @Test func aSlowBodyDoesNotPostponeTheDeadline() {  // N11
        let drip = (0..<100).map { _ in Data([1]) }
        let world = VirtualNetwork(.chunks(drip, every: .seconds(1)))
        let events = world.network.send(.get()).record(on: world.clock)
        world.clock.run()
        #expect(
            events.all == [
                .failed(
                    at: .seconds(10),
                    .timedOut(after: .seconds(10), phase: .receiving, attempts: 1, lastFailure: nil)
                )
            ]
        )
        #expect(world.isQuiet)
    }

    @Test func aDeadlineOfZeroFailsAtOnceWithoutSending() {  // N11
        for limit in [Duration.zero, .seconds(-1)] {
            let world = VirtualNetwork(.status(.ok))
            let events = world.network.send(.get(), abortAfter: limit).record(on: world.clock)
            #expect(
                events.all == [
                    .failed(
                        at: .zero,
                        .timedOut(after: limit, phase: .preparing, attempts: 0, lastFailure: nil)
                    )
                ]
            )
            #expect(world.stub.requests.isEmpty)
            #expect(world.isQuiet)
        }
    }

    @Test func aResponseAtTheInstantOfTheDeadlineIsTooLate() {  // N11
        let world = VirtualNetwork(.status(.ok).delayed(by: .seconds(3)))
        let events = world.network.send(.get(), abortAfter: .seconds(3)).record(on: world.clock)
        world.clock.run()
        #expect(
            events.all == [
                .failed(
                    at: .seconds(3),
                    .timedOut(after: .seconds(3), phase: .connecting, attempts: 1, lastFailure: nil)
                )
            ]
        )
    }

    @Test func theEarlierOfTwoNestedDeadlinesApplies() {  // N11
        let world = VirtualNetwork(.never)
        Deadline.withLimit(.seconds(2), on: world.clock) {
            let events = world.network.send(.get(), abortAfter: .seconds(5)).record(on: world.clock)
            world.clock.run()
            #expect(events.all.map(\.time) == [.seconds(2)])
        }
        let later = world.network.send(.get(), abortAfter: .seconds(5)).record(on: world.clock)
        world.clock.run()
        #expect(later.all.map(\.time) == [.seconds(5)])
    }

    @Test func nothingIsDeliveredAfterTheDeadline() {  // N11
        let world = VirtualNetwork(.status(.ok).delayed(by: .seconds(5)))
        let events = world.network.send(.get(), abortAfter: .seconds(3)).record(on: world.clock)
        world.clock.advance(by: .seconds(60))
        #expect(events.all.count == 1)
    }

    @Test func aDeadlineBetweenValueAndCompletionIsIgnored() {  // N2, N11
        let world = VirtualNetwork(.status(.ok))
        let clock = world.clock
        let log = world.log()
        let events = world.network.send(.get()).map { _ in true }.on(value: { _ in clock.advance(by: .seconds(11)) })
            .record()
        #expect(events.all == [.value(at: .zero, true), .completed(at: .zero)])
        #expect(log.withLock { $0.last?.kind } == .ended(.succeeded, nil))
        #expect(world.isQuiet)
    }

    @Test func anInfiniteDeadlineIsAllowed() {
        let world = VirtualNetwork(.status(.ok).delayed(by: .seconds(3)))
        let events = world.network.send(.get(), abortAfter: .seconds(Int64.max)).map { _ in true }.record(
            on: world.clock
        )
        world.clock.advance(by: .seconds(3))
        #expect(events.all == [.value(at: .seconds(3), true), .completed(at: .seconds(3))])
        #expect(world.isQuiet)
    }
}
