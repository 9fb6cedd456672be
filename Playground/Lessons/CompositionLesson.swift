import ReactiveNetworking
import ReactiveTesting

enum CompositionLesson: Lesson {
    static let title = "Requests that depend on another response"
    static let introduction = "One response lists three numbers; flatMap(.merge) sends a request for each at once."
    static let code = #"""
        let titles = try await fetch("/list", as: [Int].self)
            .flatMap(.concat) { SignalProducer($0).promoteError(Network.OperationError.self) }
            .flatMap(.merge) { fetch("/todos/\($0)", as: String.self) }
            .collect()
            .value()
        """#

    static func run(on server: LoopbackServer) async throws {
        let latency = Duration.milliseconds(60)
        server.on("/list", LoopbackServer.Reply.json("[3, 1, 2]").delayed(by: latency))
        server.on("/todos/*") { request in .json(#""todo \#(request.path.suffix(1))""#).delayed(by: latency) }
        let network = Network()
        let timings = Timings()

        @Sendable func fetch<Model: Decodable & Sendable>(
            _ path: String,
            as type: Model.Type
        ) -> SignalProducer<Model, Network.OperationError> {
            timings.measured(path, network.send(Request(.get, server.url(path)), as: type).map(\.parsedData))
        }

        let titles = try await fetch("/list", as: [Int].self)
            .flatMap(.concat) { SignalProducer($0).promoteError(Network.OperationError.self) }
            .flatMap(.merge) { fetch("/todos/\($0)", as: String.self) }
            .collect()
            .value()

        Lessons.fact("titles", titles.sorted().joined(separator: ", "))
        Diagram(rows: timings.rows).print()
    }
}
