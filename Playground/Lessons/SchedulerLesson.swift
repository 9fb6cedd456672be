import Dispatch
import ReactiveNetworking
import ReactiveTesting

enum SchedulerLesson: Lesson {
    static let title = "A scheduler hop"
    static let introduction =
        "Parsing runs on a thread pool. Callbacks use the main queue; code that awaits does not depend on it."
    static let code = #"""
        let parsing = Decoding<Void>.custom { _ in note("parsed on \(currentPlace())") }
        let hop = network.send(request, decoding: parsing, scheduler: scheduler)
            .on(value: { _ in note("delivered on \(currentPlace())") })
            .map { _ in }
            .flatMapError { _ in SignalProducer<Void, Never>.empty }
        """#

    static func run(on server: LoopbackServer) async throws {
        server.on("/hop", .text("hop"))
        let network = Network()
        let request = RequestBuilder(.get, server.url("/hop")).build()
        let ownQueue = QueueScheduler(name: "service")
        ownQueue.queue.setSpecific(key: place, value: "your own queue")
        DispatchQueue.main.setSpecific(key: place, value: "the main queue")

        func show(_ name: String, on scheduler: (any Scheduler)?, _ wait: (SignalProducer<Void, Never>) async -> Void)
            async
        {
            let hops = Locked<[String]>([])
            @Sendable func note(_ text: String) { hops.withLock { $0.append(text) } }
            let parsing = Decoding<Void>.custom { _ in note("parsed on \(currentPlace())") }
            let hop = network.send(request, decoding: parsing, scheduler: scheduler)
                .on(value: { _ in note("delivered on \(currentPlace())") })
                .map { _ in }
                .flatMapError { _ in SignalProducer<Void, Never>.empty }
            await wait(hop)
            Lessons.fact(name, hops.withLock { $0 }.joined(separator: " ──▶ "))
        }

        await show("callback", on: nil) { hop in
            await withCheckedContinuation { continuation in hop.startWithCompleted { continuation.resume() } }
        }
        await show("await", on: nil) { hop in _ = await hop.firstValue() }
        await show("named", on: ownQueue) { hop in _ = await hop.firstValue() }
    }

    private static let place = DispatchSpecificKey<String>()

    private static func currentPlace() -> String {
        DispatchQueue.getSpecific(key: place) ?? "the pool of threads"
    }
}
