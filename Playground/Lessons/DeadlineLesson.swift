import ReactiveNetworking
import ReactiveTesting

enum DeadlineLesson: Lesson {
    static let title = "A deadline that cuts a silent server"
    static let introduction =
        "The server accepts, reads the request and says nothing. abortAfter is 0.75 s, for everything."

    static func run(on server: LoopbackServer) async throws {
        server.on("/silent", .silent)
        let network = Network()
        let request = RequestBuilder(.get, server.url("/silent")).build()
        let begun = ContinuousClock.now

        do {
            _ = try await network.send(request, abortAfter: .milliseconds(750)).value()
        } catch {
            print("  \(begun.duration(to: .now).text)  \(Terminal.styled("\(error)", .red))")
        }
        let wasHungUp = await server.peerClosed(within: .seconds(5))
        print("\n  send  " + String(repeating: "─", count: 30) + Terminal.styled("x", .red))
        print("        the server \(wasHungUp ? "saw the connection go" : "still waits")")
    }
}
