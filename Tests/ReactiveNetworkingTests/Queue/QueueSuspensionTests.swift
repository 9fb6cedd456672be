import ReactiveNetworking
import ReactiveReachability
import ReactiveTestSupport
import ReactiveTesting
import Testing

/// Queues that a property suspends (Q7).
@Suite struct QueueSuspensionTests {
    private let clock = TestScheduler()

    private func start(_ name: Int, on queue: RequestQueue, _ log: Locked<[Int]>) {
        SignalProducer<Int, Never>(value: name).on(starting: { log.withLock { $0.append(name) } })
            .queued(on: queue)
            .start()
    }

    @Test func aQueueStartsNothingWhileThePropertyIsTrue() {  // Q7, F-48
        let isOffline = MutableProperty(false)
        let log = Locked<[Int]>([])
        let queue = RequestQueue(.unlimited)
        queue.suspended(while: isOffline)
        start(1, on: queue, log)
        isOffline.value = true
        #expect(queue.isSuspended)
        start(2, on: queue, log)
        start(3, on: queue, log)
        #expect(log.value == [1])
        #expect(queue.operationCount.value == 2)
        isOffline.value = false
        #expect(log.value == [1, 2, 3])
        #expect(!queue.isSuspended)
    }

    @Test func aPropertyThatIsTrueSuspendsTheQueueAtOnce() {  // Q7
        let log = Locked<[Int]>([])
        let queue = RequestQueue().suspended(while: Property(value: true))
        start(1, on: queue, log)
        #expect(queue.isSuspended)
        #expect(log.value == [])
    }

    @Test func runningOperationsContinueDuringASuspension() {  // Q7
        let isOffline = MutableProperty(false)
        let queue = RequestQueue(.serial).suspended(while: isOffline)
        let first = SignalProducer<Int, Never>(value: 1).delay(.seconds(2), on: clock).queued(on: queue).record(
            on: clock
        )
        let second = SignalProducer<Int, Never>(value: 2).queued(on: queue).record(on: clock)
        clock.advance(by: .seconds(1))
        isOffline.value = true
        clock.advance(by: .seconds(2))
        #expect(first.all == [.value(at: .seconds(2), 1), .completed(at: .seconds(2))])
        #expect(second.all == [])
        isOffline.value = false
        #expect(second.all == [.value(at: .seconds(3), 2), .completed(at: .seconds(3))])
    }

    @Test func aQueueRunsOnlyWhenEverySuspensionHasEnded() {  // Q7, F-48
        let (isOffline, isBusy) = (MutableProperty(false), MutableProperty(true))
        let log = Locked<[Int]>([])
        let queue = RequestQueue().suspended(while: isOffline).suspended(while: isBusy)
        start(1, on: queue, log)
        queue.suspend()
        isBusy.value = false
        #expect(log.value == [])
        isOffline.value = true
        queue.resume()
        #expect(queue.isSuspended)
        #expect(log.value == [])
        isOffline.value = false
        #expect(log.value == [1])
    }

    @Test func aQueueThatIsReleasedEndsTheObservation() {  // Q1, Q7
        let paths = ScriptedPaths(on: clock, (.zero, .offline))
        let reachability = paths.reachability
        var queue: RequestQueue? = RequestQueue().suspended(while: reachability.isOffline)
        #expect(paths.counts == [1, 1])
        clock.run()
        #expect(queue?.isSuspended == true)
        let waiting = queue.map { SignalProducer<Int, Never>(value: 1).queued(on: $0).record() }
        queue = nil
        #expect(waiting?.all == [.interrupted(at: .zero)])
        #expect(paths.counts == [1, 0])
    }

    @Test func aQueueWaitsForTheNetwork() {  // Q7
        let paths = ScriptedPaths(on: clock, (.zero, .offline), (.seconds(3), .online(.wifi)))
        let reachability = paths.reachability
        let queue = RequestQueue(.limited(2)).suspended(while: reachability.isOffline)
        let world = VirtualNetwork(StubTransport(script: [.status(.ok)], clock: clock), on: clock)
        clock.advance(by: .seconds(1))
        world.network.send(.get()).queued(on: queue).start()
        clock.run()
        #expect(world.stub.times == [.seconds(3)])
    }
}
