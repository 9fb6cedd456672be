import Foundation
import ReactiveCache
import ReactiveNetworking
import ReactiveOffline
import ReactiveTesting
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
    import ReactiveTestSupport
    import ReactiveURLSession
#endif

private struct Board: Codable, Equatable, Sendable {
    var title: String
}

extension Network.Environment {
    fileprivate static let sharkywaters = Network.Environment("http://sharkywaters.com/api/")
}

extension Endpoint where Self == Route {
    fileprivate static var boards: Route { Route(.get, "boards") }
    fileprivate static var newBoard: Route { Route(.post, "boards", parameters: ["title": "Reef"]) }
}

private let base = "http://sharkywaters.com/api/"
private let boardsJSON = #"[{"title":"Reef"}]"#
private let png = Data("png".utf8)

/// The tables of the article; ``ComingFromTests`` looks for their lines here.
@Suite struct ComingFromMalibuTests {
    @Test func requestsAreDescribed() {  // F-01, F-02, F-64, C-29
        let title = "Reef"
        let world = EnvironmentNetwork(.json("[]"), base: base)
        let routes = [
            Route(.get, "boards"),
            Route(.post, "boards", parameters: ["title": title]),
            Route(.get, "boards", configuration: Network.Configuration(cachePolicy: .reloadIgnoringLocal)),
        ]
        for route in routes { world.network.send(route).start() }
        #expect(world.sent == ["GET", "POST", "GET"].map { "\($0) http://sharkywaters.com/api/boards" })
        #expect(world.stub.requests[1].body == Data(#"{"title":"Reef"}"#.utf8))
        #expect(world.stub.requests.map(\.cachePolicy) == [nil, nil, .reloadIgnoringLocal])
    }

    @Test func networksAreCreated() throws {  // F-04, F-53, F-64, F-65
        _ = Network(environment: .sharkywaters)
        _ = Network(environment: .sharkywaters, transport: URLSessionTransport(configuration: .ephemeral))
        _ = Network.shared.send(Route(.get, "http://sharkywaters.com/api/boards"))
        let network = Network(clock: TestScheduler())
        _ = BackgroundTransfers(identifier: "boards", over: network) { print($0) }
        let configuration =
            Network.Configuration(headers: ["Accept": "application/json"])
        let environment =
            Network.Environment("http://sharkywaters.com/api/", configuration: configuration)
        let request = RequestBuilder(.get, "boards").environment(environment).build()
        #expect(try request.prepared().headers["Accept"] == "application/json")
        #expect(try request.prepared().url.absoluteString == "http://sharkywaters.com/api/boards")
    }

    @Test func contentsAreEncoded() throws {  // F-07 to F-12, F-69, C-37
        let xml = Data("<board/>".utf8)
        let board = Board(title: "Reef")
        let builder = RequestBuilder(.post, "boards").environment(.sharkywaters)
        let etag = #""1""#
        let builders = [
            builder
                .query(["page": 2]),
            builder
                .form(["title": "Reef"]),
            builder
                .json(["title": "Reef"]),
            builder
                .multipart([.value("title", "Reef"), .data("image", png, contentType: .imagePng)]),
            builder
                .data(xml, contentType: .applicationXml),
            builder
                .header("If-None-Match", etag)
                .acceptedCodes([.ok, .notModified]),
        ]
        let prepared = try builders.map { try $0.build().prepared() }
        let types = prepared.map { $0.headers["Content-Type"]?.prefix { $0 != ";" } }
        #expect(
            types == [
                nil, "application/x-www-form-urlencoded", "application/json", "multipart/form-data", "application/xml",
                nil,
            ]
        )
        #expect(prepared[0].url.query() == "page=2")
        #expect(prepared[5].headers["If-None-Match"] == etag)

