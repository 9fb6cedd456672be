import Foundation
import ReactiveDiagnostics
import ReactiveNetworking
import ReactiveTesting
import Testing

// Every block of Swift in the README stands here, so that it compiles. `ReadmeTests` compares the two.

struct Todo: Codable, Sendable {
    var id: Int
    var title: String
}

struct TodoEndpoint: Endpoint {
    var id: Int
    var httpMethod: HTTP.Method { .get }
    var absoluteUrl: String { "https://api.example.com/todos/\(id)" }
}

extension Network.Environment {
    static let live = Network.Environment("https://api.example.com/v1")
    static let local = Network.Environment(scheme: "http", host: "localhost", port: 8080)
}

extension Endpoint where Self == Route {
    static var todos: Route { Route(.get, "/todos") }
    static func create(_ title: String) -> Route { Route(.post, "/todos", parameters: ["title": title]) }
}

private struct Vault: Sendable {
    func token() throws -> String { "Bearer secret" }
    func unlock() async throws {}
}

private struct Session: Sendable {
    func end() {}
}

private struct Hash {
    private(set) var byteCount = 0
    mutating func update(data: Data) { byteCount += data.count }
}

private struct APIError: Decodable, Sendable {
    var message: String
}

private enum ShopError: Error {
    case unpaid
}

private let vault = Vault()
private let session = Session()
private let endpoint = TodoEndpoint(id: 1)
private let image = Data()

private func trace() -> String { "1" }

private func describing() {
    let environment = MutableProperty(Network.Environment.live)
    let app = Network(
        environment: environment,
        configuration: Network.Configuration(headers: ["Accept": "application/json"], abortAfter: .seconds(30))
    )

    app.send(.todos, as: [Todo].self).start()
    app.send(.create("Write")).start()
    environment.value = .local
}

private func sending() async throws {
    let network = Network()

    let handle = network.send(TodoEndpoint(id: 1), as: Todo.self)
        .startWithResult { result in
            switch result {
            case .success(let response): print(response.parsedData.title, response.responseHeaders["ETag"] ?? "")
            case .failure(let error): print(error)
            }
        }

    handle.dispose()

    let todo = try await network.send(TodoEndpoint(id: 1), as: Todo.self).value().parsedData
    _ = todo
}

private func building() -> Request {
    let request = RequestBuilder(.post, "https://api.example.com/todos")
        .authorization(.bearer("token"))
        .header("X-Client", "docs")
        .query(["notify": true])
        .json(Todo(id: 2, title: "Write"))
        .build()
    return request
}

private func filling(_ until: String?, _ lines: AsyncStream<String>) {
    _ = RequestBuilder(.get, "/todos").parameters(["page": 2, "tags": ["a", "b"], "until": until])
    _ = RequestBuilder(.post, "/todos").form(["title": "Write", "done": false])

    _ = RequestBuilder(endpoint: endpoint).json(["key": "value", "list": [1, 2]] as [String: Any])
    _ = RequestBuilder(endpoint: endpoint).text("plain text")
    _ = RequestBuilder(endpoint: endpoint).data(image, contentType: .imagePng)
    _ = RequestBuilder(endpoint: endpoint).file(URL(filePath: "/var/log/today.log"), contentType: .textPlain)
    _ = RequestBuilder(endpoint: endpoint).body(.stream { lines.map { Data("\($0)\n".utf8) } })

    _ = RequestBuilder(.post, "/posts").multipart([
        .value("caption", "hi"),
        .data("image", image, fileName: "image.png", contentType: .imagePng),
        .file("movie", URL(filePath: "/movies/holiday.mp4")),
    ])
}

private func decoding(_ network: Network, _ request: Request) {
    let todos = network.send(request, decoding: .json([Todo].self, at: "data.items"))
    let text = network.send(request, decoding: .text())
    let loose = network.send(request, decoding: .jsonValue)
    let titles = network.send(request, decoding: .json([Todo].self).map { $0.map(\.title) })
    _ = (todos, text, loose, titles)

    let checked = RequestBuilder(.get, "https://api.example.com/cart")
        .validating(.json)
        .validating(.problems([402: ShopError.unpaid]))
        .build()

    network.send(checked, as: Todo.self, failingWith: APIError.self)
        .startWithFailed { failure in print(failure.body?.message ?? "\(failure.error)") }
}

private func transferring(_ network: Network, _ request: Request, _ downloads: URL) async throws {
    network.download(request, to: .directory(downloads).uniquingName().resumable())
        .startWithResult { result in
            switch result {
            case .success(.progress(let progress)): print(progress)
            case .success(.value(let file)): print(file.url)
            case .failure(let error): print(error)
            }
        }

    var hash = Hash()
    for try await bytes in try await network.byteStream(request) { hash.update(data: bytes) }
}

private func authorizing(_ network: Network, _ file: URL) {
    let keeper = TokenRefresher(store: FileTokenStore(file)) { old in
        let request = RequestBuilder(.post, "https://api.example.com/token").json(["refresh": old?.refresh]).build()
        return try await network.send(request, as: AccessToken.self).value().parsedData
    }
    let authorized = Network(configuration: Network.Configuration(authorization: .refreshing(keeper)))

    _ = RequestBuilder(endpoint: endpoint).authorization(.basic(username: "ape", password: "group"))
    _ = RequestBuilder(endpoint: endpoint).authorization(.digest(username: "ape", password: "group"))
    _ = RequestBuilder(endpoint: endpoint).authorization(Authorization("vault") { _ in try vault.token() })
    _ = authorized
}

