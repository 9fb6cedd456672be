import ReactiveDiagnostics
import ReactiveNetworking
import ReactiveTesting

enum WaterfallLesson: Lesson {
    static let title = "A session as a waterfall"
    static let introduction =
        "A recorder observes a network. Its record can become text, an SVG picture, or an HTTP archive (HAR)."
    static let code = #"""
        let network = Network(configuration: Network.Configuration(retryPolicy: policy))
        let recorder = SessionRecorder(network)
        await send(to: server, over: network)
        let text = recorder.record.text(width: 40)
        for line in text.split(separator: "\n") { print("   \(line)") }
        """#

    static func run(on server: LoopbackServer) async throws {
        let pause = Duration.milliseconds(100)
        server.on("/report", .chunked([.init("one", after: pause), .init("two", after: pause)]))
        server.on("/flaky", .status(503).delayed(by: pause), .text("ok").delayed(by: pause))
        server.on("/stuck", .status(503), .silent)
        let backoff = Backoff.exponential(base: .milliseconds(200))
        let policy = RetryPolicy(backoff: backoff, RetryPolicy.standard.decision)
        let network = Network(configuration: Network.Configuration(retryPolicy: policy))
        let recorder = SessionRecorder(network)
        await send(to: server, over: network)
        let text = recorder.record.text(width: 40)
        for line in text.split(separator: "\n") { print("   \(line)") }
    }

    /// Sends three requests at once, the last one with a deadline.
    private static func send(to server: LoopbackServer, over network: Network) async {
        let deadlines: [(String, Duration?)] = [("/report", nil), ("/flaky", nil), ("/stuck", .milliseconds(600))]
        _ = await SignalProducer(deadlines)
            .flatMap(.merge) { path, deadline in
                network.send(RequestBuilder(.get, server.url(path)).build(), abortAfter: deadline)
                    .flatMapError { _ in SignalProducer<HTTP.Headers, Never>.empty }
            }
            .collect()
            .firstValue()
    }
}
