import Foundation
import ReactiveNetworking
import ReactiveTesting
import Testing

/// That the layers, the outcomes and the counter mean the same to every door.
@Suite struct TransferLayeringTests {
    private typealias Configuration = Network.Configuration

    /// A door, by what has come of it: nothing if it failed or was interrupted.
    enum Door: String, CaseIterable, CustomTestStringConvertible {
        case send, decoding, failingWith, upload, download, stream, bytes

        var testDescription: String { rawValue }
        var isHeadOnly: Bool { self == .download || self == .stream || self == .bytes }

        func start(
            _ request: Request,
            on it: (network: Network, clock: TestScheduler),
            into folder: Folder
        ) -> (failure: OperationError?, isTerminated: Bool) {
            let network = it.network
            func run<Value: Sendable>(
                _ producer: SignalProducer<Value, OperationError>
            ) -> (failure: OperationError?, isTerminated: Bool) {
                let events = producer.record(on: it.clock)
                it.clock.advance(by: .seconds(3_600))
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
            case .bytes: run(network.bytes(request))
            }
        }
    }

    private let folder: Folder

    init() throws { folder = try Folder() }

    private func world(
        _ configuration: Configuration,
        _ script: StubTransport.Reply...
    ) -> (network: Network, clock: TestScheduler, stub: StubTransport) {
        let clock = TestScheduler()
        let stub = StubTransport(script: script, clock: clock)
        let environment = Network.Environment("http://api.test", configuration: configuration)
        return (Network(environment: environment, transport: stub, clock: clock), clock, stub)
    }

    private func outcome(
        of door: Door,
        _ configuration: Configuration,
        _ script: StubTransport.Reply
    ) -> (stub: StubTransport, failure: OperationError?) {
        let it = world(configuration, script)
        let end = door.start(Request(.get, "/a"), on: (it.network, it.clock), into: folder)
        #expect(end.isTerminated)
        #expect(it.network.activity.count.value == 0)
        return (it.stub, end.failure)
    }

    @Test(arguments: Door.allCases) func everyDoorHasAllThatTheLayersSay(door: Door) {  // F-05, F-06, F-28
        let configuration = Configuration(
            headers: ["X-Layer": "1"],
            parameters: ["p": 1],
            authorization: .bearer("t0ken"),
            acceptedCodes: [418],
            cachePolicy: .revalidate
        )
        let (stub, failure) = outcome(of: door, configuration, .text("x", status: 418))
        #expect(failure == nil)
        #expect(stub.requests.first?.url.absoluteString == "http://api.test/a?p=1")
        #expect(stub.requests.first?.headers["X-Layer"] == "1")
        #expect(stub.requests.first?.headers["Authorization"] == "Bearer t0ken")
        #expect(stub.requests.first?.cachePolicy == .revalidate)
        let refused = outcome(of: door, configuration, .text("x"))
        #expect(refused.failure == .unexpectedResponseCode(httpCode: .ok, data: Data("x".utf8)))
    }

    @Test(arguments: Door.allCases) func everyDoorRetriesAsTheLayersSay(door: Door) {  // N6, F-28
        let few = Configuration(maxRetries: 2)
        #expect(outcome(of: door, few, .fail(.connectionLost)).stub.requests.count == 3)
        let never = Configuration(retryPolicy: .never)
        #expect(outcome(of: door, never, .fail(.connectionLost)).stub.requests.count == 1)
    }

    @Test(arguments: Door.allCases) func everyDoorBoundsARefusedBody(door: Door) {  // N16, F-28
        let failure = outcome(of: door, Configuration(maxBodySize: 3), .text("gone", status: .notFound)).failure
        #expect(failure?.transportError?.kind == .bodyTooLarge)
    }

