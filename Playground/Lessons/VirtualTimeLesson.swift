import ReactiveNetworking
import ReactiveTesting

enum VirtualTimeLesson: Lesson {
    static let title = "Ten seconds of retries in no time"
    static let introduction = "The same network on a TestScheduler: time passes only when the lesson advances it."
    static let code = """
        let stub = StubTransport(.failure(.cannotConnect), clock: clock)
        let network = Network(transport: stub, clock: clock)
        let journal = Journal(of: network)
        let events = network.send(RequestBuilder(.get, "http://down.test/").build()).record(on: clock)
        await clock.advance(by: .seconds(10))
        """

    static func run(on server: LoopbackServer) async throws {
        let begun = ContinuousClock.now
        let clock = TestScheduler()
        let stub = StubTransport(.failure(.cannotConnect), clock: clock)
        let network = Network(transport: stub, clock: clock)
        let journal = Journal(of: network)
        let events = network.send(RequestBuilder(.get, "http://down.test/").build()).record(on: clock)
        await clock.advance(by: .seconds(10))

        let elapsed = begun.duration(to: .now)
        await journal.printAttempts()
        print("\n   \(events.all.count) event, \(stub.requests.count) attempts, \(clock.scheduledCount) timers left;")
        print("   10 s of the clock took \(elapsed < .seconds(1) ? "less than 1 s" : elapsed.short) of yours.")
    }
}
