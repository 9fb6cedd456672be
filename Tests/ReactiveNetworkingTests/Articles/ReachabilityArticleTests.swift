import ReactiveNetworking
import ReactiveReachability
import ReactiveTestSupport
import ReactiveTesting
import Testing

/// The examples of the article on reachability.
@Suite struct ReachabilityArticleTests {
    @Test func theExampleOfATestWorks() {  // Q1, Q6
        struct Scripted: ReachabilitySource {
            let changes: SignalProducer<Reachability.Status, Never>
        }

        let clock = TestScheduler()
        let tunnel = SignalProducer<Reachability.Status, Never>(value: .offline)
            .concat(SignalProducer(value: .online(.cellular)).delay(.seconds(3), on: clock))
        let reachability = Reachability(source: Scripted(changes: tunnel), clock: clock)

        let events = reachability.status.producer.record(on: clock)
        let stub = StubTransport(.failure(.offline), .status(.ok), clock: clock)
        let policy = RetryPolicy(backoff: .constant(.seconds(8)), RetryPolicy.standard.decision)
        let network = Network(
            configuration: Network.Configuration(retryPolicy: policy.waitingUntilOnline(reachability)),
            transport: stub,
            clock: clock
        )
        network.send(.get()).start()
        clock.run()
        #expect(
            events.all == [
                .value(at: .zero, .unknown), .value(at: .milliseconds(200), .offline),
                .value(at: .seconds(3), .online(.cellular)),
            ]
        )
        #expect(stub.times == [.zero, .seconds(3)])
    }

    @Test func theOtherExamplesCompile() {  // Q5 to Q7
        let patient = Reachability(source: .system, debounce: .seconds(2))
        #expect(patient.status.value == .unknown)
        _ = Network(
            configuration: Network.Configuration(abortAfter: .seconds(60), retryPolicy: .waitingUntilOnline(.shared))
        )
        let uploads = RequestQueue(.limited(2)).suspended(while: patient.isOffline)
        #expect(!uploads.isSuspended)
    }
}