    @Test(arguments: Door.allCases) func everyDoorValidatesAsTheLayersSay(door: Door) {  // F-30, F-31, B62
        struct Unpaid: Error, Equatable {}
        let json = outcome(of: door, Configuration(validation: .json), .text("<html>")).failure
        guard case .contentType = json?.rejection?.reason else { return #expect(Bool(false), "\(json as Any)") }
        let problems = Configuration(validation: .problems([.ok: Unpaid()]))
        #expect(outcome(of: door, problems, .text("x")).failure?.rejection?.reason == .problem)
        let validator = Configuration(validation: .custom { _ in throw Unpaid() })
        // A head alone is nothing to show a validator.
        let failure = outcome(of: door, validator, .text("x")).failure
        #expect(failure?.rejection?.reason == (door.isHeadOnly ? nil : .validator))
    }

    @Test(arguments: Door.allCases) func theDeadlineOfALayerIsOnlyForWhatIsCollected(door: Door) {  // N11, F-28
        let slow = StubTransport.Reply.text("x").delayed(by: .seconds(60))
        let failure = outcome(of: door, Configuration(abortAfter: .seconds(5)), slow).failure
        let isTransfer = door.isHeadOnly || door == .upload
        #expect((failure == nil) == isTransfer)
    }

    @Test func partsOfTwoEnvironmentsAreNeverPutTogether() {  // F-02, F-17, T19
        let clock = TestScheduler()
        let stub = StubTransport(script: [ResumptionTests.broken(), ResumptionTests.complete], clock: clock)
        let environment = MutableProperty(Network.Environment("http://one.test"))
        let network = Network(environment: environment, transport: stub, clock: clock, retryPolicy: .never)
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

    @Test func partsOfTwoSetsOfParametersAreNeverPutTogether() {  // F-06, F-17, T19
        let it = world(Configuration(parameters: ["a": 1]), ResumptionTests.broken())
        let target = Destination.directory(folder.url).resumable()
        func request(_ id: Int) -> Request { Request(.get, "/a").adding(parameters: ["id": id]) }
        it.network.download(request(1), to: target, maxRetries: 0).start()
        it.clock.run()
        #expect(target.resumptionToken(for: request(1), on: it.network)?.validator == "\"v1\"")
        #expect(target.resumptionToken(for: request(2), on: it.network) == nil)
        it.network.download(request(2), to: target, maxRetries: 0).start()
        it.clock.run()
        #expect(it.stub.requests.map { $0.headers["Range"] } == [nil, nil])
        target.discardPartial(of: request(1), on: it.network)
        target.discardPartial(of: request(2), on: it.network)
        #expect(folder.names == [])
    }

    @Test func aDestinationThatWillNotDoIsAnOutcomeLikeAnother() {  // F-16, F-66, N17
        let it = VirtualNetwork(.status(.ok))
        let reports = Locked<[String]>([])
        it.network.reports.observeValues { outcome in reports.modify { $0.append("\(outcome.result)") } }
        let log = it.log()
        let events = it.network.download(.get(), to: .file(folder.url)).record(on: it.clock)
        it.clock.run()
        #expect(events.failure?.transferError != nil)
        #expect(reports.value.count == 1)
        #expect(log.stopReason == .notTransient)
        #expect(it.stub.requests.isEmpty && it.isQuiet)
    }

    @Test func outcomesOfTransfersComeWhereTheirEventsCome() {  // F-66, N13
        let it = VirtualNetwork(.text("ab"))
        let delivery = TestScheduler()
        let told = Locked<[String]>([])
        it.network.reports.observeValues { outcome in told.modify { $0.append("\(outcome.result)") } }
        it.network.download(.get(), to: .file(folder.file("a")), scheduler: delivery)
            .startWithCompleted { told.modify { $0.append("file") } }
        it.network.stream(.get(), scheduler: delivery).startWithCompleted { told.modify { $0.append("stream") } }
        it.network.upload(.post(), scheduler: delivery).startWithCompleted { told.modify { $0.append("upload") } }
        it.clock.run()
        #expect(told.value.isEmpty)
        delivery.run()
        #expect(told.value.count == 6)
        #expect(told.value.filter { $0 == "succeeded" }.count == 3)
        for door in ["file", "stream", "upload"] {
            #expect(told.value.firstIndex(of: door).map { told.value[$0 - 1] } == "succeeded")
        }
    }

    @Test func aTransferThatIsDisposedOfIsToldOnce() {  // F-66, N3
        let it = VirtualNetwork(.stall(body: Data("ab".utf8)))
        let told = Locked<[String]>([])
        it.network.reports.observeValues { outcome in told.modify { $0.append("\(outcome.result)") } }
        let download = it.network.download(.get(), to: .file(folder.file("a"))).start()
        let stream = it.network.stream(.get()).start()
        let upload = it.network.upload(.post()).start()
        it.clock.advance(by: .seconds(1))
        for start in [download, stream, upload] { start.dispose() }
        #expect(told.value == ["cancelled", "cancelled", "cancelled"])
        #expect(it.isQuiet)
    }
}
