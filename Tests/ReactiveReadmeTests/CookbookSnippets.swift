import Dispatch
import Foundation
import ReactiveNetworking
import ReactiveOAuth

// Every block of Swift in the article "Cookbook" stands here, or in `Snippets.swift`, so that it compiles.
// `ReadmeTests` compares them.

private struct Filter: Encodable {
    var isDone = false
}

private let todo = Todo(id: 1, title: "Write")
private let filter = Filter()

private func sign(_ url: URL) throws -> String { url.path }

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

private struct TodoPage: Decodable {
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

func pages(from page: Int = 1) -> SignalProducer<[Todo], Network.OperationError> {
    api.send(.todos(page: page), as: [Todo].self)
        .map(\.parsedData)
        .flatMap(.concat) { todos -> SignalProducer<[Todo], Network.OperationError> in
            todos.isEmpty ? .empty : SignalProducer(value: todos).concat(pages(from: page + 1))
        }
}

func titles(of ids: [Int]) -> SignalProducer<[String], Network.OperationError> {
    SignalProducer(ids)
        .promoteError(Network.OperationError.self)
        .flatMap(.concurrent(limit: 4)) { id in network.send(TodoEndpoint(id: id), as: Todo.self) }
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
