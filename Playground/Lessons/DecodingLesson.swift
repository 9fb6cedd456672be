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

    static func run(on server: LoopbackServer) async throws {
        server.on("/todos/1", .json(#"{"id": 1, "title": "Feed the ape"}"#))
        let network = Network()
        let journal = Journal(of: network)

        // value() alone would dispose of the operation at its value; waiting for the completion shows its end in the
        // diagram.
        let response = try await network.send(TodoEndpoint(absoluteUrl: server.url("/todos/1")), as: Todo.self)
            .take(last: 1)
            .value()

        Lessons.fact("status", response.statusCode)
        Lessons.fact("header", "Content-Type: \(response.responseHeaders["Content-Type"] ?? "-")")
        Lessons.fact("body", String(decoding: response.rawData, as: UTF8.self))
        Lessons.fact("model", "id \(response.parsedData.id), title \"\(response.parsedData.title)\"")
        Diagram(rows: await journal.operations.map { $0.operationRow("send") }).print()
    }
}
