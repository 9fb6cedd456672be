import Foundation
import ReactiveNetworking
import ReactiveTesting
import Testing

@Suite struct CancellationTests {
    @Test func disposalCancelsTheTransferAndInterrupts() {  // N3
        let it = VirtualNetwork(.never)
        let events = it.network.send(.get()).record(on: it.clock)
        it.clock.advance(by: .seconds(1))
        events.dispose()
        #expect(events.all == [.interrupted(at: .seconds(1))])
        #expect(it.stub.cancelledCount == 1)
        #expect(it.isQuiet)
    }

    @Test func disposalDuringAWaitCancelsTheRetry() {  // N3
        let it = VirtualNetwork(.fail(.cannotConnect))
        let events = it.network.send(.get()).record(on: it.clock)
        it.clock.advance(by: .milliseconds(500))
        events.dispose()
        #expect(it.isQuiet)
        it.clock.advance(by: .seconds(20))
        #expect(it.stub.requests.count == 1)
        #expect(events.all == [.interrupted(at: .milliseconds(500))])
    }

    @Test func disposalMidBodyCancels() {  // N3
        let it = VirtualNetwork(.chunks([Data([1]), Data([2])], every: .seconds(1)))
        let events = it.network.send(.get()).record(on: it.clock)
        it.clock.advance(by: .milliseconds(1_500))
        events.dispose()
        it.clock.run()
        #expect(events.all == [.interrupted(at: .milliseconds(1_500))])
        #expect(it.isQuiet)
    }

    @Test func disposingOfOneStartLeavesTheOthersAlone() {  // N1
        let it = VirtualNetwork(.status(.ok).delayed(by: .seconds(1)))
        let producer = it.network.send(.get()).map { _ in true }
        let first = producer.record(on: it.clock)
        let second = producer.record(on: it.clock)
        first.dispose()
        it.clock.run()
        #expect(first.all == [.interrupted(at: .zero)])
        #expect(second.all == [.value(at: .seconds(1), true), .completed(at: .seconds(1))])
    }
}