private func hooking() {
    let hooks = Hooks()
        .gate { request in try await vault.unlock() }
        .layer(Hooks.Transform(preparedRequest: { try $0.header("X-Trace", trace()) }))
        .interceptor { { attempt in attempt.response?.status == .conflict ? .retry(after: .seconds(1)) : .proceed } }
    let hooked = Network(hooks: hooks)
    _ = hooked
}

private func queueing(_ network: Network, _ request: Request) {
    let queue = RequestQueue(.limited(4), onFailure: .cancelAll)
    queue.events.observeValues { print($0) }

    network.send(request).queued(on: queue, priority: .high).start()
    queue.suspend()
}

private func mocking(_ fixtures: URL) {
    let mocked = Network(
        transport: MockingTransport([
            .on(.get, "/todos", .file(fixtures.appending(path: "todos.json"))),
            .on(.get, "/todos/:id") { _, values in .json(["id": values["id"]]) },
            .on(.post, "/todos", .status(.created).delayed(by: .milliseconds(300) ... .seconds(2))),
        ])
    )
    _ = mocked
}

private func handling(_ network: Network, _ request: Request) {
    network.send(request, as: Todo.self)
        .on(
            failed: { error in
                switch error {
                case .unexpectedResponseCode(let code, let body): print(code, body?.count ?? 0)
                case .requestFailure(let error): print("no response:", error)
                case .timedOut(let limit, let phase, let attempts, let lastFailure):
                    print("\(limit) were not enough: \(phase), attempt \(attempts)", lastFailure ?? "")
                case .parseFailure(let cause): print("not a Todo:", cause)
                case .missingData: print("no body")
                case .invalidResponseType: print("not HTTP")
                }
            },
            value: { response in print(response.parsedData) }
        )
        .start()
}

private func retrying(_ network: Network, _ request: Request) {
    network.send(request, maxRetries: 2).start()

    let patient = Network(
        retryPolicy: RetryPolicy(backoff: .constant(.seconds(5))) { failure in
            if case .unexpectedResponseCode(.tooManyRequests, _) = failure.error {
                .retry
            } else {
                .stop(.notTransient)
            }
        }
    )
    _ = patient
}

private func aborting(_ network: Network, _ request: Request) {
    network.send(request, abortAfter: .milliseconds(250)).start()
}

private func scheduling(_ network: Network, _ request: Request) {
    network.send(request, scheduler: QueueScheduler(name: "service")).start()

    let backend = Network(scheduler: QueueScheduler(name: "backend"))
    _ = backend
}

#if os(Linux)
    private func pinning() throws {
        var configuration = CurlTransport.Configuration()
        configuration.maxConnectionsPerHost = 16
        configuration.tls.trust = .systemAndFile("/etc/ssl/internal-ca.pem")
        configuration.tls.pins = [
            try PinPolicy(
                host: "api.example.com",
                .publicKey(sha256: "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="),
                backup: .publicKey(sha256: "YLh1dUR9y6Kja30RrAn7JKnbQG/uEtLMkBgFF2Fuihg=")
            )
        ]
        let pinned = Network(transport: try CurlTransport(configuration))
        _ = pinned
    }
#endif

private func observing(_ network: Network) {
    network.activity.isActive.producer
        .observe(on: UIScheduler())
        .startWithValues { isActive in print(isActive ? "busy" : "idle") }

    network.log(to: .console, level: .info)
    network.reports.filter { $0.status == .unauthorized }.observeValues { _ in session.end() }
}

private func recording(_ network: Network, _ request: Request, _ archive: URL) throws {
    print(try request.curlCommand(redactedBy: nil))

    let recorder = SessionRecorder(network)
    // … some operations later
    print(recorder.record.text())
    try recorder.record.har().write(to: archive)
}

private let network = Network()

func titles(of ids: [Int]) -> SignalProducer<[String], Network.OperationError> {
    SignalProducer(ids)
        .promoteError(Network.OperationError.self)
        .flatMap(.concurrent(limit: 4)) { id in network.send(TodoEndpoint(id: id), as: Todo.self) }
        .map(\.parsedData.title)
        .collect()
}

private func awaiting() async throws {
    for try await list in titles(of: [1, 2, 3]).values() { print(list) }
}

@Suite struct VirtualTimeSnippet {
    @Test func tenSecondsPassInNoTime() {

        let clock = TestScheduler()
        let server = StubTransport(.fail(.connectionLost), .json(#"{"id": 1, "title": "Ape"}"#), clock: clock)
        let service = Network(transport: server, clock: clock)

        let events = service.send(TodoEndpoint(id: 1), as: Todo.self).map(\.parsedData.title).record(on: clock)
        clock.advance(by: .seconds(10))

        #expect(events.all == [.value(at: .seconds(1), "Ape"), .completed(at: .seconds(1))])
        #expect(server.times == [.zero, .seconds(1)])
        #expect(clock.scheduledCount == 0)
    }
}

private func migrating() throws {
    let apeRequest = try ApeRequestBuilder(endpoint: endpoint)
        .setAuthorizationHeader(username: "ape", password: "group")
        .setBody(json: ["key": "value"] as [String: Any])
        .build()

    network.send(apeRequest, scheduler: UIScheduler(), abortAfter: 5, maxRetries: 2) { (data: Data) -> Todo? in
        try? JSONDecoder().decode(Todo.self, from: data)
    }
    .start()
}
