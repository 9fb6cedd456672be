import Dispatch
import Foundation
import Observation
import ReactiveNetworking
import ReactiveOAuth
import ReactiveStreams

// Every block of Swift in the article "Cookbook" stands here, or in `Snippets.swift`, so that it compiles.
// `ReadmeTests` compares them.

nonisolated private struct Filter: Encodable {
    var isDone = false
}

private let todo = Todo(id: 1, title: "Write")
private let filter = Filter()

nonisolated private func sign(_ url: URL) throws -> String { url.path }

private func decoding() {
    var configuration = Network.Configuration()
    configuration.decoder = {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        decoder.dateDecodingStrategy = .iso8601
        return decoder
    }
    let snakeCase = Network(configuration: configuration)
    _ = snakeCase
}

private func decodingOnce() {
    let todo = network.send(TodoEndpoint(id: 1), as: Todo.self, decoder: { JSONDecoder() })
    _ = todo
}

private func encoding() {
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.dateEncodingStrategy = .iso8601
    let create = RequestBuilder(.post, "https://api.example.com/todos").json(todo, encoder: encoder).build()
    let search = Route(.get, "/todos", parameters: Parameters(encoding: filter, with: encoder))
    _ = (create, search)
}

private func encodingByDefault() {
    var configuration = Network.Configuration()
    configuration.encoder = {
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.dateEncodingStrategy = .iso8601
        return encoder
    }
    _ = configuration
}

private func unwrapping() {
    let items = network.send(request, decoding: .json([Todo].self, at: "data.items"))
    let titles = network.send(request, decoding: .json([Todo].self).map { $0.map(\.title) })
    _ = (items, titles)
}

func refreshed(_ todo: Todo, _ etag: String) async throws -> (todo: Todo, etag: String?) {
    let request = RequestBuilder(endpoint: TodoEndpoint(id: todo.id))
        .header("If-None-Match", etag)
        .acceptedCodes([.ok, .notModified])
        .build()
    let response = try await network.send(request, as: Todo?.self).value()
    guard response.statusCode != .notModified, let changed = response.parsedData else { return (todo, etag) }
    return (changed, response.responseHeaders["ETag"])
}

func existing(_ id: Int) async throws -> Todo? {
    do {
        return try await network.send(TodoEndpoint(id: id), as: Todo.self).value().parsedData
    } catch Network.OperationError.unexpectedResponseCode(.notFound, _) {
        return nil
    }
}

nonisolated private struct TodoPage: Decodable {
    var items: [Todo]
    var next: String?
}

private func following() async throws {
    for try await page in network.pages(of: request, as: [Todo].self).values() {
        print(page.parsedData.count)
        if page.parsedData.contains(where: { $0.title == "Write" }) { break }
    }
}

private func followingACursor() {
    let cursor = network.pages(of: request, as: TodoPage.self, next: .url { $0.parsedData.next })
        .take(first: 3)
        .flatMap(.concat) { SignalProducer<Todo, Network.OperationError>($0.parsedData.items) }
    _ = cursor
}

private func looping() async throws {
    var page = 1
    while true {
        let todos = try await api.send(.todos(page: page), as: [Todo].self).value().parsedData
        if todos.isEmpty { break }
        print(todos.count)
        page += 1
    }
}

nonisolated func pages(of api: Network, from page: Int = 1) -> SignalProducer<[Todo], Network.OperationError> {
    api.send(Route(.get, "/todos", parameters: ["page": page]), as: [Todo].self)
        .map(\.parsedData)
        .flatMap(.concat) { todos -> SignalProducer<[Todo], Network.OperationError> in
            todos.isEmpty ? .empty : SignalProducer(value: todos).concat(pages(of: api, from: page + 1))
        }
}

func titles(of ids: [Int]) -> SignalProducer<[String], Network.OperationError> {
    SignalProducer(ids)
        .promoteError(Network.OperationError.self)
        .flatMap(.concurrent(limit: 4)) { [network] id in network.send(TodoEndpoint(id: id), as: Todo.self) }
        .map(\.parsedData.title)
        .collect()
}

