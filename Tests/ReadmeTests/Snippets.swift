import Foundation
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

private struct Vault: Sendable {
    func token() throws -> String { "Bearer secret" }
}

private let vault = Vault()
private let endpoint = TodoEndpoint(id: 1)
private let image = Data()

private func sending() {
    let network = Network()

    let handle = network.send(TodoEndpoint(id: 1), as: Todo.self)
        .startWithResult { result in
            switch result {
            case .success(let response): print(response.parsedData.title, response.responseHeaders["ETag"] ?? "")
            case .failure(let error): print(error)
            }
        }

    handle.dispose()

    let headers = network.send(TodoEndpoint(id: 1))
    let text = network.send(TodoEndpoint(id: 1), parse: { String(data: $0, encoding: .utf8) })
    _ = (headers, text)
}

private func building() -> Request {
    let request = RequestBuilder(.post, "https://api.example.com/todos")
        .authorization(.bearer("token"))
        .header("X-Client", "docs")
        .json(Todo(id: 2, title: "Write"))
        .build()
    return request
}

private func authorizing() {
    _ = RequestBuilder(endpoint: endpoint).authorization(.basic(username: "ape", password: "group"))
    _ = RequestBuilder(endpoint: endpoint).authorization(.custom("Token token=ASDFASDFASDF12345"))
    _ = RequestBuilder(endpoint: endpoint).authorization(Authorization("vault") { _ in try vault.token() })
}

private func filling() {
    _ = RequestBuilder(endpoint: endpoint).json(["key": "value", "list": [1, 2]] as [String: Any])
    _ = RequestBuilder(endpoint: endpoint).text("plain text")
    _ = RequestBuilder(endpoint: endpoint).data(image, contentType: .imagePng)
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

private func streaming(_ endpoint: TodoEndpoint, _ lines: AsyncStream<String>) {
    _ = RequestBuilder(endpoint: endpoint).file(URL(filePath: "/var/log/today.log"), contentType: .textPlain)
    _ = RequestBuilder(endpoint: endpoint).body(.stream { lines.map { Data("\($0)\n".utf8) } })
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

    network.events.observeValues { print($0) }
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
    let todo = try await network.send(TodoEndpoint(id: 1), as: Todo.self).value().parsedData

    for try await title in titles(of: [1, 2, 3]).values() { print(title) }
    _ = todo
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
        .addHeader(("CustomKey", "CustomValue"))
        .setBody(json: ["key": "value"] as [String: Any])
        .build()

    network.send(apeRequest, scheduler: UIScheduler(), abortAfter: 5, maxRetries: 2) { (data: Data) -> Todo? in
        try? JSONDecoder().decode(Todo.self, from: data)
    }
    .on(value: { response in print(response.parsedData) })
    .start()
}
