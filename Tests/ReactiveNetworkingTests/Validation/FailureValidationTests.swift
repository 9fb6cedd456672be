import Foundation
import ReactiveNetworking
import ReactiveTesting
import Testing

@Suite struct FailureValidationTests {
    private enum ShopError: Error, Hashable { case offline }

    private func world(
        _ script: StubTransport.Reply...,
        hooks: Hooks? = nil,
        check: @escaping ResponseValidation.FailureCheck
    ) -> (clock: TestScheduler, stub: StubTransport, network: Network) {
        let clock = TestScheduler()
        let stub = StubTransport(script: script, clock: clock)
        let configuration = Network.Configuration(validation: .failures(check))
        let network = Network(configuration: configuration, transport: stub, clock: clock, hooks: hooks)
        return (clock, stub, network)
    }

    @Test func aFailureBecomesOneOfTheUsers() {  // F-32
        let it = world(.fail(.offline)) { _ in throw ShopError.offline }
        let events = it.network.send(.post()).record(on: it.clock)
        it.clock.run()
        let failure = events.failure?.translatedFailure
        #expect(failure?.cause as? ShopError == .offline)
        #expect(failure?.original == .requestFailure(error: TransportError.offline))
        #expect(events.failure?.description.contains("offline") == true)
    }

    @Test func aFailureIsSwallowed() {  // F-33
        let it = world(.fail(.untrustedCertificate)) { _ in .swallowed }
        let events = it.network.send(.get()).record(on: it.clock)
        it.clock.run()
        #expect(events.all == [.interrupted(at: .zero)])
        #expect(it.network.activity.count.value == 0 && it.clock.scheduledCount == 0)
    }

    @Test func aFailureThatIsLeftAloneStands() {  // F-32
        let seen = Locked<[String]>([])
        let it = world(.fail(.untrustedCertificate)) { failure in
            seen.withLock { $0.append("\(failure.request)") }
            return .standard
        }
        let events = it.network.send(.get()).record(on: it.clock)
        it.clock.run()
        #expect(events.failure == .requestFailure(error: TransportError.untrustedCertificate))
        #expect(seen.value == ["GET http://api.test/todos/1"])
    }

    @Test func anErrorOfTheOperationPassesAsItIs() {  // F-32
        let it = world(.fail(.untrustedCertificate)) { _ in throw OperationError.missingData }
        let events = it.network.send(.get()).record(on: it.clock)
        it.clock.run()
        #expect(events.failure == .missingData)
    }

    @Test func attemptsAreDecidedOnByWhatReallyHappened() {  // F-32, N6, N7
        let asked = Locked(0)
        let it = world(.fail(.connectionLost), .fail(.connectionLost), .status(.ok)) { _ in
            _ = asked.next()
            throw ShopError.offline
        }
        let good = it.network.send(.get()).record(on: it.clock)
        it.clock.run()
        #expect(good.values.count == 1)
        #expect(asked.value == 0)
        let bad = world(.fail(.connectionLost)) { _ in
            _ = asked.next()
            throw ShopError.offline
        }
        let events = bad.network.send(.get(), maxRetries: 2).record(on: bad.clock)
        bad.clock.run()
        #expect(bad.stub.requests.count == 3)
        #expect(events.failure?.translatedFailure != nil)
        #expect(asked.value == 1)
    }

    @Test func aDeadlineIsAFailureWithoutAResponse() {  // F-32, N11
        let it = world(.never) { failure in
            guard case .timedOut = failure.error else { return .standard }
            throw ShopError.offline
        }
        let ends = Locked<[Network.Event.Kind]>([])
        it.network.events.observeValues { event in ends.withLock { $0.append(event.kind) } }
        let events = it.network.send(.get(), abortAfter: .seconds(2)).record(on: it.clock)
        it.clock.run()
        #expect(events.all.map(\.time) == [.seconds(2)])
        #expect(events.failure.map { ends.value.last == .ended(.failed($0), .deadline) } == true)
        #expect(events.failure?.translatedFailure?.cause as? ShopError == .offline)
    }

    @Test func whatHasAResponseOrWasNeverSentIsNotChecked() {  // F-32, N4
        struct Refusal: Error, Hashable {}
        let refusing = Hooks().gate(producing: { _ in SignalProducer<Void, Refusal>(error: Refusal()) })
        let cases: [(Request, Hooks?)] = [(.get(), nil), (.get("no url"), nil), (.get(), refusing)]
        for (request, hooks) in cases {
            let it = world(.status(.notFound), hooks: hooks) { _ in .swallowed }
            let events = it.network.send(request).record(on: it.clock)
            it.clock.run()
            #expect(events.failure != nil)
        }
    }

    @Test func aLaterLayerChecksInItsPlace() {  // F-28, F-32
        let it = world(.fail(.offline)) { _ in .swallowed }
        let request = RequestBuilder(.get, "http://api.test/").validating(.failures { _ in .standard })
            .validating { _ in .standard }.build()
        let events = it.network.send(request, maxRetries: 0).record(on: it.clock)
        it.clock.run()
        #expect(events.failure == .requestFailure(error: TransportError.offline))
    }

    @Test func aLogAndTheOutcomesTellWhatTheOperationCameTo() {  // F-50, F-66
        let it = world(.fail(.untrustedCertificate)) { _ in throw ShopError.offline }
        let reports = Locked<[Network.Event.Completion]>([])
        it.network.reports.observeValues { outcome in reports.withLock { $0.append(outcome.result) } }
        let log = Locked<[Network.Event.Kind]>([])
        it.network.events.observeValues { event in log.withLock { $0.append(event.kind) } }
        let events = it.network.send(.get()).record(on: it.clock)
        it.clock.run()
        guard let failure = events.failure else { return #expect(Bool(false), "\(events.all)") }
        #expect(reports.value == [.failed(failure)])
        #expect(log.value.contains(.attemptFailed(1, .requestFailure(error: TransportError.untrustedCertificate))))
        #expect(log.value.last == .ended(.failed(failure), .notTransient))
    }

    @Test func aTransferIsCheckedToo() throws {  // F-16, F-32
        let folder = try Folder()
        let it = world(.fail(.untrustedCertificate)) { _ in throw ShopError.offline }
        let download = it.network.download(.get(), to: .file(folder.url.appending(path: "a"))).record(on: it.clock)
        let stream = it.network.stream(.get()).record(on: it.clock)
        it.clock.run()
        #expect(download.failure?.translatedFailure != nil)
        #expect(stream.failure?.translatedFailure != nil)
        #expect(folder.names == [])
    }
}
