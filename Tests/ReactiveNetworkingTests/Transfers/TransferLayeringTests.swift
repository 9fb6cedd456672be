import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting
import Testing

/// Tests that layers, outcomes and the activity counter apply to every call.
@Suite struct TransferLayeringTests {
    private typealias Configuration = Network.Configuration

    /// A call that starts an operation.
    enum Call: String, CaseIterable, CustomTestStringConvertible {
        case send, decoding, failingWith, upload, download, stream, bytes

        var testDescription: String { rawValue }
        var isHeadOnly: Bool { self == .download || self == .stream || self == .bytes }

        func start(
            _ request: Request,
            on world: (network: Network, clock: TestScheduler),
            into folder: Folder
        ) -> (failure: OperationError?, isTerminated: Bool) {
            let network = world.network
            func run<Value: Sendable>(
                _ producer: SignalProducer<Value, OperationError>
            ) -> (failure: OperationError?, isTerminated: Bool) {
                let events = producer.record(on: world.clock)
                world.clock.advance(by: .seconds(3_600))
                return (events.failure, events.isTerminated)
            }
            return switch self {
            case .send: run(network.send(request))
            case .decoding: run(network.send(request, decoding: .data))
            case .failingWith:
                run(network.send(request, decoding: .data, failingWith: .data).mapError(\.error))
            case .upload: run(network.upload(request))
            case .download: run(network.download(request, to: .file(folder.file("a")).replacing()))
            case .stream: run(network.stream(request))
            case .bytes: run(network.stream(request).compactMap(\.bytes))
            }
        }
    }

    private let folder: Folder

    init() throws { folder = try Folder() }

    private func makeWorld(
        _ configuration: Configuration,
        _ script: StubTransport.Reply...
    ) -> (network: Network, clock: TestScheduler, stub: StubTransport) {
        let clock = TestScheduler()
        let stub = StubTransport(script: script, clock: clock)
        let environment = Network.Environment("http://api.test", configuration: configuration)
        return (Network(environment: environment, transport: stub, clock: clock), clock, stub)
    }

    private func outcome(
        of call: Call,
        _ configuration: Configuration,
        _ script: StubTransport.Reply
    ) -> (stub: StubTransport, failure: OperationError?) {
        let world = makeWorld(configuration, script)
        let end = call.start(Request(.get, "/a"), on: (world.network, world.clock), into: folder)
        #expect(end.isTerminated)
        #expect(world.network.activity.count.value == 0)
        return (world.stub, end.failure)
    }

    @Test(arguments: Call.allCases) func everyCallInheritsTheLayers(call: Call) {  // F-05, F-06, F-28
        let configuration = Configuration(
            headers: ["X-Layer": "1"],
            parameters: ["p": 1],
            authorization: .bearer("t0ken"),
            acceptedCodes: [418],
            cachePolicy: .revalidate
        )
        let (stub, failure) = outcome(of: call, configuration, .text("x", status: 418))
        #expect(failure == nil)
        #expect(stub.requests.first?.url.absoluteString == "http://api.test/a?p=1")
        #expect(stub.requests.first?.headers["X-Layer"] == "1")
        #expect(stub.requests.first?.headers["Authorization"] == "Bearer t0ken")
        #expect(stub.requests.first?.cachePolicy == .revalidate)
        let refused = outcome(of: call, configuration, .text("x"))
        #expect(refused.failure == .unexpectedResponseCode(httpCode: .ok, data: Data("x".utf8)))
    }

    @Test(arguments: Call.allCases) func everyCallRetriesAsConfigured(call: Call) {  // N6, F-28
        let few = Configuration(maxRetries: 2)
        #expect(outcome(of: call, few, .failure(.connectionLost)).stub.requests.count == 3)
        let never = Configuration(retryPolicy: .never)
        #expect(outcome(of: call, never, .failure(.connectionLost)).stub.requests.count == 1)
    }

    @Test(arguments: Call.allCases) func everyCallLimitsAnErrorBody(call: Call) {  // N16, F-28
        let failure = outcome(of: call, Configuration(maxBodySize: 3), .text("gone", status: .notFound)).failure
        #expect(failure?.cause(as: TransportError.self)?.kind == .bodyTooLarge)
    }

