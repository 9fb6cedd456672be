import Foundation
import ReactiveMedia
import ReactiveNetworking
import ReactiveReachability
import ReactiveTestSupport
import ReactiveTesting
import ReactiveURLSession
import Testing

private struct TodoRecord: Decodable, Sendable {
    var id: Int
    var todoTitle: String
}

private struct APIError: Decodable, Sendable {
    var statusCode: String
}

extension Todo {
    fileprivate init(_ record: TodoRecord) { self.init(id: record.id, title: record.todoTitle) }
}

extension Network.Environment {
    fileprivate static let local = Network.Environment(scheme: "http", host: "localhost", port: 8080, pathPrefix: "v1")
    fileprivate static let live = Network.Environment("https://myweb.com/api")
}

extension Endpoint where Self == Route {
    fileprivate static var list: Route { Route(.get, "todos") }
    fileprivate static func remove(_ id: Int) -> Route { Route(.delete, "todos/\(id)") }
}

private func snakeCase() -> JSONDecoder {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return decoder
}

/// The tables of the article; ``ComingFromTests`` looks for their lines here.
@Suite struct ComingFromTermiNetworkTests {
    @Test func environmentsAreSwitched() {  // F-01, F-02, F-28, C-63
        let stub = StubTransport(.status(.ok))
        let environment = MutableProperty(Network.Environment.local)
        let network =
            Network(environment: environment, transport: stub, scheduler: ImmediateScheduler())
        network.send(.list).start()
        environment.value = .live
        network.send(.list).start()
        let patient =
            Route(.get, "todos", configuration: Network.Configuration(abortAfter: .seconds(12)))
        network.send(patient).start()
        network.send(.remove(1)).start()
        let urls = ["http://localhost:8080/v1/todos", "https://myweb.com/api/todos", "https://myweb.com/api/todos"]
        #expect(stub.requests.map(\.url.absoluteString) == urls + ["https://myweb.com/api/todos/1"])
        _ = Network(environment: .live)
        _ = Network(environment: environment)
    }

