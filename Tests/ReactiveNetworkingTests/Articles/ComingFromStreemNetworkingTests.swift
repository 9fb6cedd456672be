import Foundation
import ReactiveCache
import ReactiveMedia
import ReactiveNetworking
import ReactiveOffline
import ReactiveReachability
import ReactiveTestSupport
import ReactiveTesting
import Testing

private struct Item: Codable, Equatable, Sendable {
    var value: Int
}

private struct Problem: Decodable, Sendable {
    var message: String
}

extension Network.Environment {
    fileprivate static let httpbin = Network.Environment("https://httpbin.org")
}

extension Endpoint where Self == Route {
    fileprivate static var items: Route { Route(.get, "/get") }
}

private struct Outage: Error {}

private let echo = #"{"json":{"test":[{"value":1},{"value":2},{"value":3}]}}"#

/// The tables of the article; ``ComingFromTests`` looks for their lines here.
@Suite struct ComingFromStreemNetworkingTests {
    @Test func providersBecomeNetworks() throws {  // F-04 to F-06, F-65, C-09
        let token = Authorization.bearer("token")
        let configurations = [
            Network.Configuration(headers: ["TestHeader": "TestHeaderValue"]),
            Network.Configuration(parameters: ["token": 12345]),
            Network.Configuration(authorization: token),
            Network.Configuration(parameterEncoding: .form),
            Network.Configuration(acceptedCodes: .any),
            Network.Configuration(abortAfter: .seconds(30)),
        ]
        let configuration = configurations.reduce(Network.Configuration()) { $0.overridden(by: $1) }
        _ = Network(environment: .httpbin)
        _ = Network(environment: Network.Environment("https://httpbin.org"), configuration: configuration)
        let world = EnvironmentNetwork(.status(.notFound), base: "https://httpbin.org", configuration: configuration)
        let route =
            Route(.get, "/ip", headers: ["customHeader": "value"])
        #expect(world.network.send(route).record(on: world.clock).values.count == 1)
        #expect(world.sent == ["GET https://httpbin.org/ip?token=<redacted>"])
        #expect(world.lastHeader("TestHeader") == "TestHeaderValue")
        #expect(world.lastHeader("customHeader") == "value")
        #expect(world.lastHeader("Authorization") == "Bearer token")
        world.network.send(Route(.post, "/post", parameters: ["foo": "bar"])).start()
        #expect(world.lastBody == "foo=bar&token=12345")
        let lost = VirtualNetwork(.status(.ok)).network.send(.items).record()
        #expect(lost.failure?.cause(as: RequestError.self) != nil)
    }

    @Test func routesAreDescribed() throws {  // F-01, F-07 to F-11, C-23, C-33
        let item = Item(value: 1)
        let data = Data("abc".utf8)
        let routes = [
            Route(.get, "/get"),
            Route(.get, "/get", parameters: ["foo": "bar"]),
            Route(.post, "/post", json: item),
            Route(.put, "/put", body: .json(["foo": "bar"])),
            Route(.delete, "/delete"),
            Route(.post, "/post", body: .form(["foo": "bar", "test": 123])),
            Route(.post, "/post", body: .data(data)),
            Route(.post, "/post", body: .text("plain")),
            Route(.post, "/post", body: .multipart([.data("image", data, contentType: .imagePng)])),
        ]
        let requests = try routes.map { try RequestBuilder(endpoint: $0).environment(.httpbin).build().prepared() }
        #expect(requests.prefix(5).map(\.method) == [.get, .get, .post, .put, .delete])
        let paths = requests.prefix(5).map { $0.url.absoluteString.dropFirst("https://httpbin.org".count) }
        #expect(paths == ["/get", "/get?foo=bar", "/post", "/put", "/delete"])
        #expect(requests[2].body == Data(#"{"value":1}"#.utf8))
        #expect(requests[5].body == Data("foo=bar&test=123".utf8))
        #expect(requests[8].headers["Content-Type"]?.hasPrefix("multipart/form-data") == true)
    }

