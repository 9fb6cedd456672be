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
        let steps = Locked<[(String, String)]>([])

        let ownQueue = QueueScheduler(name: "service")
        ownQueue.queue.setSpecific(key: place, value: "the service's own queue")
        DispatchQueue.main.setSpecific(key: place, value: "the main queue")
        for scheduler in [UIScheduler(), ownQueue] as [any Scheduler] {
            _ =
                try await network
                .send(request, scheduler: scheduler) { data -> Int in
                    steps.withLock { $0.append(("parse", currentPlace())) }
                    return data.count
                }
                .on(value: { _ in steps.withLock { $0.append(("value", currentPlace())) } })
                .value()
        }
        for (what, place) in steps.withLock({ $0 }) { print("  " + what.column(8), place) }
        print("\n  transport ──▶ parse (pool) ──▶ value (your scheduler)")
    }

    private static let place = DispatchSpecificKey<String>()

    private static func currentPlace() -> String {
        DispatchQueue.getSpecific(key: place) ?? "the pool of threads"
    }
}