    @Test func configurationsHoldCommonSettings() throws {  // F-04 to F-06, F-27, C-13, C-25
        let configurations = [
            Network.Configuration(headers: ["x-auth": "abcdef1234"]),
            Network.Configuration(parameterEncoding: .form),
            Network.Configuration(parameterStyle: Parameters.Style(bools: .words)),
            Network.Configuration(abortAfter: .seconds(32), cachePolicy: .returnCachedElseLoad),
            Network.Configuration(decoder: { snakeCase() }),
        ]
        let merged = configurations.reduce(Network.Configuration()) { $0.overridden(by: $1) }
        let world = EnvironmentNetwork(.json(#"{"id":1,"todo_title":"Ape"}"#), configuration: merged)
        let post =
            Route(.post, "todos", parameters: ["title": "Go shopping.", "done": true])
        let answer = world.network.send(post, as: TodoRecord.self).record(on: world.clock)
        #expect(answer.values.map(\.parsedData.todoTitle) == ["Ape"])
        #expect(world.lastBody == "done=true&title=Go%20shopping.")
        #expect(world.lastHeader("X-Auth") == "abcdef1234")
        #expect(world.stub.requests.last?.cachePolicy == .returnCachedElseLoad)
        let file = URL(filePath: "/tmp/todo.png")
        let data = Data("png".utf8)
        let multipart = Multipart([
            .value("title", "Go shopping."),
            .data("image", data, fileName: "image.png", contentType: .imagePng),
            .file("image", file),
        ])
        #expect(multipart.parts.count == 3)
    }

    @Test func requestsCanBeSentWithoutARepository() throws {  // F-51, C-59
        let logs = [
            Network.Configuration(logging: Log.Settings(.verbose)),
            Network.Configuration(logging: Log.Settings(.verbose, showing: .prettyBodies)),
        ]
        #expect(logs[0] != logs[1])
        let request =
            RequestBuilder(.post, "https://myweb.com/api/todos").form(["title": "Go shopping."]).build()
        let command =
            try request.curlCommand()
        #expect(command.hasPrefix("curl https://myweb.com/api/todos"))
        #expect(command.contains("-d 'title=Go%20shopping.'"))
    }

    @Test func responsesAreDecoded() {  // F-38 to F-40, F-62
        let world = EnvironmentNetwork(.json("[\(todoJSON)]"))
        let network = world.network
        let titles = Locked<[String]>([])
        @Sendable func show(_ text: String) { titles.withLock { $0.append(text) } }
        let list =
            network.send(.list, as: [Todo].self)
        list.start(onSuccess: { show($0.parsedData[0].title) }, onFailure: { show("\($0)") })
        let data =
            network
            .send(.list, decoding: .data)
        let text =
            network
            .send(.list, decoding: .text())
        #expect(data.record().values.count + text.record().values.count == 2)
        #expect(titles.value == ["Ape"])

        let records = EnvironmentNetwork(.json(#"[{"id":1,"todoTitle":"Ape"}]"#))
        let todos: Decoding<[Todo]> = .json([TodoRecord].self).map { $0.map(Todo.init) }
        let models = records.network
            .send(.list, decoding: todos)
        #expect(models.record().values.map(\.parsedData) == [[Todo(id: 1, title: "Ape")]])
    }

    @Test func errorResponsesAreDecoded() {  // F-41, F-66, C-65
        let refusing = EnvironmentNetwork(
            .json(#"{"status_code":"401"}"#, status: .unauthorized),
            configuration: Network.Configuration(decoder: { snakeCase() })
        )
        let explained = refusing.network
            .send(.list, as: [Todo].self, failingWith: .json(APIError.self))
        #expect(explained.record().failure?.body?.statusCode == "401")
        let statuses = Locked<[HTTP.StatusCode?]>([])
        @Sendable func show(_ status: HTTP.StatusCode?) { statuses.withLock { $0.append(status) } }
        refusing.network
            .reports.observeValues { show($0.status) }
        refusing.network.send(.list).start()
        #expect(statuses.value == [.unauthorized])
    }

    @Test func tasksAwaitResponses() async throws {  // F-16, F-44, F-62, C-67
        let folder = try Folder()
        let file = folder.url.appending(path: "todos.json")
        let stub = StubTransport(.json("[\(todoJSON)]"))
        let network = Network(
            environment: .live,
            configuration: .patient,
            transport: stub,
            scheduler: ImmediateScheduler()
        )
        let todos =
            try await network.send(.list, as: [Todo].self).value().parsedData
        #expect(todos.count == 1)
        let saved =
            try await network.download(.list, to: .file(file).replacing()).onlyValue().value()
        #expect(saved.byteCount == 27)
        #expect(folder.names == ["todos.json"])
    }

    @Test func transfersReportProgress() throws {  // F-14 to F-17
        let folder = try Folder()
        let file = folder.url.appending(path: "todos.json")
        let world = EnvironmentNetwork(.status(.ok, headers: ["Content-Length": "3"], body: Data("abc".utf8)))
        let network = world.network
        let fractions = Locked<[Double]>([])
        @Sendable func show(_ fraction: Double) { fractions.withLock { $0.append(fraction) } }
        let download =
            network.download(.list, to: .file(file))
        let start =
            download.onlyProgress().startWithResult { if case .success(let now) = $0 { show(now.fraction ?? 0) } }
        #expect(fractions.value.last == 1)
        #expect(folder.names == ["todos.json"])
        start.dispose()
        let upload =
            network.upload(Route(.put, "todos", body: .file(file)), decoding: .json(Todo.self))
        #expect(upload.record(on: world.clock).failure?.cause(as: DecodingFailure.self) != nil)
        let invalid = network.download(.list, to: .file(URL(filePath: ""))).record(on: world.clock)
        #expect(invalid.failure?.cause(as: TransferError.self) != nil)
    }

    @Test func hooksChangeRequestsAndResponses() {  // F-22 to F-24
        let log = Locked<[String]>([])
        @Sendable func say(_ text: String) { log.withLock { $0.append(text) } }
        @Sendable func checked(_ head: ResponseHead) throws -> ResponseHead {
            say("\(head.status)")
            return head
        }
        let hooks = [
            Hooks().transform(request: { $0.adding(parameters: ["page": 1]) }),
            Hooks().transform(preparedRequest: { try $0.header("X-Host", $0.url.host() ?? "") }),
            Hooks().transform(body: { body, _ in Data(body.reversed()) }),
            Hooks().transform(head: { try checked($0) }),
        ]
        let texts = hooks.map { hooks in
            let world = EnvironmentNetwork(.text("abc"), hooks: hooks)
            let events = world.network.send(.list, decoding: .text()).record(on: world.clock)
            say("\(world.sent[0].suffix(6)) \(world.lastHeader("X-Host") ?? "-")")
            return events.values.map(\.parsedData)
        }
        #expect(texts == [["abc"], ["abc"], ["cba"], ["abc"]])
        #expect(log.value == ["page=1 -", "/todos api.test", "/todos -", "200 OK", "/todos -"])
    }

    @Test func interceptorsRetryRequests() async throws {  // F-24
        let stub = StubTransport(.status(.conflict), .status(.ok))
        let hooks =
            Hooks().interceptor { { $0.error == nil ? .proceed : .retry(after: .milliseconds(100)) } }
        let network = Network(
            environment: .live,
            configuration: Network.Configuration(hooks: hooks),
            transport: stub,
            scheduler: ImmediateScheduler()
        )
        _ = try await network.send(.list, abortAfter: .patience).value()
        #expect(stub.requests.count == 2)

        let pending = Data("pending".utf8)
        let more = [
            Hooks().interceptor { { $0.body == pending ? .retry(after: .seconds(1)) : .proceed } },
            Hooks().interceptor { { $0.number == 5 ? .retryIn(.live, after: .zero) : .retry(after: .zero) } },
        ]
        let answers = [StubTransport.Reply.text("pending"), .text("done")]
        for (hooks, count) in zip(more, [2, 11]) {
            let stub = StubTransport(script: answers)
            let network = Network(
                environment: .local,
                configuration: Network.Configuration(hooks: hooks),
                transport: stub,
                scheduler: ImmediateScheduler()
            )
            _ = try await network.send(.list, abortAfter: .patience).value()
            #expect(stub.requests.count == count)
            #expect(stub.requests.last?.url.host() == (count == 2 ? "localhost" : "myweb.com"))
        }
    }

    @Test func queuesReportTheirEvents() {  // F-45 to F-48, C-61
        let world = EnvironmentNetwork(.status(.ok), .status(.notFound))
        let network = world.network
        let queue =
            RequestQueue(.limited(4), onFailure: .cancelAll)
        let events = Locked<[RequestQueue.Event]>([])
        @Sendable func show(_ event: RequestQueue.Event) { events.withLock { $0.append(event) } }
        queue.events.observeValues { show($0) }
        let begun = Locked<[String]>([])
        @Sendable func show(_ url: String) { begun.withLock { $0.append(url) } }
        queue.beginnings.observeValues { show($0.request.url) }
        let reports = Locked<[RequestQueue.Report]>([])
        @Sendable func show(_ outcome: RequestQueue.Report) { reports.withLock { $0.append(outcome) } }
        queue.reports.observeValues { show($0) }
        queue.suspend()
        for id in 1...3 {
            network.send(.remove(id), maxRetries: 0).queued(on: queue).start()
        }
        network.send(.list).queued(on: queue, priority: .high).start()
        queue.resume()
        world.clock.run()
        #expect(world.sent.first == "GET http://api.test/todos")
        #expect(reports.value.map { $0.request?.url } == ["todos", "todos/1"].map { "http://api.test/\($0)" })
        #expect(events.value.first == .beforeAll)
        #expect(events.value.last == .afterAll(anyFailed: true))
    }

    @Test func theStateOfTheNetworkIsAProperty() {  // F-58
        let isOffline = Reachability.shared.isOffline
        #expect(isOffline.value == (Reachability.shared.status.value == .offline))
    }

    @Test func pinsAndMocksAreConfigured() async throws {  // F-50, F-52, F-57, C-53
        let next = try PinPolicy.Pin(.certificate, sha256: Data(repeating: 8, count: 32))
        let folder = try Folder()
        let file = folder.url.appending(path: "myweb.der")
        try SampleCertificate.der.write(to: file)
        let pins =
            try PinPolicy(host: "myweb.com", PinPolicy.Pin(.certificate, ofCertificateIn: file), backup: next)
        #if os(Linux)
            var configuration = SocketTransport.Configuration()
            configuration.tls.pins = [pins]
            configuration.cookies = .inMemory
        #endif
        _ = Network(environment: .live, transport: URLSessionTransport(configuration: .ephemeral, pins: [pins]))
        try await withFile(Data("[\(todoJSON)]".utf8), named: "todos.json") { file in
            let clock = TestScheduler()
            let mocks: [Mock.Route] = [
                .on(.get, "/api/todos", .file(file).delayed(by: .seconds(1) ... .seconds(2))),
                .on(.get, "/api/headers", .text("").header("HTTP_CUSTOM_HEADER", "yo man!!!!")),
            ]
            let mocked =
                Route(.get, "todos", configuration: Network.Configuration(mocks: mocks))
            #expect(mocked != Route(.get, "todos"))
            let network =
                Network(environment: .live, transport: MockingTransport(clock: clock, mocks), clock: clock)
            let events = network.send(.list, as: [Todo].self).record(on: clock)
            clock.run()
            _ = Network(environment: .live, transport: MockingTransport(otherwise: .platform))
            let headers = network.send(Route(.get, "headers")).record(on: clock)
            #expect(headers.values.first?["HTTP_CUSTOM_HEADER"] == "yo man!!!!")
            #expect(events.all.first.map { .seconds(1) ... .seconds(2) ~= $0.time } == true)
            network.log(level: .verbose)
            network.log(level: .verbose, showing: .curl)
            #expect(network.activity.count.value == 0)
        }
    }

    @Test @MainActor func imagesAreShownInSlots() {  // F-59, F-60
        let network = Network(transport: StubTransport(.text("photo")), clock: TestScheduler())
        let decoding = MediaDecoding { data, _ in String(decoding: data, as: UTF8.self) }
        let images = MediaLoader(network: network, decoding: decoding)
        let photo = Request.get()
        let slot = MediaSlot(loader: images)
        slot.request = photo
        #expect(slot.content.value.media == "photo")
    }
}
