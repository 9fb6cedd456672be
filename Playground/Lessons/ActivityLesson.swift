import ReactiveNetworking
import ReactiveTesting

enum ActivityLesson: Lesson {
    static let title = "The activity counter around parallel requests"
    static let introduction =
        "Four parallel requests of different duration. The counter is a property that an indicator can bind to."
    static let code = """
        let network = Network()
        let counts = Locked<[(Duration, Int)]>([])
        network.activity.count.producer.startWithValues { count in
            counts.withLock { $0.append((timings.now, count)) }
        }
        """

    static func run(on server: LoopbackServer) async throws {
        let timings = Timings()
        let network = Network()
        let counts = Locked<[(Duration, Int)]>([])
        network.activity.count.producer.startWithValues { count in
            counts.withLock { $0.append((timings.now, count)) }
        }

        let paths = [100, 200, 300, 400].map { milliseconds in
            let path = "/\(milliseconds)-ms"
            server.on(path, LoopbackServer.Reply.text("ok").delayed(by: .milliseconds(milliseconds)))
            return path
        }
        _ = try await SignalProducer(paths)
            .promoteError(Network.OperationError.self)
            .flatMap(.merge) { path in
                timings.measured(path, network.send(RequestBuilder(.get, server.url(path)).build()))
            }
            .collect()
            .value()

        for (time, count) in counts.withLock({ $0 }) {
            let dots = Terminal.styled(String(repeating: "●", count: count), .yellow)
            print("  \(time.column)  count \(count)" + (count > 0 ? "  " + dots : ""))
        }
        Diagram(rows: timings.rows).print()
    }
}
