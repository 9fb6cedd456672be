import ReactiveNetworking
import ReactiveTesting

enum RetryingLesson: Lesson {
    static let title = "A flaky endpoint, retried with growing delays"
    static let introduction = "Two responses with 503, then one with 200. The delays double, here beginning at 0.2 s."
    static let code = """
        let backoff = Backoff.exponential(base: .milliseconds(200))
        let policy = RetryPolicy(backoff: backoff, RetryPolicy.standard.decision)
        let network = Network(configuration: Network.Configuration(retryPolicy: policy))
        let request = RequestBuilder(.get, server.url("/flaky")).build()
        let response = network.send(request)
        """

    static func run(on server: LoopbackServer) async throws {
        server.on("/flaky", .status(503), .status(503), .text("at last"))
        let backoff = Backoff.exponential(base: .milliseconds(200))
        let policy = RetryPolicy(backoff: backoff, RetryPolicy.standard.decision)
        let network = Network(configuration: Network.Configuration(retryPolicy: policy))
        let request = RequestBuilder(.get, server.url("/flaky")).build()
        let response = network.send(request)

        let journal = Journal(of: network)
        _ = try await response.take(last: 1).value()

        await journal.printAttempts()
    }
}
