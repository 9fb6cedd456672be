import ReactiveNetworking
import ReactiveTesting

enum ActivityLesson: Lesson {
    static let title = "The activity counter around parallel requests"
    static let introduction =
        "Four requests of different length at once. The counter is a property; an indicator binds to it."

    static func run(on server: LoopbackServer) async throws {
        let network = Network()
        let begun = ContinuousClock.now
        let counts = Locked<[(Duration, Int)]>([])
        network.activity.count.producer.startWithValues { count in
            counts.withLock { $0.append((begun.duration(to: .now), count)) }
        }

        let requests = [100, 200, 300, 400].map { milliseconds in
            server.on("/\(milliseconds)", LoopbackServer.Reply.text("ok").delayed(by: .milliseconds(milliseconds)))
            return RequestBuilder(.get, server.url("/\(milliseconds)")).build()
        }
        _ = try await SignalProducer(requests)
            .promoteError(Network.OperationError.self)
            .flatMap(.merge) { network.send($0) }
            .collect()
            .value()

        for (time, count) in counts.withLock({ $0 }) {
            print("  \(time.text)  \(count)  \(Terminal.styled(String(repeating: "●", count: count), .cyan))")
        }
    }
}
