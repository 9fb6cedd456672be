import Foundation
import ReactiveNetworking
import ReactiveTesting
import Testing

@Suite struct AbortingTests {
    @Test func aSilentServerIsCutExactlyAtTheDeadline() {  // N11
        for limit in [Duration.milliseconds(250), .seconds(3), .seconds(10)] {
            let it = VirtualNetwork(.never)
            let events = it.network.send(.get(), abortAfter: limit).record(on: it.clock)
            it.clock.run()
            #expect(
                events.all == [
                    .failed(
                        at: limit,
                        .timedOut(after: limit, phase: .waitingForHead, attempts: 1, lastFailure: nil)
                    )
                ]
            )
            #expect(it.stub.cancelledCount == 1)
            #expect(it.isQuiet)
        }
    }

    @Test func theLastFailureSurvivesTheDeadline() {  // N11
        let it = VirtualNetwork(.fail(.connectionLost), .never)
        let events = it.network.send(.get(), abortAfter: .seconds(3)).record(on: it.clock)
        it.clock.run()
        let error = OperationError.timedOut(
            after: .seconds(3),
            phase: .waitingForHead,
            attempts: 2,
            lastFailure: .requestFailure(error: TransportError.connectionLost)
        )
        #expect(events.all == [.failed(at: .seconds(3), error)])
        #expect(it.isQuiet)
    }

    @Test func aDripDoesNotPutOffTheDeadline() {  // N11, B13
        let drip = (0..<100).map { _ in Data([1]) }
        let it = VirtualNetwork(.chunks(drip, every: .seconds(1)))
        let events = it.network.send(.get()).record(on: it.clock)
        it.clock.run()
        #expect(
            events.all == [
                .failed(
                    at: .seconds(10),
                    .timedOut(after: .seconds(10), phase: .receiving, attempts: 1, lastFailure: nil)
                )
            ]
        )
        #expect(it.isQuiet)
    }

    @Test func noTimeFailsAtOnceWithoutTouchingTheNetwork() {  // N11, B59
        for limit in [Duration.zero, .seconds(-1)] {
            let it = VirtualNetwork(.status(.ok))
            let events = it.network.send(.get(), abortAfter: limit).record(on: it.clock)
            #expect(
                events.all == [
                    .failed(
                        at: .zero,
                        .timedOut(after: limit, phase: .preparing, attempts: 0, lastFailure: nil)
                    )
                ]
            )
            #expect(it.stub.requests.isEmpty)
            #expect(it.isQuiet)
        }
    }

    @Test func aResponseAtTheDeadlinesOwnInstantComesTooLate() {  // N11
        let it = VirtualNetwork(.status(.ok).delayed(by: .seconds(3)))
        let events = it.network.send(.get(), abortAfter: .seconds(3)).record(on: it.clock)
        it.clock.run()
        #expect(
            events.all == [
                .failed(
                    at: .seconds(3),
                    .timedOut(after: .seconds(3), phase: .connecting, attempts: 1, lastFailure: nil)
                )
            ]
        )
    }

    @Test func aDeadlineAroundTakesTheEarlier() {  // N11
        let it = VirtualNetwork(.never)
        Deadline.withLimit(.seconds(2), on: it.clock) {
            let events = it.network.send(.get(), abortAfter: .seconds(5)).record(on: it.clock)
            it.clock.run()
            #expect(events.all.map(\.time) == [.seconds(2)])
        }
        let later = it.network.send(.get(), abortAfter: .seconds(5)).record(on: it.clock)
        it.clock.run()
        #expect(later.all.map(\.time) == [.seconds(5)])
    }

    @Test func nothingIsDeliveredAfterTheDeadline() {  // N11
        let it = VirtualNetwork(.status(.ok).delayed(by: .seconds(5)))
        let events = it.network.send(.get(), abortAfter: .seconds(3)).record(on: it.clock)
        it.clock.advance(by: .seconds(60))
        #expect(events.all.count == 1)
    }

    @Test func aValueIsFollowedByItsCompletionEvenIfTheDeadlineComesBetween() {  // N2, N11
        let it = VirtualNetwork(.status(.ok))
        let clock = it.clock
        let log = it.log()
        let events = it.network.send(.get()).map { _ in true }.on(value: { _ in clock.advance(by: .seconds(11)) })
            .record()
        #expect(events.all == [.value(at: .zero, true), .completed(at: .zero)])
        #expect(log.withLock { $0.last?.kind } == .ended(.succeeded, nil))
        #expect(it.isQuiet)
    }

    @Test func anEndlessLimitIsNoProgrammerError() {  // B59
        let it = VirtualNetwork(.status(.ok).delayed(by: .seconds(3)))
        let events = it.network.send(.get(), abortAfter: .seconds(Int64.max)).map { _ in true }.record(on: it.clock)
        it.clock.advance(by: .seconds(3))
        #expect(events.all == [.value(at: .seconds(3), true), .completed(at: .seconds(3))])
        #expect(it.isQuiet)
    }
}
