import ReactiveNetworking
import ReactiveTesting

enum QueueLesson: Lesson {
    static let title = "A queue: two at a time, urgent requests first"
    static let introduction =
        "Waiting requests begin by priority. The queue's events are one signal; an invalid request delays no other."
    static let code = """
        queue.suspend()
        for (job, request) in zip(jobs, requests) {
            timings.measured(job.name, network.send(request)).queued(on: queue, priority: job.priority).start()
        }
        queue.resume()
        """

    private static let jobs: [(name: String, duration: Duration, priority: RequestQueue.Priority)] = [
        ("photo 1", .milliseconds(120), .low), ("photo 2", .milliseconds(120), .low),
        ("news", .milliseconds(250), .normal), ("bad URL", .zero, .high), ("login", .milliseconds(100), .veryHigh),
    ]

    static func run(on server: LoopbackServer) async throws {
        let (network, queue, timings) = (Network(), RequestQueue(.limited(2)), Timings())
        let isDone = MutableProperty(false)
        queue.events.observeValues { event in
            tell(event, at: timings.now)
            if case .afterAll = event { isDone.value = true }
        }

        let requests = jobs.enumerated().map { index, job in
            server.on("/\(index)", .text("ok").delayed(by: job.duration))
            return RequestBuilder(.get, job.name == "bad URL" ? "no URL" : server.url("/\(index)")).build()
        }
        // Suspend the queue so that it contains all requests before the first one begins.
        queue.suspend()
        for (job, request) in zip(jobs, requests) {
            timings.measured(job.name, network.send(request)).queued(on: queue, priority: job.priority).start()
        }
        queue.resume()

        _ = await isDone.producer.filter(\.self).firstValue()
        Diagram(rows: timings.rows).print()
    }

    private static func tell(_ event: RequestQueue.Event, at time: Duration) {
        let text =
            switch event {
            case .beforeAll: "the queue begins"
            case .beforeEach(let number): "  \(jobs[number - 1].name) begins"
            case .afterEach(let number, let outcome): "  \(jobs[number - 1].name) has \(outcome)"
            case .afterAll(let anyFailed): anyFailed ? "the queue is idle, something failed" : "the queue is idle"
            }
        print("  \(time.column)  \(text)")
    }
}
