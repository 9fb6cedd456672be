import ReactiveNetworking
import ReactiveTesting

enum CancellationLesson: Lesson {
    static let title = "Cancellation"
    static let introduction =
        "Disposing of the start ends it in `interrupted`, never in an error, and hangs up at once."

    static func run(on server: LoopbackServer) async throws {
        server.on("/slow", .silent)
        let network = Network(transport: URLSessionTransport.shared, scheduler: ImmediateScheduler())
        let events = network.send(RequestBuilder(.get, server.url("/slow")).build()).record()
        _ = await server.received(count: 1, within: .seconds(5))
        print("  the server has the request; operations running: \(network.activity.count.value)")

        events.dispose()

        let wasHungUp = await server.peerClosed(within: .seconds(5))
        print("  disposed                 ; operations running: \(network.activity.count.value)")
        print("  events: \(events.all.map { "\($0.event)" }.joined(separator: " "))")
        print("  the server \(wasHungUp ? "saw the connection go" : "still waits")")
        print("\n  send  ──────\(Terminal.styled("⊘", .yellow))")
    }
}
