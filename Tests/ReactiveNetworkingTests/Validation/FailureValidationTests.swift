import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting
import Testing

@Suite struct FailureValidationTests {
    private enum ShopError: Error, Hashable { case offline }

    private func makeWorld(
        _ script: StubTransport.Reply...,
        hooks: Hooks? = nil,
        check: @escaping ResponseValidation.FailureCheck
    ) -> (clock: TestScheduler, stub: StubTransport, network: Network) {
        let clock = TestScheduler()
        let stub = StubTransport(script: script, clock: clock)
        let configuration = Network.Configuration(validation: .failures(check), hooks: hooks)
        let network = Network(configuration: configuration, transport: stub, clock: clock)
        return (clock, stub, network)
    }

    @Test func aFailureCanBeReplacedByACustomError() {  // F-32
        let world = makeWorld(.failure(.offline)) { _ in throw ShopError.offline }
        let events = world.network.send(.post()).record(on: world.clock)
        world.clock.run()
        let failure = events.failure?.cause(as: TranslatedFailure.self)
        #expect(failure?.cause as? ShopError == .offline)
        #expect(failure?.original == .requestFailure(error: TransportError.offline))
        #expect(events.failure?.description.contains("offline") == true)
    }

    @Test func aFailureCanBeSuppressed() {  // F-33
        let world = makeWorld(.failure(.untrustedCertificate)) { _ in .swallowed }
        let events = world.network.send(.get()).record(on: world.clock)
        world.clock.run()
        #expect(events.all == [.interrupted(at: .zero)])
        #expect(world.network.activity.count.value == 0 && world.clock.scheduledCount == 0)
    }

    @Test func aFailureCanBeLeftUnchanged() {  // F-32
        let seen = Locked<[String]>([])
        let world = makeWorld(.failure(.untrustedCertificate)) { failure in
            seen.withLock { $0.append("\(failure.request)") }
            return .standard
        }
        let events = world.network.send(.get()).record(on: world.clock)
        world.clock.run()
        #expect(events.failure == .requestFailure(error: TransportError.untrustedCertificate))
        #expect(seen.value == ["GET http://api.test/todos/1"])
    }

    @Test func aThrownOperationErrorIsForwarded() {  // F-32
        let world = makeWorld(.failure(.untrustedCertificate)) { _ in throw OperationError.missingData }
        let events = world.network.send(.get()).record(on: world.clock)
        world.clock.run()
        #expect(events.failure == .missingData)
    }

    @Test func retriesAreDecidedByTheOriginalFailure() {  // F-32, N6, N7
        let asked = Locked(0)
        let world = makeWorld(.failure(.connectionLost), .failure(.connectionLost), .status(.ok)) { _ in
            _ = asked.next()
            throw ShopError.offline
        }
        let good = world.network.send(.get()).record(on: world.clock)
        world.clock.run()
        #expect(good.values.count == 1)
        #expect(asked.value == 0)
        let bad = makeWorld(.failure(.connectionLost)) { _ in
            _ = asked.next()
            throw ShopError.offline
        }
        let events = bad.network.send(.get(), maxRetries: 2).record(on: bad.clock)
        bad.clock.run()
        #expect(bad.stub.requests.count == 3)
        #expect(events.failure?.cause(as: TranslatedFailure.self) != nil)
        #expect(asked.value == 1)
    }

    @Test func aTimeoutIsCheckedAsAFailureWithoutAResponse() {  // F-32, N11
        let world = makeWorld(.never) { failure in
            guard case .timedOut = failure.error else { return .standard }
            throw ShopError.offline
        }
        let ends = Locked<[Network.Event.Kind]>([])
        world.network.events.observeValues { event in ends.withLock { $0.append(event.kind) } }
        let events = world.network.send(.get(), abortAfter: .seconds(2)).record(on: world.clock)
        world.clock.run()
        #expect(events.all.map(\.time) == [.seconds(2)])
        #expect(events.failure.map { ends.value.last == .ended(.failed($0), .deadline) } == true)
        #expect(events.failure?.cause(as: TranslatedFailure.self)?.cause as? ShopError == .offline)
    }

    @Test func failuresWithAResponseOrBeforeSendingAreNotChecked() {  // F-32, N4
        struct Refusal: Error, Hashable {}
        let refusing = Hooks().gate(producing: { _ in SignalProducer<Void, Refusal>(error: Refusal()) })
        let cases: [(Request, Hooks?)] = [(.get(), nil), (.get("no url"), nil), (.get(), refusing)]
        for (request, hooks) in cases {
            let world = makeWorld(.status(.notFound), hooks: hooks) { _ in .swallowed }
            let events = world.network.send(request).record(on: world.clock)
            world.clock.run()
            #expect(events.failure != nil)
        }
    }

    @Test func aLaterLayerReplacesTheFailureCheck() {  // F-28, F-32
        let world = makeWorld(.failure(.offline)) { _ in .swallowed }
        let request = RequestBuilder(.get, "http://api.test/").validating(.failures { _ in .standard })
            .validating { _ in .standard }.build()
        let events = world.network.send(request, maxRetries: 0).record(on: world.clock)
        world.clock.run()
        #expect(events.failure == .requestFailure(error: TransportError.offline))
    }

    @Test func logAndOutcomesReportTheReplacedFailure() {  // F-50, F-66
        let world = makeWorld(.failure(.untrustedCertificate)) { _ in throw ShopError.offline }
        let reports = Locked<[Network.Event.Completion]>([])
        world.network.reports.observeValues { outcome in reports.withLock { $0.append(outcome.result) } }
        let log = Locked<[Network.Event.Kind]>([])
        world.network.events.observeValues { event in log.withLock { $0.append(event.kind) } }
        let events = world.network.send(.get()).record(on: world.clock)
        world.clock.run()
        guard let failure = events.failure else { return #expect(Bool(false), "\(events.all)") }
        #expect(reports.value == [.failed(failure)])
        #expect(log.value.contains(.attemptFailed(1, .requestFailure(error: TransportError.untrustedCertificate))))
        #expect(log.value.last == .ended(.failed(failure), .notTransient))
    }

    @Test func failuresOfTransfersAreChecked() throws {  // F-16, F-32
        let folder = try Folder()
        let world = makeWorld(.failure(.untrustedCertificate)) { _ in throw ShopError.offline }
        let download = world.network.download(.get(), to: .file(folder.url.appending(path: "a"))).record(
            on: world.clock
        )
        let stream = world.network.stream(.get()).record(on: world.clock)
        world.clock.run()
        #expect(download.failure?.cause(as: TranslatedFailure.self) != nil)
        #expect(stream.failure?.cause(as: TranslatedFailure.self) != nil)
        #expect(folder.names == [])
    }
}
