import ReactiveNetworking
import ReactiveTesting

enum CancellationLesson: Lesson {
    static let title = "Cancellation"
    static let introduction =
        "Disposing of the start ends it with `interrupted`, never with an error, and closes the connection at once."
    static let code = #"""
        let events = network.send(RequestBuilder(.get, server.url("/slow")).build()).record()
        _ = await server.received(count: 1, within: .seconds(600))
        Lessons.fact("before", "the server has the request, \(network.activity.count.value) operation is running")
        events.dispose()
        Lessons.fact("after", "\(network.activity.count.value) operations are running")
        """#

    static func run(on server: LoopbackServer) async throws {
        server.on("/slow", .silent)
        let network = Network(scheduler: ImmediateScheduler())
        let journal = Journal(of: network)
        let events = network.send(RequestBuilder(.get, server.url("/slow")).build()).record()
        _ = await server.received(count: 1, within: .seconds(600))
        Lessons.fact("before", "the server has the request, \(network.activity.count.value) operation is running")

        events.dispose()

        Lessons.fact("after", "\(network.activity.count.value) operations are running")
        Lessons.fact("events", events.all.map { "\($0.event)" }.joined(separator: " "))
        let wasHungUp = await server.peerClosed(within: .seconds(600))
        Lessons.fact("server", wasHungUp ? "noticed the disconnection" : "still waiting")
        for events in await journal.operations {
            Diagram(rows: [events.attemptsRow, events.operationRow("send")]).print()
        }
    }
}
