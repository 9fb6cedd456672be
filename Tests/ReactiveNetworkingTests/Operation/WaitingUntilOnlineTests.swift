import Foundation
import ReactiveNetworking
import ReactiveReachability
import ReactiveTestSupport
import ReactiveTesting
import Testing

/// Retries that wait for the network (Q6).
@Suite struct WaitingUntilOnlineTests {
    /// A network whose delays are 8 s, and what its device reports.
    private struct World {
        let clock = TestScheduler()
        let paths: ScriptedPaths
        let inner: VirtualNetwork

        init(
            _ paths: (Duration, Reachability.Status)...,
            then replies: StubTransport.Reply...,
            policy: RetryPolicy = .standard
        ) {
            self.paths = ScriptedPaths(on: clock, paths)
            var policy = policy
            policy.backoff = .constant(.seconds(8))
            inner = VirtualNetwork(
                StubTransport(script: replies, clock: clock),
                on: clock,
                retryPolicy: policy.waitingUntilOnline(self.paths.reachability)
            )
        }

        /// Sends a request, and returns the seconds at which its attempts began.
        func attempts(_ request: Request = .get(), abortAfter: Duration = .seconds(100)) -> [Duration] {
            inner.network.send(request, abortAfter: abortAfter).start()
            clock.run()
            return inner.stub.times
        }
    }

