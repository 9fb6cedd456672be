import ReactiveNetworking
import ReactiveTesting

enum DeadlineLesson: Lesson {
    static let title = "A deadline that cuts a silent server"
    static let introduction =
        "The server accepts the connection, reads the request, and stays silent. The deadline is 0.75 s."
    static let code = #"""
        do {
            _ = try await network.send(request, abortAfter: .milliseconds(750)).value()
        } catch {
            Lessons.fact("error", Terminal.styled("\(error)", .red))
        }
        """#

    static func run(on server: LoopbackServer) async throws {
        server.on("/silent", .silent)
        let network = Network()
        let journal = Journal(of: network)
        let request = RequestBuilder(.get, server.url("/silent")).build()

        do {
            _ = try await network.send(request, abortAfter: .milliseconds(750)).value()
        } catch {
            Lessons.fact("error", Terminal.styled("\(error)", .red))
        }
        let wasHungUp = await server.peerClosed(within: .seconds(600))
        Lessons.fact("server", wasHungUp ? "noticed the disconnection" : "still waiting")
        for events in await journal.operations {
            Diagram(rows: [events.attemptsRow, events.operationRow("send")]).print()
        }
    }
}