#if os(Linux)
    private func connecting(_ secret: String) throws {
        var cookies = SocketTransport.Configuration()
        cookies.cookies = .file("/var/lib/app/cookies.txt")
        let remembering = Network(transport: try SocketTransport(cookies))

        var proxied = SocketTransport.Configuration()
        proxied.proxy = .server(
            url: "http://proxy.internal:3128",
            credentials: SocketTransport.Proxy.Credentials(user: "app", password: secret),
            exceptions: ["internal"]
        )
        let behindProxy = Network(transport: try SocketTransport(proxied))
        _ = (remembering, behindProxy)
    }

    private func identifying() throws {
        var secured = SocketTransport.Configuration()
        secured.tls.clientCertificate = TLSPolicy.ClientCertificate(
            certificatePath: "/etc/app/client.pem",
            keyPath: "/etc/app/client.key"
        )
        secured.connectTimeout = .seconds(5)
        secured.stallTimeout = .seconds(20)
        let identified = Network(transport: try SocketTransport(secured))
        _ = identified
    }

    private func connectingLocally() throws {
        var local = SocketTransport.Configuration()
        local.unixSocketPath = "/var/run/docker.sock"
        let docker = Network(transport: try SocketTransport(local), environment: Network.Environment("http://docker"))
        let version = docker.send(Route(.get, "/version"), decoding: .jsonValue)
        _ = version
    }
#endif

let backend = Network(scheduler: QueueScheduler(name: "backend"))

func handle(_ id: Int) async throws -> Todo {
    try await Deadline.withLimit(.seconds(2), on: QueueScheduler.shared) {
        try await backend.send(TodoEndpoint(id: id), as: Todo.self).value().parsedData
    }
}

private func retrying() {
    var policy = RetryPolicy.standard.jittered()
    policy.budget = RetryBudget()
    let resilient = Network(configuration: Network.Configuration(retryPolicy: policy))
    _ = resilient
}

private func blocking() {
    switch network.send(TodoEndpoint(id: 1), as: Todo.self).first() {
    case .success(let response): print(response.parsedData.title)
    case .failure(let error): print(error)
    case nil: print("interrupted")
    }
}

func run() async throws {
    let work = Task { try await network.send(TodoEndpoint(id: 1), as: Todo.self).value().parsedData }
    signal(SIGINT, SIG_IGN)
    let interrupt = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
    interrupt.setEventHandler { work.cancel() }
    interrupt.resume()
    defer { interrupt.cancel() }
    print(try await work.value)
}

private func loggingIn(_ file: URL, _ redirect: URL) async throws {
    func open(_ url: URL) {}
    let server = try OAuth.Server(
        authorizationEndpoint: "https://login.example.com/authorize",
        tokenEndpoint: "https://login.example.com/token"
    )
    let oauth = OAuth(server: server, client: .public(id: "todos"))
    let tokens = TokenRefresher(oauth, over: network, store: FileTokenStore(file))
    let login = try oauth.authorizationRequest(redirectURI: "com.example.todos:/login", scopes: ["read"])
    open(login.url)

    let code = try login.code(from: redirect)
    tokens.replaceToken(with: try await oauth.exchange(code, over: network).value().token)
}

func isSessionOver(_ error: Network.OperationError) -> Bool { error.isLoggedOut }

private func authorizing(_ file: URL, _ user: String, _ password: String) async throws {
    let environment = Network.Environment(
        "https://api.example.com/v1",
        configuration: Network.Configuration(authorization: .basic(username: "ape", password: "group"))
    )

    let refresher = TokenRefresher(store: FileTokenStore(file)) { old in
        let request = RequestBuilder(.post, "https://api.example.com/token").json(["refresh": old?.refresh]).build()
        return try await network.send(request, as: AccessToken.self).value().parsedData
    }
    let authorized = Network(configuration: Network.Configuration(authorization: .refreshing(refresher)))

    let login = RequestBuilder(.post, "https://api.example.com/login")
        .form(["user": user, "password": password])
        .build()
    refresher.replaceToken(with: try await network.send(login, as: AccessToken.self).value().parsedData)
    refresher.replaceToken(with: nil)

    let signature = Authorization("signature") { request in "Signature \(try sign(request.url))" }
    let signed = RequestBuilder(endpoint: TodoEndpoint(id: 1)).authorization(signature).build()
    _ = (environment, authorized, signed)
}