    @Test func responsesAreDecoded() {  // F-34 to F-40, F-61, F-62, C-57
        let world = EnvironmentNetwork(.json(echo), base: "https://httpbin.org")
        let network = world.network
        let items =
            network.send(.items, decoding: .json([Item].self, at: "json.test"))
        #expect(items.record().values.first?.parsedData.last == Item(value: 3))
        let lost = network.send(.items, decoding: .json([Item].self, at: "blah")).record()
        #expect(lost.failure?.cause(as: DecodingFailure.self) != nil)
        #expect(
            network.send(.items, decoding: .jsonValue)
                .record().values.first?.parsedData["json"]?["test"]?[0]?["value"] == 1
        )
        #expect(
            network.send(.items, decoding: .data)
                .record().values.first?.parsedData == Data(echo.utf8)
        )
        let mapped =
            network.send(.items, decoding: .custom { try PropertyListDecoder().decode([Item].self, from: $0) })
        #expect(mapped.record().failure != nil)
        let headers =
            network.send(.items)
        #expect(headers.record().values.count == 1)
        let values = Locked<[String]>([])
        @Sendable func show(_ text: String) { values.withLock { $0.append(text) } }
        items.start(onSuccess: { show("\($0.parsedData.count)") }, onFailure: { show("\($0)") })
        let chain =
            items.flatMap(.latest) { network.send(Route(.get, "/items/\($0.parsedData[0].value)")) }
        #expect(chain.record().values.count == 1)
        #expect(world.sent.last == "GET https://httpbin.org/items/1")
        let start =
            items.start()
        start.dispose()
        #expect(values.value == ["3"])
    }

    @Test func tasksAwaitResponses() async throws {  // F-14, F-16, F-62
        let folder = try Folder()
        let file = folder.url.appending(path: "echo.json")
        let stub = StubTransport(.json(echo))
        let network = Network(
            environment: .httpbin,
            configuration: .patient,
            transport: stub,
            scheduler: ImmediateScheduler()
        )
        let decoding: Decoding<[Item]> = .json([Item].self, at: "json.test")
        let items =
            try await network.send(.items, decoding: decoding).value().parsedData
        #expect(items.count == 3)
        var byteCount = 0
        for try await bytes in try await network.byteStream(.items) { byteCount += bytes.count }
        let saved =
            try await network.download(.items, to: .file(file)).onlyValue().value()
        #expect(saved.byteCount == Int64(byteCount))
        let raw =
            network.download(.items, decoding: .data)
        #expect(try await raw.onlyValue().value().parsedData == Data(echo.utf8))
        let upload =
            network.upload(Route(.post, "/post", body: .file(file)))
        let progress =
            upload.onlyProgress()
        _ = try await progress.firstValue()
        #expect(stub.requests.count == 5)
    }

    @Test func responsesAreValidated() {  // F-30 to F-33, F-41, C-55
        let builder = RequestBuilder(.get, "https://httpbin.org/status/401")
        let requests = [
            builder
                .acceptedCodes(.any),
            builder
                .validating { _ in .accepted },
            builder
                .validating { $0.head.status == .unauthorized ? .swallowed : .standard },
            builder
                .validating(.json),
        ]
        let passed = requests.map { builder in
            let world = VirtualNetwork(.status(.unauthorized), retryPolicy: .never)
            return world.network.send(builder.build()).record(on: world.clock)
        }
        #expect(passed.map { $0.values.count } == [1, 1, 0, 0])
        #expect(passed[2].all == [.interrupted(at: .zero)])
        #expect(passed[3].failure == .unexpectedResponseCode(httpCode: .unauthorized, data: nil))
        #expect(passed[3].failure != .unexpectedResponseCode(httpCode: .notFound, data: nil))
        let validations: [ResponseValidation] = [
            .failures { $0.error.cause(as: TransportError.self)?.kind == .offline ? .swallowed : .standard }
        ]
        let configurations = [
            Network.Configuration(validation: .custom { _ in .standard }),
            Network.Configuration(validation: .failures { _ in throw Outage() }),
            Network.Configuration(validation: validations[0]),
        ]
        let ends = configurations.map { configuration in
            let world = EnvironmentNetwork(.failure(.offline), configuration: configuration)
            return world.network.send(.items, maxRetries: 0).record(on: world.clock)
        }
        #expect(ends.map { $0.failure?.cause(as: TransportError.self) != nil } == [true, false, false])
        #expect(ends.map { $0.failure?.cause(as: TranslatedFailure.self) != nil } == [false, true, false])
        #expect(ends[2].all == [.interrupted(at: .zero)])
        let empty = EnvironmentNetwork(.status(.ok))
        let network = empty.network
        #expect(network.send(.items, as: Item.self).record().failure == .missingData)
        let explained =
            network.send(.items, as: Item.self, failingWith: .json(Problem.self))
        #expect(explained.record().failure?.error == .missingData)
        let allowed =
            network.send(.items, decoding: .json([Item].self).emptyBody(as: []))
        #expect(allowed.record().values.map(\.parsedData) == [[]])
    }

    @Test func theStateOfTheNetworkIsAProperty() {  // F-58
        let status = Reachability.shared.status
        let policies = [
            RetryPolicy.standard.waitingUntilOnline(.shared)
        ]
        #expect(status === Reachability.shared.status)
        #expect(policies == [.waitingUntilOnline(.shared)])
    }

    @Test func operationsAreObserved() throws {  // F-49 to F-52, C-59
        let world = EnvironmentNetwork(.status(.ok))
        let network = world.network
        let shown = Locked<[String]>([])
        @Sendable func show(_ text: String) { shown.withLock { $0.append(text) } }
        network.log(to: Log.Sink { show($0) }, level: .info)
        let request = RequestBuilder(.get, "https://httpbin.org/get").build()
        let command =
            try request.curlCommand()
        #expect(command == "curl https://httpbin.org/get")
        network.activity.isActive.producer.startWithValues { show($0 ? "busy" : "idle") }
        network.send(.items).start()
        #expect(shown.value.contains { $0.contains("api.test/get") })
        #expect(shown.value.contains("idle"))
        let mocks: [Mock.Route] = [
            .on(.get, "/get", .json(echo))
        ]
        let transport =
            MockingTransport(clock: world.clock, mocks)
        let mocked = Network(environment: .httpbin, transport: transport, clock: world.clock)
        #expect(mocked.send(.items, decoding: .jsonValue).record(on: world.clock).values.count == 1)
    }

    @Test func requestsAreStoredAndReplayed() throws {  // F-55, F-56
        let network = Network(transport: StubTransport(.status(.ok)), clock: TestScheduler())
        let directory = FileManager.default.temporaryDirectory.appending(path: "outbox-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: directory) }
        let journal = try RequestJournal(directory, over: network)
        let replay = journal.replay()
        #expect(replay.record().isTerminated)
    }

    @Test func aCacheIsADecoratorOfATransport() {
        let networks = [
            Network(transport: CachingTransport())
        ]
        #expect(networks.map(\.activity.count.value) == [0])
    }

    @Test @MainActor func responsesAreBoundToViews() {  // F-60
        let stub = StubTransport(.json(#"["a"]"#))
        let network = Network(environment: .httpbin, transport: stub, clock: TestScheduler())
        let model = Loaded<[String]>()
        model.load(network.send(.items, as: [String].self).map(\.parsedData))
        #expect(model.value == ["a"])
    }
}
