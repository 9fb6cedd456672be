import Foundation
import ReactiveDiagnostics
import ReactiveNetworking

// Every block of Swift in the README stands here, so that it compiles. `ReadmeTests` compares the two.

nonisolated struct Todo: Codable, Sendable {
    var id: Int
    var title: String
}

nonisolated struct TodoEndpoint: Endpoint {
    var id: Int
    var httpMethod: HTTP.Method { .get }
    var absoluteUrl: String { "https://api.example.com/todos/\(id)" }
}
let network = Network()

private func awaiting() async throws {
    let response = try await network.response(for: TodoEndpoint(id: 1), as: Todo.self)
    print(response.parsedData, response.rawData, response.statusCode, response.responseHeaders["ETag"] ?? "no ETag")
}

private func starting() {
    let start = network.send(TodoEndpoint(id: 1), as: Todo.self)
        .startWithResult { result in
            switch result {
            case .success(let response): print(response.parsedData.title)
            case .failure(let error): print(error)
            }
        }
    start.dispose()
}

@MainActor final class TodoModel {
    private(set) var title = ""

    func load(_ id: Int) {
        network.send(TodoEndpoint(id: id), as: Todo.self)
            .startOnMain(value: { [weak self] in self?.title = $0.parsedData.title }, failed: { print($0) })
    }
}

extension Endpoint where Self == Route {
    static func todos(page: Int) -> Route { Route(.get, "/todos", parameters: ["page": page, "tags": ["a", "b"]]) }
}

let api = Network(environment: Network.Environment("https://api.example.com/v1"))
let todos = api.send(.todos(page: 2), as: [Todo].self)
let request = RequestBuilder(.post, "https://api.example.com/todos")
    .header("X-Client", "docs")
    .authorization(.bearer("token"))
    .json(Todo(id: 2, title: "Write"))
    .build()

private func escaping(_ name: String) {
    let user = Route(.get, "/users/:name", path: ["name": name])
    _ = user
}

private func configuring() {
    var configuration = Network.Configuration(headers: ["Accept": "application/json"], abortAfter: .seconds(30))
    configuration.decoder = {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        decoder.dateDecodingStrategy = .iso8601
        return decoder
    }
    configuration.encoder = {
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        return encoder
    }
    let configured = Network(configuration: configuration)
    _ = configured
}

private func accepting(_ etag: String) {
    let conditional = RequestBuilder(endpoint: TodoEndpoint(id: 1))
        .header("If-None-Match", etag)
        .acceptedCodes([.ok, .notModified])
        .build()
    let changed = network.send(conditional, as: Todo?.self)
    _ = changed
}

// Named in sentences of the README.
private func naming() {
    _ = network.send(request, abortAfter: .seconds(60), maxRetries: 4)
    _ = Network.Configuration(retryPolicy: .standard.jittered())
    _ = Network(scheduler: QueueScheduler(name: "backend"))
}

private func observing() {
    network.log(to: .console, level: .info)
    network.activity.isActive.producer.startOnMain { isActive in print(isActive ? "busy" : "idle") }
}
