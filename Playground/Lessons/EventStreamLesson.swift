import ReactiveNetworking
import ReactiveStreams
import ReactiveTesting

enum EventStreamLesson: Lesson {
    static let title = "A stream that breaks, comes back, and misses nothing"
    static let introduction =
        "The connection is cut after every third event. The next request names the last one, and the server goes on."
    static let code = """
        let updates = network.eventSourceUpdates(Request(.get, server.url("/scores")))
        for try await update in updates.values() {
            if case .event(let event) = update { received.append(event.data) }
            if case .reconnecting(let delay, let cause) = update { tell(received, delay, cause) }
        }
        """

    static func run(on server: LoopbackServer) async throws {
        server.on("/scores") { reply(after: Int($0.header("Last-Event-ID") ?? "0") ?? 0) }
        let network = Network()
        var received: [String] = []
        let updates = network.eventSourceUpdates(Request(.get, server.url("/scores")))
        for try await update in updates.values() {
            if case .event(let event) = update { received.append(event.data) }
            if case .reconnecting(let delay, let cause) = update { tell(received, delay, cause) }
        }
        for (number, request) in server.requests.enumerated() {
            let id = request.header("Last-Event-ID").map { "Last-Event-ID: \($0)" } ?? "from the beginning"
            Lessons.fact("request \(number + 1)", id)
        }
        Lessons.fact("missed", "\(9 - Set(received).count) of 9")
    }

    private static func tell(_ received: [String], _ delay: Duration, _ cause: TransportError?) {
        Lessons.fact("received", received.joined(separator: " "))
        Lessons.fact("broken", "\(cause?.kind.rawValue ?? "ended"), connects again in \(delay.short)")
    }

    /// Returns three events after the one with this number, without the end of the body; nothing after the ninth.
    private static func reply(after id: Int) -> LoopbackServer.Reply {
        guard id < 9 else { return .status(204) }
        let events = (id + 1...id + 3).map { LoopbackServer.Reply.Chunk("id: \($0)\ndata: goal-\($0)\n\n") }
        return .cutChunks(sending: [.init("retry: 100\n")] + events).header("Content-Type", "text/event-stream")
    }
}
