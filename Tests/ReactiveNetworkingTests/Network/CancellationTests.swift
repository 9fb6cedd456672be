import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting
import Testing

@Suite struct CancellationTests {
    @Test func disposalCancelsTheTransferAndInterrupts() {  // N3
        let world = VirtualNetwork(.never)
        let events = world.network.send(.get()).record(on: world.clock)
        world.clock.advance(by: .seconds(1))
        events.dispose()
        #expect(events.all == [.interrupted(at: .seconds(1))])
        #expect(world.stub.cancelledCount == 1)
        #expect(world.isQuiet)
    }

    @Test func disposalDuringAWaitCancelsTheRetry() {  // N3
        let world = VirtualNetwork(.failure(.cannotConnect))
        let events = world.network.send(.get()).record(on: world.clock)
        world.clock.advance(by: .milliseconds(500))
        events.dispose()
        #expect(world.isQuiet)
        world.clock.advance(by: .seconds(20))
        #expect(world.stub.requests.count == 1)
        #expect(events.all == [.interrupted(at: .milliseconds(500))])
    }

    @Test func disposalDuringTheBodyCancelsTheTransfer() {  // N3
        let world = VirtualNetwork(.chunks([Data([1]), Data([2])], every: .seconds(1)))
        let events = world.network.send(.get()).record(on: world.clock)
        world.clock.advance(by: .milliseconds(1_500))
        events.dispose()
        world.clock.run()
        #expect(events.all == [.interrupted(at: .milliseconds(1_500))])
        #expect(world.isQuiet)
    }

    @Test func disposingOfOneStartDoesNotAffectOthers() {  // N1
        let world = VirtualNetwork(.status(.ok).delayed(by: .seconds(1)))
        let producer = world.network.send(.get()).map { _ in true }
        let first = producer.record(on: world.clock)
        let second = producer.record(on: world.clock)
        first.dispose()
        world.clock.run()
        #expect(first.all == [.interrupted(at: .zero)])
        #expect(second.all == [.value(at: .seconds(1), true), .completed(at: .seconds(1))])
    }
}
