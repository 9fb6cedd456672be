import ReactiveNetworking
import ReactiveTesting

private struct Todo: Decodable, Sendable {
    var id: Int
    var title: String
}

private struct TodoEndpoint: Endpoint {
    var absoluteUrl: String
    var httpMethod: HTTP.Method { .get }
}

enum DecodingLesson: Lesson {
    static let title = "A request decoded into a model"
    static let introduction = "An endpoint is a value. Sending it returns a cold producer of one decoded response."
    static let code = #"""
        let endpoint = TodoEndpoint(absoluteUrl: server.url("/todos/1"))
        let todo = network.send(endpoint, as: Todo.self)
        let response = try await todo.take(last: 1).value()
        Lessons.fact("status", response.statusCode)
        Lessons.fact("model", "id \(response.parsedData.id), title \"\(response.parsedData.title)\"")
        """#

    static func run(on server: LoopbackServer) async throws {
        server.on("/todos/1", .json(#"{"id": 1, "title": "Feed the ape"}"#))
        let network = Network()
        let journal = Journal(of: network)

        let endpoint = TodoEndpoint(absoluteUrl: server.url("/todos/1"))
        let todo = network.send(endpoint, as: Todo.self)
        // value() alone would dispose of the operation at its value; waiting for the completion shows its end in the
        // diagram.
        let response = try await todo.take(last: 1).value()

        Lessons.fact("status", response.statusCode)
        Lessons.fact("model", "id \(response.parsedData.id), title \"\(response.parsedData.title)\"")
        Lessons.fact("header", "Content-Type: \(response.responseHeaders["Content-Type"] ?? "-")")
        Lessons.fact("body", String(decoding: response.rawData, as: UTF8.self))
        Diagram(rows: await journal.operations.map { $0.operationRow("send") }).print()
    }
}