nonisolated struct Problem: Decodable, Sendable {
    var title: String
}

func titleOrProblem(_ id: Int) async throws -> String {
    do {
        return try await network.response(for: TodoEndpoint(id: id), as: Todo.self, failingWith: Problem.self)
            .parsedData.title
    } catch let failure as Network.ErrorWithBody<Problem> {
        return failure.body?.title ?? "\(failure.error)"
    }
}

private func ignoringBodies() async throws {
    let deletion = Route(.delete, "https://api.example.com/todos/1")
    let response = try await network.response(for: deletion)
    print(response.statusCode, response.responseHeaders["ETag"] ?? "no ETag")
    network.send(deletion, as: Void.self).startWithResult { result in print(result) }
}

private func sendingBodies(_ image: Data, _ video: URL) {
    let json = Route(.post, "/todos", json: Todo(id: 2, title: "Write"))
    let bytes = Route(.put, "/todos/1/image", body: .data(image, contentType: "image/png"))
    let text = Route(.post, "/notes", body: .text("Buy milk"))
    let file = Route(.put, "/todos/1/video", body: .file(video, contentType: "video/mp4"))
    _ = (json, bytes, text, file)
}

private func searching() {
    let found = RequestBuilder(.post, "https://api.example.com/search").json(filter).repeatable().build()
    _ = found
}

nonisolated struct Query<Variables: Encodable & Sendable>: Encodable, Sendable {
    var query: String
    var variables: Variables
}

nonisolated struct Answer<Model: Decodable & Sendable>: Decodable, Sendable {
    var data: Model?
    var errors: [Problem]?

    struct Problem: Decodable, Error {
        var message: String
    }

    func model() throws -> Model {
        if let problem = errors?.first { throw problem }
        guard let data else { throw Problem(message: "no data") }
        return data
    }
}

nonisolated struct TodoData: Decodable, Sendable {
    var todo: Todo
}

func todo(_ id: Int) -> SignalProducer<Network.DataResponse<Todo>, Network.OperationError> {
    let query = Query(query: "query($id: Int!) { todo(id: $id) { id title } }", variables: ["id": id])
    let request = RequestBuilder(.post, "https://api.example.com/graphql").json(query).repeatable().build()
    return network.send(request, decoding: .json(Answer<TodoData>.self).map { try $0.model().todo })
}

nonisolated struct Subscription: Encodable, Sendable {
    var symbol: String
}

nonisolated struct Quote: Decodable, Sendable {
    var price: Double
}

func quotes(_ symbol: String) -> SignalProducer<Quote, Network.OperationError> {
    let backoff = Backoff.exponential(base: .seconds(1), cap: .seconds(60), jitter: .full)
    return network.webSocket(Route(.get, "wss://example.com/quotes"))
        .flatMap(.latest) { socket in
            socket.send(json: Subscription(symbol: symbol))
                .then(socket.messages(as: Quote.self))
                .mapError { Network.OperationError.requestFailure(error: $0) }
        }
        .retry(when: { $0.cause(as: DecodingFailure.self) == nil }, backoff: backoff, on: QueueScheduler.shared)
}

@MainActor @Observable final class TodosModel {
    private(set) var todos: [Todo] = []
    private(set) var problem: String?
    private let network: Network

    init(_ network: Network) { self.network = network }

    func load() async {
        do {
            todos = try await network.response(for: Route(.get, "/todos"), as: [Todo].self).parsedData
            problem = nil
        } catch is CancellationError {
            // The view has gone, or the user has logged out.
        } catch {
            problem = "\(error)"
        }
    }
}

func logOut(_ tokens: TokenRefresher) {
    network.cancelAll()
    tokens.replaceToken(with: nil)
}
