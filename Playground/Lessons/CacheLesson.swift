import Foundation
import ReactiveCache
import ReactiveNetworking
import ReactiveTesting

enum CacheLesson: Lesson {
    static let title = "A cache: fresh, stale, and confirmed responses"
    static let introduction =
        "One request, repeated in virtual time. A response is fresh for 30 s, and may answer stale for 30 s more."
    static let code = #"""
        let cache = CachingTransport(stub, clock: clock)
        let network = Network(transport: cache, clock: clock)
        let request = RequestBuilder(.get, "http://cached.test/").build()
        let cached = network.send(request, decoding: .text())
        let answers = cached.map { "\($0.parsedData)  \($0.cacheStatus?.description ?? "")" }
        """#

    static func run(on server: LoopbackServer) async throws {
        let clock = TestScheduler()
        let control = "max-age=30, stale-while-revalidate=30"
        let stub = StubTransport(clock: clock) { request, number in
            if number == 1 || number == 2 {
                return .status(.notModified, headers: ["Cache-Control": control]).delayed(by: .seconds(1))
            }
            return .text(
                "version \(number + 1)",
                headers: ["Cache-Control": control, "ETag": "\"\(number)\"", "Content-Type": "text/plain"]
            ).delayed(by: .seconds(1))
        }
        let cache = CachingTransport(stub, clock: clock)
        let network = Network(transport: cache, clock: clock)
        let request = RequestBuilder(.get, "http://cached.test/").build()
        let cached = network.send(request, decoding: .text())
        let answers = cached.map { "\($0.parsedData)  \($0.cacheStatus?.description ?? "")" }
        let lines = Locked<[String]>([])

        var exchanges = 0
        for second in [0, 10, 40, 50, 115, 120] {
            await clock.advance(to: SchedulerInstant(offset: .seconds(second)))
            answers.startWithResult { result in
                guard case .success(let line) = result else { return }
                lines.withLock { $0.append(line) }
            }
            await clock.advance(by: .seconds(2))
            let sent = stub.requests.count - exchanges
            exchanges = stub.requests.count
            let line = lines.withLock { $0.removeFirst() }
            let mark = sent == 0 ? "●" : "○──1 s──●"
            print("   \("\(second) s".column(7))\(mark.column(11))\(line)")
        }
        print("\n   ● answered   ○ sent to the server. At 40 s both: the stale response at once, the server behind it.")
        let statistics = cache.statistics.value
        print(
            "   \(statistics.hits) hits, \(statistics.staleAnswers) stale, \(statistics.validations) confirmed, "
                + "\(stub.requests.count) requests for 6 answers"
        )
    }
}