        var encoders = Body.Encoders()
        encoders[.applicationXml] = { value in Data("<board>\(value)</board>".utf8) }
        let encoded =
            builder
            .encoded(board, as: .applicationXml)
        let world = EnvironmentNetwork(.status(.ok), configuration: Network.Configuration(encoders: encoders))
        world.network.send(encoded.build()).start()
        #expect(world.lastBody.contains("title: \"Reef\""))
    }

    @Test func requestsAreAuthorized() {  // F-18, C-03, C-05
        let configurations = [
            Network.Configuration(authorization: .basic(username: "malibu", password: "surfingparadise")),
            Network.Configuration(authorization: .bearer("token")),
            Network.Configuration(authorization: .custom("Token token=ASDFASDFASDF12345")),
        ]
        let sent = configurations.map { configuration in
            let world = EnvironmentNetwork(.status(.ok), configuration: configuration)
            world.network.send(.boards).start()
            return world.lastHeader("Authorization")
        }
        #expect(
            sent == ["Basic bWFsaWJ1OnN1cmZpbmdwYXJhZGlzZQ==", "Bearer token", "Token token=ASDFASDFASDF12345"]
        )
    }

    @Test func hooksChangeRequestsAndResponses() async throws {  // F-21, F-22
        struct Vault {
            let key = "pearl"
            func unlock() async throws {}
        }
        let vault = Vault()
        let hooks = [
            Hooks().transform(request: { $0.adding(headers: ["X-Board": "short"]) }),
            Hooks().transform(preparedRequest: { try $0.header("X-Host", $0.url.host() ?? "") }),
            Hooks().gate { _ in try await vault.unlock() },
            Hooks().transform(requestAfterGates: { $0.adding(headers: ["X-Key": vault.key]) }),
        ]
        var sent: [HTTP.Headers?] = []
        for hooks in hooks {
            let stub = StubTransport(.status(.ok))
            let network = Network(
                configuration: Network.Configuration(hooks: hooks),
                transport: stub,
                scheduler: ImmediateScheduler()
            )
            _ = try await network.send(.get("http://sharkywaters.com"), abortAfter: .patience).value()
            sent.append(stub.requests.last?.headers)
        }
        #expect(sent.map { $0?["X-Board"] } == ["short", nil, nil, nil])
        #expect(sent.map { $0?["X-Key"] } == [nil, nil, nil, "pearl"])
        #expect(sent.map { $0?["X-Host"] } == [nil, "sharkywaters.com", nil, nil])
    }

    @Test func operationsAreQueued() {  // F-44 to F-48
        let world = EnvironmentNetwork(.status(.ok).delayed(by: .seconds(1)), base: base)
        let network = world.network
        let queues = [
            RequestQueue(.serial),
            RequestQueue(.limited(4)),
            RequestQueue(.unlimited),
        ]
        for queue in queues {
            let start =
                network.send(.boards).queued(on: queue)
                .start()
            start.dispose()
            network.send(.boards).queued(on: queue).start()
            queue.cancelAll()
        }
        network.send(.boards).start()
        network.cancelAll()
        world.clock.run()
        #expect(world.stub.cancelledCount == 7)
    }

    @Test func uploadsReportProgress() {  // F-14, F-15, C-37
        let world = EnvironmentNetwork(.status(.ok))
        let network = world.network
        let uploads = [
            network.upload(Route(.post, "boards", body: .data(png))),
            network.upload(Route(.post, "boards", body: .multipart([.value("title", "Reef")]))),
        ]
        for upload in uploads { #expect(upload.onlyValue().record(on: world.clock).values.count == 1) }
        #expect(world.stub.requests.first?.body == png)
        #expect(world.lastBody.contains("Reef"))
    }

    @Test func responsesAreDecoded() {  // F-35 to F-40, F-62, F-68
        let world = EnvironmentNetwork(.json(boardsJSON), base: base)
        let network = world.network
        #expect(
            network.send(.boards, decoding: .data)
                .record().values.map(\.parsedData) == [Data(boardsJSON.utf8)]
        )
        #expect(
            network.send(.boards, decoding: .text())
                .record().values.map(\.parsedData) == [boardsJSON]
        )
        #expect(
            network.send(.boards, decoding: .array)
                .record().values.map(\.parsedData) == [[["title": "Reef"]]]
        )
        let boards =
            network.send(.boards, as: [Board].self)
        let log = Locked<[String]>([])
        @Sendable func say(_ text: String) { log.withLock { $0.append(text) } }
        let titles =
            boards.map(\.parsedData[0].title)
        titles.start(onSuccess: { say($0) }, onFailure: { say("\($0)") })
        boards.on(terminated: { say("over") }).start()
        let shared =
            boards.replayLazily(upTo: 1)
        #expect(shared.record().values.count + shared.record().values.count == 2)
        #expect(world.stub.requests.count == 6)
        #expect(log.value == ["Reef", "over"])
        let object = EnvironmentNetwork(.json(#"{"title":"Test"}"#), base: base)
        let dictionary = object.network
            .send(.boards, decoding: .dictionary)
        #expect(dictionary.record().values.first?.parsedData["title"] == "Test")
    }

    @Test func aTaskAwaitsTheResponse() async throws {  // F-62
        let stub = StubTransport(.json(boardsJSON))
        let network = Network(
            environment: .sharkywaters,
            configuration: .patient,
            transport: stub,
            scheduler: ImmediateScheduler()
        )
        let boards =
            try await network.send(.boards, as: [Board].self).value().parsedData
        #expect(boards == [Board(title: "Reef")])
    }

    @Test func responsesAreValidated() {  // F-30 to F-32, C-45, C-47
        struct Sunk: Error {}
        let builder = RequestBuilder(.get, "http://sharkywaters.com/api/boards").header("Accept", "application/json")
        let requests = [
            builder
                .validating(.acceptHeader),
            builder
                .acceptedCodes([.ok]),
            builder
                .acceptedCodes(AcceptedCodes(200..<300)),
            builder
                .validating(.contentTypes(.applicationJson)),
            builder
                .validating { if $0.data.isEmpty { throw Sunk() } else { return .standard } },
        ]
        func passes(_ reply: StubTransport.Reply) -> [Bool] {
            requests.map { builder in
                let world = VirtualNetwork(reply, retryPolicy: .never)
                return world.network.send(builder.build()).record(on: world.clock).values.count == 1
            }
        }
        #expect(passes(.json("[]")) == [true, true, true, true, true])
        #expect(passes(.json("[]", status: .created)) == [true, false, true, true, true])
        #expect(passes(.text("sea")) == [false, true, true, false, true])
        #expect(passes(.status(.notFound)) == [false, false, false, false, false])
    }

    @Test func mocksAnswerAndOperationsAreLogged() async throws {  // F-50, F-52, C-51
        try await withFile(Data(boardsJSON.utf8), named: "boards.json") { file in
            let clock = TestScheduler()
            let lines = Locked<[String]>([])
            @Sendable func show(_ line: String) { lines.withLock { $0.append(line) } }
            let routes: [Mock.Route] = [
                .on(.get, "/api/boards", .file(file)),
                .on(.get, "/api/boards/:id", .json(["title": "Test"])),
                .on(nil, "/api/*", .status(.notFound).delayed(by: .seconds(1))),
            ]
            let transport =
                MockingTransport(otherwise: .failure, clock: clock, routes)
            let network = Network(environment: .sharkywaters, transport: transport, clock: clock)
            network.log(to: Log.Sink { show($0) }, level: .verbose)
            #expect(network.send(.boards, as: [Board].self).record(on: clock).values.count == 1)
            let one = network.send(Route(.get, "boards/1"), decoding: .dictionary).record(on: clock)
            #expect(one.values.first?.parsedData["title"] == "Test")
            let lost = network.send(Route(.post, "seas"), maxRetries: 0).record(on: clock)
            clock.run()
            #expect(lost.all.last?.time == .seconds(1))
            #expect(lines.value.contains { $0.contains("/api/boards/1") })
            network.log(level: .verbose)
            network.log(level: .info)
            network.log(showing: [.prettyBodies, .curl])
        }
    }

    @Test func requestsAreStoredAndReplayed() throws {  // F-55, F-56
        let network = Network(
            environment: .sharkywaters,
            configuration: Network.Configuration(maxRetries: 0),
            transport: StubTransport(.failure(.offline), .status(.created)),
            clock: TestScheduler()
        )
        let directory = FileManager.default.temporaryDirectory.appending(path: "outbox-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: directory) }
        let journal = try RequestJournal(directory, over: network)
        let board = network.send(.newBoard).stored(in: journal, Route.newBoard)
        #expect(board.record().values.isEmpty)
        #expect(journal.entries.map(\.url) == ["boards"])
        let isOnline = MutableProperty(true)
        let replay = journal.replay()
        #expect(replay.record().values.count == 1)
        let replays = journal.replay(whenever: isOnline.producer.filter { $0 })
        #expect(replays.record().values.isEmpty)
        let strict = RequestJournal.Configuration(judge: .offlineOnly)
        #expect(strict.judge(.missingData) == .discard)
    }

    @Test func storedResponsesHaveAnAge() {  // H33
        let aged = Network.Configuration(cacheLifetime: .atMost(.seconds(3_600)))
        #expect(aged.cacheLifetime == .atMost(.seconds(3_600)))
    }

    @Test func aCacheIsADecoratorOfATransport() {
        let networks = [
            Network(transport: CachingTransport())
        ]
        #expect(networks.map(\.activity.count.value) == [0])
    }
}