    @Test func theNextAttemptBeginsWhenTheNetworkIsOnlineAgain() {  // Q6, QC-3
        let world = World((.zero, .offline), (.seconds(3), .online(.wifi)), then: .failure(.offline), .status(.ok))
        let log = world.inner.log()
        let events = world.inner.network.send(.get(), abortAfter: .seconds(100)).record(on: world.clock)
        world.clock.run()
        #expect(world.inner.stub.times == [.zero, .seconds(3)])
        #expect(events.all.map(\.time) == [.seconds(3), .seconds(3)])
        let offline = OperationError.requestFailure(error: TransportError.offline)
        #expect(
            log.withoutExchanges == [
                .began, .attemptBegan(1), .attemptFailed(1, offline), .retryPlanned(after: .seconds(8), .policy),
                .retryWaitEnded(.online), .attemptBegan(2), .responded(.ok), .ended(.succeeded, nil),
            ]
        )
        #expect(world.inner.isQuiet)
        #expect(world.paths.counts == [1, 0])
    }

    @Test func aPropertyOfTheUserTellsWhenTheNetworkIsBack() {  // Q6
        let (clock, isOffline) = (TestScheduler(), MutableProperty(true))
        var policy = RetryPolicy.standard.waiting(whileOffline: isOffline)
        policy.backoff = .constant(.seconds(8))
        let stub = StubTransport(script: [.failure(.offline), .status(.ok)], clock: clock)
        let world = VirtualNetwork(stub, on: clock, retryPolicy: policy)
        world.network.send(Request.get(), abortAfter: .seconds(100)).start()
        clock.advance(by: .seconds(3))
        isOffline.value = false
        clock.run()
        #expect(stub.times == [.zero, .seconds(3)])
        #expect(world.isQuiet)
        #expect(RetryPolicy.standard.waiting(whileOffline: isOffline) == .standard.waiting(whileOffline: isOffline))
        #expect(RetryPolicy.standard.waiting(whileOffline: isOffline) != .standard)
    }

    @Test func aRetryThatWaitsForTheNetworkBeginsAfterThePlannedDelayAtTheLatest() {  // Q6, QC-5
        let world = World((.zero, .offline), then: .failure(.offline), .status(.ok))
        let log = world.inner.log()
        #expect(world.attempts() == [.zero, .seconds(8)])
        #expect(log.withoutExchanges.contains(.retryWaitEnded(.delay)))
        #expect(world.inner.isQuiet)
        #expect(world.paths.counts == [1, 0])
    }

    @Test func aNetworkThatIsKnownToBeOfflineCountsFromTheFailureOn() {  // Q6, QC-3
        let world = World((.zero, .offline), (.seconds(4), .online(.wired)), then: .failure(.offline), .status(.ok))
        let observer = world.paths.reachability.status.producer.start()
        defer { observer.dispose() }
        world.clock.advance(by: .seconds(1))
        #expect(world.attempts() == [.seconds(1), .seconds(5)])
    }

    @Test func onAVirtualClockTheAttemptBeginsInsideTheReport() {  // Q6, N12
        struct Hot: ReachabilitySource {
            let changes: SignalProducer<Reachability.Status, Never>
        }
        let (output, input) = Signal<Reachability.Status, Never>.pipe()
        let clock = TestScheduler()
        let reachability = Reachability(source: Hot(changes: SignalProducer(output)), clock: clock)
        let policy = RetryPolicy(backoff: .constant(.seconds(8))) { _ in .retry }
        let stub = StubTransport(.failure(.offline), .failure(.offline), .status(.ok), clock: clock)
        let world = VirtualNetwork(stub, on: clock, retryPolicy: policy.waitingUntilOnline(reachability))
        world.network.send(.get(), abortAfter: .seconds(100)).start()
        for second in [3, 6] {
            input.send(value: .offline)
            clock.advance(to: SchedulerInstant(offset: .seconds(second)))
            input.send(value: .online(.wifi))
        }
        #expect(stub.times == [0, 3, 6].map { .seconds($0) })
        #expect(world.isQuiet)
    }

    @Test func anUnknownNetworkStatusDoesNotDelayTheRetry() {  // Q6
        let silent = World(then: .failure(.cannotConnect), .status(.ok))
        let log = silent.inner.log()
        #expect(silent.attempts() == [.zero, .seconds(8)])
        #expect(!log.withoutExchanges.contains(.retryWaitEnded(.delay)))
        let late = World((.seconds(3), .online(.wifi)), then: .failure(.cannotConnect), .status(.ok))
        #expect(late.attempts() == [.zero, .seconds(8)])
    }

    @Test func aNetworkThatIsOnlineDoesNotDelayTheRetry() {  // Q6
        let world = World(
            (.zero, .online(.wifi)),
            (.seconds(3), .online(.cellular)),
            then: .failure(.cannotConnect),
            .status(.ok)
        )
        let log = world.inner.log()
        #expect(world.attempts() == [.zero, .seconds(8)])
        #expect(log.withoutExchanges.filter { if case .retryWaitEnded = $0 { true } else { false } } == [])
    }

    @Test func theRetryWaitsForANetworkThatIsLostDuringTheDelay() {  // Q6: going offline is told late (Q5)
        let world = World(
            (.zero, .online(.wifi)),
            (.seconds(1), .offline),
            (.seconds(5), .online(.wifi)),
            then: .failure(.cannotConnect),
            .status(.ok)
        )
        #expect(world.attempts() == [.zero, .seconds(5)])
    }

    @Test(arguments: [TransportError.offline, .cannotResolveHost, .cannotConnect, .connectTimedOut])
    func retriesAfterConnectingErrorsWaitForTheNetwork(error: TransportError) {  // Q6
        let world = World((.zero, .offline), (.seconds(3), .online(.wifi)), then: .failure(error), .status(.ok))
        #expect(world.attempts(.post()) == [.zero, .seconds(3)])
    }

    @Test(arguments: [
        StubTransport.Reply.failure(.connectionLost), .failure(.handshakeFailed), .status(.serviceUnavailable),
        .failure(TransportError(.cannotConnect, mayHaveReachedServer: true)),
        .failure(TransportError(.resourcesExhausted)),
    ])
    func retriesAfterOtherFailuresDoNotWaitForTheNetwork(reply: StubTransport.Reply) {  // Q6
        let world = World((.zero, .offline), (.seconds(3), .online(.wifi)), then: reply, .status(.ok))
        #expect(world.attempts() == [.zero, .seconds(8)])
        #expect(world.paths.counts == [0, 0])
    }

    @Test func theFirstAttemptIsAlwaysMade() {  // Q6
        let world = World((.zero, .offline), then: .status(.ok))
        let observer = world.paths.reachability.status.producer.start()
        defer { observer.dispose() }
        world.clock.advance(by: .seconds(1))
        #expect(world.attempts() == [.seconds(1)])
    }

    @Test func noWaitIsBegunThatExceedsTheDeadline() {  // Q6, N8
        let world = World((.zero, .offline), (.seconds(3), .online(.wifi)), then: .failure(.offline), .status(.ok))
        let log = world.inner.log()
        #expect(world.attempts(abortAfter: .seconds(5)) == [.zero])
        #expect(log.stopReason == .deadline)
        #expect(world.paths.counts == [0, 0])
        #expect(world.inner.isQuiet)
    }

    @Test func theWaitCountsTowardTheDeadline() {  // Q6, N8
        let world = World((.zero, .offline), (.seconds(3), .online(.wifi)), then: .failure(.offline))
        let log = world.inner.log()
        // After 3 s, another delay of 8 s does not fit into 10 s.
        #expect(world.attempts(abortAfter: .seconds(10)) == [.zero, .seconds(3)])
        #expect(log.stopReason == .deadline)
        #expect(log.withLock { $0.last?.time } == .seconds(3))
    }

    @Test func eachRetryWaitsForTheNetworkAgain() {  // Q6
        let world = World(
            (.zero, .offline),
            (.seconds(2), .online(.wifi)),
            (.seconds(3), .offline),
            (.seconds(5), .online(.wifi)),
            then: .failure(.offline),
            .failure(.offline),
            .status(.ok)
        )
        #expect(world.attempts() == [0, 2, 5].map { .seconds($0) })
        #expect(world.paths.counts == [1, 0])
    }

    @Test func waitingForTheNetworkDoesNotChangeTheLimitOfAttempts() {  // Q6, N6
        let world = World((.zero, .offline), (.seconds(2), .online(.wifi)), then: .failure(.offline))
        world.inner.network.send(.get(), abortAfter: .seconds(100), maxRetries: 2).start()
        world.clock.run()
        #expect(world.inner.stub.times == [0, 2, 10].map { .seconds($0) })
    }

    @Test func disposalDuringTheWaitEndsEverything() {  // Q6, N3
        let world = World((.zero, .offline), (.seconds(3), .online(.wifi)), then: .failure(.offline), .status(.ok))
        let events = world.inner.network.send(.get(), abortAfter: .seconds(100)).record(on: world.clock)
        world.clock.advance(by: .seconds(1))
        #expect(world.paths.counts == [1, 1])
        events.dispose()
        #expect(world.paths.counts == [1, 0])
        #expect(world.inner.isQuiet)
        world.clock.run()
        #expect(world.inner.stub.times == [.zero])
        #expect(events.all == [.interrupted(at: .seconds(1))])
    }

    @Test func manyWaitsShareOneSource() {  // Q1, Q6
        let clock = TestScheduler()
        let paths = ScriptedPaths(on: clock, (.zero, .offline), (.seconds(3), .online(.wifi)))
        let stub = StubTransport(clock: clock) { _, number in number < 100 ? .failure(.offline) : .status(.ok) }
        let policy = RetryPolicy(backoff: .constant(.seconds(8))) { _ in .retry }
        let world = VirtualNetwork(stub, on: clock, retryPolicy: policy.waitingUntilOnline(paths.reachability))
        for _ in 0..<100 { world.network.send(.get(), abortAfter: .seconds(100)).start() }
        #expect(paths.counts == [1, 1])
        clock.run()
        #expect(world.stub.times == Array(repeating: .zero, count: 100) + Array(repeating: .seconds(3), count: 100))
        #expect(paths.counts == [1, 0])
        #expect(world.isQuiet)
    }

    @Test func theLogSaysWhyAWaitEnded() {  // Q6, N18
        let world = World((.zero, .offline), (.seconds(3), .online(.wifi)), then: .failure(.offline), .status(.ok))
        let lines = Locked<[String]>([])
        world.inner.network.events.observeValues { event in
            guard case .retryWaitEnded = event.kind else { return }
            lines.withLock { $0.append("\(event.level) \(event)") }
        }
        _ = world.attempts()
        #expect(lines.value.count == 1)
        #expect(
            lines.value.first?.hasSuffix("+3.0 seconds waited while offline: the network is online again") == true
        )
        #expect(lines.value.first?.hasPrefix("info ") == true)
    }

    @Test func aPolicyEqualsAnotherWithTheSameReachability() {  // Q6
        let paths = ScriptedPaths(on: TestScheduler())
        let (one, other) = (paths.reachability, paths.reachability)
        let policy = RetryPolicy.standard.waitingUntilOnline(one)
        #expect(policy == .waitingUntilOnline(one))
        #expect(policy != .waitingUntilOnline(other))
        #expect(policy != .standard)
        #expect(policy.jittered().backoff == RetryPolicy.standard.jittered().backoff)
        #expect(Set([policy, .waitingUntilOnline(one)]).count == 1)
    }
}

extension Locked<[Network.Event]> {
    /// The kinds of the events, without the details of exchanges.
    fileprivate var withoutExchanges: [Network.Event.Kind] {
        withLock { $0.map(\.kind) }.filter { if case .exchange = $0 { false } else { true } }
    }
}