    @Test(arguments: Call.allCases) func everyCallValidatesAsConfigured(call: Call) {  // F-30, F-31
        struct Unpaid: Error, Equatable {}
        let json = outcome(of: call, Configuration(validation: .json), .text("<html>")).failure
        guard case .contentType = json?.cause(as: ResponseValidationError.self)?.reason else {
            return #expect(Bool(false), "\(json as Any)")
        }
        let problems = Configuration(validation: .problems([.ok: Unpaid()]))
        #expect(
            outcome(of: call, problems, .text("x")).failure?.cause(as: ResponseValidationError.self)?.reason == .problem
        )
        let validator = Configuration(validation: .custom { _ in throw Unpaid() })
        // Custom validators are not called for a head alone.
        let failure = outcome(of: call, validator, .text("x")).failure
        #expect(failure?.cause(as: ResponseValidationError.self)?.reason == (call.isHeadOnly ? nil : .validator))
    }

    @Test(arguments: Call.allCases) func theDeadlineOfALayerAppliesOnlyToCollectedResponses(call: Call) {  // N11, F-28
        let slow = StubTransport.Reply.text("x").delayed(by: .seconds(60))
        let failure = outcome(of: call, Configuration(abortAfter: .seconds(5)), slow).failure
        let isTransfer = call.isHeadOnly || call == .upload
        #expect((failure == nil) == isTransfer)
    }

    @Test func partsFromTwoEnvironmentsAreNotCombined() {  // F-02, F-17
        let clock = TestScheduler()
        let stub = StubTransport(script: [ResumptionTests.broken(), ResumptionTests.complete], clock: clock)
        let environment = MutableProperty(Network.Environment("http://one.test"))
        let network = Network(
            environment: environment,
            configuration: Network.Configuration(retryPolicy: .never),
            transport: stub,
            clock: clock
        )
        let target = Destination.file(folder.file("a")).resumable()
        network.download(Request(.get, "/a"), to: target).start()
        clock.run()
        environment.value = Network.Environment("http://two.test")
        network.download(Request(.get, "/a"), to: target).start()
        clock.run()
        #expect(stub.requests.map { $0.url.host } == ["one.test", "two.test"])
        #expect(stub.requests.map { $0.headers["Range"] } == [nil, nil])
        #expect(folder.contents(of: "a") == ResumptionTests.whole)
    }

    @Test func partsForDifferentParametersAreNotCombined() {  // F-06, F-17
        let world = makeWorld(Configuration(parameters: ["a": 1]), ResumptionTests.broken())
        let target = Destination.directory(folder.url).resumable()
        func request(_ id: Int) -> Request { Request(.get, "/a").adding(parameters: ["id": id]) }
        world.network.download(request(1), to: target, maxRetries: 0).start()
        world.clock.run()
        #expect(target.resumptionToken(for: request(1), on: world.network)?.validator == "\"v1\"")
        #expect(target.resumptionToken(for: request(2), on: world.network) == nil)
        world.network.download(request(2), to: target, maxRetries: 0).start()
        world.clock.run()
        #expect(world.stub.requests.map { $0.headers["Range"] } == [nil, nil])
        target.discardPartial(of: request(1), on: world.network)
        target.discardPartial(of: request(2), on: world.network)
        #expect(folder.names == [])
    }

    @Test func anInvalidDestinationIsReportedAsAnOutcome() {  // F-16, F-66, N17
        let world = VirtualNetwork(.status(.ok))
        let reports = Locked<[String]>([])
        world.network.reports.observeValues { outcome in reports.modify { $0.append("\(outcome.result)") } }
        let log = world.log()
        let events = world.network.download(.get(), to: .file(folder.url)).record(on: world.clock)
        world.clock.run()
        #expect(events.failure?.cause(as: TransferError.self) != nil)
        #expect(reports.value.count == 1)
        #expect(log.stopReason == .notTransient)
        #expect(world.stub.requests.isEmpty && world.isQuiet)
    }

    @Test func outcomesOfTransfersArriveOnTheSchedulerOfTheirEvents() {  // F-66, N13
        let world = VirtualNetwork(.text("ab"))
        let delivery = TestScheduler()
        let told = Locked<[String]>([])
        world.network.reports.observeValues { outcome in told.modify { $0.append("\(outcome.result)") } }
        world.network.download(.get(), to: .file(folder.file("a")), scheduler: delivery)
            .startWithCompleted { told.modify { $0.append("file") } }
        world.network.stream(.get(), scheduler: delivery).startWithCompleted { told.modify { $0.append("stream") } }
        world.network.upload(.post(), scheduler: delivery).startWithCompleted { told.modify { $0.append("upload") } }
        world.clock.run()
        #expect(told.value.isEmpty)
        delivery.run()
        #expect(told.value.count == 6)
        #expect(told.value.filter { $0 == "succeeded" }.count == 3)
        for call in ["file", "stream", "upload"] {
            #expect(told.value.firstIndex(of: call).map { told.value[$0 - 1] } == "succeeded")
        }
    }

    @Test func aDisposedTransferIsReportedOnce() {  // F-66, N3
        let world = VirtualNetwork(.stall(body: Data("ab".utf8)))
        let told = Locked<[String]>([])
        world.network.reports.observeValues { outcome in told.modify { $0.append("\(outcome.result)") } }
        let download = world.network.download(.get(), to: .file(folder.file("a"))).start()
        let stream = world.network.stream(.get()).start()
        let upload = world.network.upload(.post()).start()
        world.clock.advance(by: .seconds(1))
        for start in [download, stream, upload] { start.dispose() }
        #expect(told.value == ["cancelled", "cancelled", "cancelled"])
        #expect(world.isQuiet)
    }
}
