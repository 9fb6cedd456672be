import Foundation
import ReactiveCache
import ReactiveDiagnostics
import ReactiveMedia
import ReactiveNetworking
import ReactiveOffline
import ReactiveReachability
import ReactiveTestSupport
import ReactiveTesting
import Testing

private struct Refusal: Error {}

private final class Listener: OperationDelegate {
    let heard = Locked<[String]>([])
    func operationSucceeded(_ outcome: Network.OperationReport) { heard.withLock { $0.append("ok") } }
    func operationFailed(_ outcome: Network.OperationReport, with error: Network.OperationError) {
        heard.withLock { $0.append("failed") }
    }
}

private let url = "http://api.test/todos"

/// The tables of the article; ``ComingFromTests`` looks for their lines here.
@Suite struct ComingFromSnrlaxTests {
    @Test func parametersAreMergedIntoBodies() throws {  // F-06, F-13, C-27
        let common =
            Network.Configuration(parameters: ["inputted_text": "Hello!", "lang": "en"])
        let world = EnvironmentNetwork(.status(.ok), configuration: common)
        let network = world.network
        let post =
            Route(.post, "/universities", parameters: ["inputted_text": "Hello Kanto!", "universities": [1, 2, 3]])
        network.send(post).start()
        let sent = try JSONValue(parsing: world.lastBody)
        #expect(sent == ["inputted_text": "Hello Kanto!", "lang": "en", "universities": [1, 2, 3]])
        network.send(Route(.get, "/universities")).start()
        #expect(world.stub.requests.last?.body == nil)
        #expect(world.stub.requests.last?.url.query() == "inputted_text=Hello%21&lang=en")
        _ = Network.shared.send(Route(.get, "https://pokeapi.co/api/v2/pokemon"))
    }

    @Test func requestsAreCopied() throws {  // F-10, F-67
        let request =
            RequestBuilder(.post, url).json(["name": "Snorlax"]).build()
        let second =
            request.adding(headers: ["X-Page": "2"], queryParameters: ["page": 2])
        #expect(try second.prepared().url.query() == "page=2")
        #expect(try request.prepared().url.query() == nil)
        let tagged =
            request.adding(userInfo: ["screen": "list"])
        #expect(tagged.userInfo["screen"] as? String == "list")
        let builder =
            RequestBuilder(endpoint: Route(.get, url)).header("X-Page", "2")
        #expect(builder.build().headers["X-Page"] == "2")
        let described = ClientInfo.current.headers
        #expect(described.contains("User-Agent"))
        _ = Network.Configuration(headers: ClientInfo.current.headers)
    }

