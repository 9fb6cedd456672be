import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting
import Testing

@Suite struct ActivityCounterTests {
    @Test func theCountRisesAndFallsOncePerOperation() {  // N17
        let world = VirtualNetwork(.failure(.cannotConnect), .status(.ok).delayed(by: .seconds(1)))
        let counts = world.network.activity.count.producer.record(on: world.clock)
        world.network.send(.get()).start()
        world.clock.run()
        #expect(counts.values == [0, 1, 0])
    }

    @Test func parallelOperationsAreCounted() {  // N17
        let world = VirtualNetwork(.status(.ok).delayed(by: .seconds(1)))
        let counts = world.network.activity.count.producer.record(on: world.clock)
        for _ in 0..<3 { world.network.send(.get()).start() }
        world.clock.run()
        #expect(counts.values == [0, 1, 2, 3, 2, 1, 0])
    }

    @Test func theCountFallsHoweverAnOperationEnds() {  // N17
        let replies: [StubTransport.Reply] = [.never, .failure(.invalidResponse), .status(.notFound), .status(.ok)]
        for reply in replies {
            let world = VirtualNetwork(reply)
            let events = world.network.send(.get(), as: Todo.self).record(on: world.clock)
            world.clock.run()
            #expect(events.isTerminated)
            #expect(world.network.activity.count.value == 0)
        }
        let disposed = VirtualNetwork(.never)
        let handle = disposed.network.send(.get()).start()
        #expect(disposed.network.activity.count.value == 1)
        handle.dispose()
        #expect(disposed.network.activity.count.value == 0)
    }

    @Test func theCountHasFallenWhenTheTerminalEventArrives() {  // N17
        let world = VirtualNetwork(.status(.ok))
        let seen = Locked<[Int]>([])
        let activity = world.network.activity
        world.network.send(.get()).startWithCompleted { seen.withLock { $0.append(activity.count.value) } }
        #expect(seen.withLock { $0 } == [0])
    }

    @Test func theIndicatorChangesAfterTheStateHasLasted() {  // N17, F-49
        let world = VirtualNetwork(
            .status(.ok).delayed(by: .milliseconds(100)),
            .status(.ok).delayed(by: .seconds(2))
        )
        let events = world.network.activity.isActive.producer.record(on: world.clock)
        world.network.send(.get()).start()
        world.clock.advance(by: .seconds(1))
        #expect(events.values == [false])
        world.network.send(.get()).start()
        world.clock.advance(by: .seconds(5))
        #expect(
            events.all.dropFirst() == [
                .value(at: .milliseconds(1_400), true), .value(at: .milliseconds(3_400), false),
            ]
        )
    }

    @Test func theIndicatorSkipsRepeatedStates() {  // N17, F-49
        let world = VirtualNetwork(
            .status(.ok).delayed(by: .milliseconds(100)),
            .status(.ok).delayed(by: .seconds(1)),
            .status(.ok).delayed(by: .seconds(1))
        )
        let events = world.network.activity.isActive.producer.record(on: world.clock)
        // One operation that is too short, and two separated by a pause that is too short.
        for pause in [1_000, 1_100, 5_000] {
            world.network.send(.get()).start()
            world.clock.advance(by: .milliseconds(pause))
        }
        #expect(
            events.all == [
                .value(at: .zero, false), .value(at: .milliseconds(1_400), true),
                .value(at: .milliseconds(3_500), false),
            ]
        )
        #expect(world.clock.scheduledCount == 0)
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
