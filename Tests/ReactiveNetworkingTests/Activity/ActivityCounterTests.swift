import Foundation
import ReactiveNetworking
import ReactiveTesting
import Testing

@Suite struct ActivityCounterTests {
    @Test func itRisesAndFallsOncePerOperation() {  // N17
        let it = VirtualNetwork(.fail(.cannotConnect), .status(.ok).delayed(by: .seconds(1)))
        let counts = it.network.activity.count.producer.record(on: it.clock)
        it.network.send(.get()).start()
        it.clock.run()
        #expect(counts.values == [0, 1, 0])
    }

    @Test func itCountsParallelOperations() {  // N17
        let it = VirtualNetwork(.status(.ok).delayed(by: .seconds(1)))
        let counts = it.network.activity.count.producer.record(on: it.clock)
        for _ in 0..<3 { it.network.send(.get()).start() }
        it.clock.run()
        #expect(counts.values == [0, 1, 2, 3, 2, 1, 0])
    }

    @Test func itFallsInWhateverWayAnOperationEnds() {  // N17
        let replies: [StubTransport.Reply] = [.never, .fail(.invalidResponse), .status(.notFound), .status(.ok)]
        for reply in replies {
            let it = VirtualNetwork(reply)
            let events = it.network.send(.get(), as: Todo.self).record(on: it.clock)
            it.clock.run()
            #expect(events.isTerminated)
            #expect(it.network.activity.count.value == 0)
        }
        let disposed = VirtualNetwork(.never)
        let handle = disposed.network.send(.get()).start()
        #expect(disposed.network.activity.count.value == 1)
        handle.dispose()
        #expect(disposed.network.activity.count.value == 0)
    }

    @Test func itHasFallenWhenTheTerminalEventArrives() {  // N17
        let it = VirtualNetwork(.status(.ok))
        let seen = Locked<[Int]>([])
        let activity = it.network.activity
        it.network.send(.get()).startWithCompleted { seen.withLock { $0.append(activity.count.value) } }
        #expect(seen.withLock { $0 } == [0])
    }

    @Test func theIndicatorFollowsOnceTheStateHasStood() {  // N17, F-49
        let it = VirtualNetwork(
            .status(.ok).delayed(by: .milliseconds(100)),
            .status(.ok).delayed(by: .seconds(2))
        )
        let events = it.network.activity.isActive.producer.record(on: it.clock)
        it.network.send(.get()).start()
        it.clock.advance(by: .seconds(1))
        #expect(events.values == [false])
        it.network.send(.get()).start()
        it.clock.advance(by: .seconds(5))
        #expect(
            events.all.dropFirst() == [
                .value(at: .milliseconds(1_400), true), .value(at: .milliseconds(3_400), false),
            ]
        )
    }

    @Test func theIndicatorSendsNoStateTwice() {  // N17, F-49
        let it = VirtualNetwork(
            .status(.ok).delayed(by: .milliseconds(100)),
            .status(.ok).delayed(by: .seconds(1)),
            .status(.ok).delayed(by: .seconds(1))
        )
        let events = it.network.activity.isActive.producer.record(on: it.clock)
        // One that is too short, and two with a pause between them that is too short.
        for pause in [1_000, 1_100, 5_000] {
            it.network.send(.get()).start()
            it.clock.advance(by: .milliseconds(pause))
        }
        #expect(
            events.all == [
                .value(at: .zero, false), .value(at: .milliseconds(1_400), true),
                .value(at: .milliseconds(3_500), false),
            ]
        )
        #expect(it.clock.scheduledCount == 0)
    }

    @Test func networksCanShareACounter() {
        let clock = TestScheduler()
        let activity = ActivityCounter(clock: clock)
        let networks = (0..<2).map { _ in
            Network(transport: StubTransport(.never, clock: clock), clock: clock, activity: activity)
        }
        let handles = networks.map { $0.send(.get()).start() }
        #expect(activity.count.value == 2)
        for handle in handles { handle.dispose() }
        #expect(activity.count.value == 0)
    }
}