    @Test func requestsFindTheirCredentials() async throws {  // F-18 to F-20, C-01
        struct Service {
            func token(after old: AccessToken?) async -> AccessToken { AccessToken(access: old == nil ? "old" : "new") }
        }
        let service = Service()
        let options = TokenRefresher.Options.patient
        let refresher = TokenRefresher(options: options) { old in await service.token(after: old) }
        let sources: [Authorization] = [
            .basic(username: "ape", password: "group"),
            .bearer("token"),
            .refreshing(refresher),
            .digest(username: "ape", password: "group"),
            Authorization("clock") { request in "Signed \(request.method)" },
        ]
        var sent: [[String?]] = []
        for source in sources {
            let stub = StubTransport(
                .status(.unauthorized, headers: ["WWW-Authenticate": #"Digest realm="r", nonce="n", qop="auth""#]),
                .status(.ok)
            )
            let network = Network(transport: stub, scheduler: ImmediateScheduler())
            let request = RequestBuilder(.get, "https://example.com").authorization(source).build()
            _ = try? await network.send(request, abortAfter: .patience).value()
            sent.append(stub.requests.map { $0.headers["Authorization"] })
        }
        #expect(sent[0] == ["Basic YXBlOmdyb3Vw"])
        #expect(sent[1] == ["Bearer token"])
        #expect(sent[2] == ["Bearer old", "Bearer new"])
        #expect(sent[3].first == .some(nil))
        #expect(sent[3].last??.hasPrefix("Digest ") == true)
        #expect(sent[4] == ["Signed GET"])
    }

    @Test func failuresAreRetried() {  // F-25, F-26, C-69
        let offline = StubTransport.Reply.failure(.cannotResolveHost)
        let world = VirtualNetwork(offline)
        let network = world.network
        let request = Request.get()
        let events =
            network.send(request, abortAfter: .seconds(60), maxRetries: 4)
        let recorded = events.record(on: world.clock)
        world.clock.run()
        #expect(world.stub.times == [.zero, .seconds(1), .seconds(3), .seconds(7), .seconds(15)])
        #expect(recorded.failure?.cause(as: TransportError.self)?.kind == .cannotResolveHost)
        let policy =
            RetryPolicy(backoff: .constant(.seconds(5))) { $0.response == nil ? .retry : .stop(.notTransient) }
        let constant = VirtualNetwork(offline, retryPolicy: policy)
        constant.network.send(request, maxRetries: 1).start()
        constant.clock.run()
        #expect(constant.stub.times == [.zero, .seconds(5)])
    }

    @Test func observersAreNotified() {  // F-62, F-66, F-68
        let world = EnvironmentNetwork(.json(todoJSON), .status(.notFound))
        let network = world.network
        let listener = Listener()
        let own = Listener()
        let shown = Locked<[String]>([])
        @Sendable func show(_ text: String) { shown.withLock { $0.append(text) } }
        network.add(listener)
        let request =
            RequestBuilder(.get, url).delegate(own).build()
        let todo =
            network.send(request, as: Todo.self).replayLazily(upTo: 1)
        todo.start(onSuccess: { show($0.parsedData.title) }, onFailure: { show("\($0)") })
        todo.start(onSuccess: { show("again \($0.parsedData.id)") }, onFailure: { show("\($0)") })
        network.reports.observeValues { show($0.status?.description ?? "no status") }
        network.send(request).start()
        network.remove(listener)
        #expect(shown.value == ["Ape", "again 1", "404 Not Found"])
        #expect(listener.heard.value == ["ok", "failed"])
        #expect(own.heard.value == ["ok", "failed"])
        #expect(world.stub.requests.count == 2)
    }

    @Test func theSharedClientIsConfiguredOnce() throws {  // T5
        let common = Network.Configuration(parameters: ["lang": "en"])
        // Other tests use the shared network, too, so that the order is unknown here.
        func configure() throws {
            try Network.configureShared(Network(configuration: common))
        }
        _ = (Network.shared, configure)
    }

    @Test func severalAskersShareARequest() throws {  // F-68
        let world = VirtualNetwork(.json(todoJSON).delayed(by: .seconds(1)))
        let network = world.network
        let request = Request.get()
        let shared = network.send(request, as: Todo.self).share()
        let askers = (1...3).map { _ in shared.record(on: world.clock) }
        world.clock.run()
        #expect(askers.map { $0.values.count } == [1, 1, 1])
        #expect(askers.map { $0.all.last } == Array(repeating: .completed(at: .seconds(1)), count: 3))
        #expect(world.stub.requests.count == 1)
        shared.record(on: world.clock).dispose()
        #expect(world.stub.requests.count == 2)
    }

    @Test func equalRequestsFromAnywhereShareAnExchange() {  // F-68
        let clock = TestScheduler()
        let stub = StubTransport(.json(todoJSON).delayed(by: .seconds(1)), clock: clock)
        let networks = [
            Network(transport: CoalescingTransport(stub))
        ]
        #expect(networks.count == 1)
        let network = Network(transport: CoalescingTransport(stub), clock: clock)
        let askers = (1...3).map { _ in network.send(.get(), as: Todo.self).record(on: clock) }
        clock.run()
        #expect(askers.map { $0.values.map(\.parsedData.id) } == [[1], [1], [1]])
        #expect(stub.requests.count == 1)
    }

    @Test func anArrayIsWrappedAndAListHasPages() {  // F-36, B1
        let world = EnvironmentNetwork(.json("[\(todoJSON)]"), .json("[]"))
        let network = world.network
        let request = Request.get()
        let wrapped = [
            network.send(request, decoding: .dictionary(wrappingArrayIn: "items"))
        ]
        #expect(wrapped[0].record().values.map { $0.parsedData["items"]?[0]?["id"] } == [1])
        let pages = [
            network.pages(of: Route(.get, "/todos"), as: [Todo].self)
        ]
        #expect(pages[0].record().values.count == 1)
        #expect(world.sent.last == "GET http://api.test/todos")
    }

    @Test func storedResponsesAreValidUpToAnAge() {  // H33
        let clock = TestScheduler()
        let stub = StubTransport(
            .text("sea", headers: ["Cache-Control": "max-age=86400", "Content-Type": "text/plain"]),
            clock: clock
        )
        let configurations = [
            Network.Configuration(cacheLifetime: .atMost(.seconds(3_600)))
        ]
        let network = Network(
            configuration: configurations[0],
            transport: CachingTransport(stub, clock: clock),
            clock: clock
        )
        for (hours, count) in [(0, 1), (0, 1), (1, 2), (0, 2)] {
            clock.advance(by: .seconds(3_600 * hours))
            let response = network.send(.get(), decoding: .text()).record(on: clock)
            clock.run()
            #expect(response.values.map(\.parsedData) == ["sea"])
            #expect(stub.requests.count == count)
        }
    }

    @Test func producersAreCombined() {  // F-61, F-63
        let world = EnvironmentNetwork(.json(todoJSON))
        let network = world.network
        let first = network.send(Route(.get, "/todos/1"), as: Todo.self)
        let second = network.send(Route(.get, "/todos/2"), as: Todo.self)
        let both =
            SignalProducer.zip(first, second)
        #expect(both.record().values.count == 1)
        let chain =
            first.flatMap(.latest) { network.send(Route(.get, "/users/\($0.parsedData.id)"), as: Todo.self) }
        #expect(chain.record().values.count == 1)
        let fallback =
            first.flatMapError { _ in second }
        #expect(fallback.record().values.count == 1)
        let all =
            SignalProducer([first, second]).flatten(.concurrent(limit: 2)).map(\.parsedData.title).collect()
        #expect(all.record().values == [["Ape", "Ape"]])
    }

    @Test func responsesAreValidated() {  // F-30 to F-33, F-37
        let builder = RequestBuilder(.get, url)
        let digest = abcSHA256
        let checked =
            RequestBuilder(.get, url).validating(.sha256(digest)).build()
        #expect(VirtualNetwork(.text("abc")).network.send(checked).record().failure == nil)
        #expect(
            VirtualNetwork(.text("abd")).network.send(checked).record().failure?.cause(as: ResponseValidationError.self)
                != nil
        )
        let requests = [
            builder
                .acceptedCodes([.ok, .notFound]),
            builder
                .validating(.problems([402: Refusal()])),
            builder
                .validating { $0.head.status == .unauthorized ? .swallowed : .standard },
        ]
        let ends = zip(requests, [HTTP.StatusCode.notFound, .paymentRequired, .unauthorized]).map { builder, status in
            VirtualNetwork(.text("sea", status: status)).network.send(builder.build(), decoding: .text(.utf8)).record()
        }
        #expect(ends[0].values.map(\.parsedData) == ["sea"])
        #expect(ends[1].failure?.cause(as: ResponseValidationError.self)?.cause is Refusal)
        #expect(ends[2].all == [.interrupted(at: .zero)])
    }

    @Test func transfersAreResumed() throws {  // F-14 to F-17
        let folder = try Folder()
        let world = EnvironmentNetwork(.text("abc"))
        let network = world.network
        let request = Request.get()
        let downloads = folder.url
        let movie = downloads.appending(path: "movie.mp4")
        let download =
            network.download(request, to: .directory(downloads).uniquingName().resumable())
        #expect(download.onlyValue().record(on: world.clock).values.count == 1)
        let upload =
            network.upload(RequestBuilder(.post, url).multipart([.file("movie", movie)]).build())
        #expect(upload.record(on: world.clock).failure?.cause(as: RequestError.self) != nil)
        let bytes =
            network.stream(request).compactMap(\.bytes)
        #expect(bytes.record(on: world.clock).values == [Data("abc".utf8)])
    }

    @Test func operationsAreQueuedAndObserved() throws {  // F-45 to F-51
        let world = EnvironmentNetwork(.status(.ok).delayed(by: .seconds(1)))
        let network = world.network
        let request = Request.get()
        let queue =
            RequestQueue(.serial)
        let recorder = SessionRecorder(network)
        let busy = Locked<[Int]>([])
        @Sendable func show(_ count: Int) { busy.withLock { $0.append(count) } }
        network.activity.count.producer.startWithValues { show($0) }
        network.send(request).queued(on: queue, priority: .veryHigh).start()
        network.send(request).queued(on: queue).start()
        world.clock.run()
        let archive =
            try recorder.record.har()
        let picture =
            recorder.record.svg()
        #expect(try JSONValue(parsing: archive)["log"]?["entries"]?.array?.count == 2)
        #expect(picture.hasPrefix("<svg"))
        #expect(recorder.record.operations.count == 2)
        #expect(busy.value == [0, 1, 0, 1, 0])
        #expect(try request.curlCommand() == "curl http://api.test/todos/1")
        #if os(Linux)
            var configuration = SocketTransport.Configuration()
            configuration.cookies = .file("/var/lib/app/cookies.txt")
            #expect(configuration.cookies != .none)
        #endif
    }

    @Test func theStateOfTheNetworkIsAProperty() {  // F-58
        let status = Reachability.shared.status
        #expect(status === Reachability.shared.status)
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

    @Test @MainActor func mediaIsLoadedAndBound() {  // F-59, F-60
        let network = Network(
            environment: Network.Environment("http://api.test"),
            transport: StubTransport(.text("photo")),
            clock: TestScheduler()
        )
        let decoding = MediaDecoding { data, _ in String(decoding: data, as: UTF8.self) }
        let (photo, thumbnail) = (Request.get("/photo"), Request.get("/thumbnail"))
        let images = MediaLoader(network: network, decoding: decoding)
        let loads = [
            images.load(photo, placeholder: thumbnail)
        ]
        #expect(loads.map { $0.record().values.last?.loaded } == ["photo"])
        let film = [
            network.stream(Route(.get, "/film", headers: ["Range": "bytes=0-65535"]))
        ]
        #expect(film.map { $0.record().values.count } == [2])
        let slot = MediaSlot(loader: images)
        let avatar = MutableProperty<Request?>(nil)
        slot <~ avatar
        let todos = MutableProperty([Todo(id: 1, title: "Ape")])
        let differences = [
            todos.differences(by: \.id)
        ]
        #expect(differences.map { $0.record().values.map(\.insertions) } == [[[0]]])
    }
}
