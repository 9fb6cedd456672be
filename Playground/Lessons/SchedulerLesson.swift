import Dispatch
import ReactiveNetworking
import ReactiveTesting

enum SchedulerLesson: Lesson {
    static let title = "A scheduler hop"
    static let introduction =
        "Parsing runs on a pool of threads; events arrive where you say, the main queue by default."

    static func run(on server: LoopbackServer) async throws {
        server.on("/hop", .text("hop"))
        let network = Network()
        let request = RequestBuilder(.get, server.url("/hop")).build()
        let ownQueue = QueueScheduler(name: "service")
        ownQueue.queue.setSpecific(key: place, value: "your own queue")
        DispatchQueue.main.setSpecific(key: place, value: "the main queue")

        for (name, scheduler) in [("default", nil), ("named", ownQueue)] as [(String, (any Scheduler)?)] {
            let hops = Locked<[String]>([])
            _ = try await network.send(request, scheduler: scheduler) { data -> Int in
                hops.withLock { $0.append("parsed on \(currentPlace())") }
                return data.count
            }
            .on(value: { _ in hops.withLock { $0.append("delivered on \(currentPlace())") } })
            .value()
            Lessons.fact(name, hops.withLock { $0 }.joined(separator: " ──▶ "))
        }
    }

    private static let place = DispatchSpecificKey<String>()

    private static func currentPlace() -> String {
        DispatchQueue.getSpecific(key: place) ?? "the pool of threads"
    }
}
