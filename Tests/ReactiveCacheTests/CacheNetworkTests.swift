import Foundation
import ReactiveTestSupport
import ReactiveTesting
import Testing

@testable import ReactiveCache
@testable import ReactiveHTTPModel
@testable import ReactiveNetworking

/// A cache under a network, with the real clock where nothing is measured.
@Suite struct CacheNetworkTests {
    private static let now = Date()

    /// Returns a cache whose store may take any time, because the machine is busy, and whose wall clock stands still,
    /// because the system may set its own.
    private static func cache(of transport: StubTransport, in directory: URL) throws -> CachingTransport {
        let store = try DiskCacheStore(directory: directory)
        var options = CachingTransport.Options()
        options.wallClock = { now }
        return CachingTransport(transport, store, options, QueueScheduler.shared, timingStoreOn: TestScheduler())
    }

    /// A server whose `/a` leads to `/b` by a redirect that may be stored.
    private static func redirecting(_ size: Int, every interval: Duration, on clock: TestScheduler) -> StubTransport {
        let headers: HTTP.Headers = ["Location": "/b", "Cache-Control": "max-age=60"]
        let pieces = size == 0 ? [] : [Data(count: size)]
        return StubTransport(clock: clock) { request, _ in
            request.url.path == "/a"
                ? .chunks(pieces, every: interval, status: .movedPermanently, headers: headers)
                : .cached("max-age=60", "b")
        }
    }

    @Test func aRedirectThatIsCompleteIsStored() {
        let clock = TestScheduler()
        let stub = Self.redirecting(0, every: .zero, on: clock)
        let cache = CachingTransport(WholeTransport(stub), clock: clock)
        let network = Network(transport: cache, clock: clock)
        for _ in 0..<2 {
            let events = network.send(.get("http://cache.test/a"), decoding: .text()).record(on: clock)
            clock.run()
            #expect(events.values.map(\.parsedData) == ["b"])
        }
        #expect(stub.requests.count == 2)
    }

    @Test(arguments: [1, 70_000])
    func aRedirectThatIsFollowedIsReceivedForTheStoreUpTo64KiB(size: Int) {  // H10
        let clock = TestScheduler()
        let stub = Self.redirecting(size, every: .seconds(1), on: clock)
        let network = Network(transport: CachingTransport(stub, clock: clock), clock: clock)
        for _ in 0..<2 {
            let events = network.send(.get("http://cache.test/a"), decoding: .text()).record(on: clock)
            clock.run()
            #expect(events.values.map(\.parsedData) == ["b"])
        }
        #expect(stub.requests.map(\.url.path) == (size == 1 ? ["/a", "/b"] : ["/a", "/b", "/a"]))
        #expect(stub.liveCount == 0)
        #expect(clock.scheduledCount == 0)
    }

    @Test func aLaterCallerOfACachedRedirectDoesNotEndIt() {  // H10, H36
        let clock = TestScheduler()
        let stub = Self.redirecting(1, every: .seconds(4), on: clock)
        let network = Network(transport: CachingTransport(stub, clock: clock), clock: clock)
        for second in [0, 1, 10] {
            clock.advance(to: SchedulerInstant(offset: .seconds(second)))
            let events = network.send(.get("http://cache.test/a"), decoding: .text()).record(on: clock)
            clock.advance(by: .zero)
            #expect(events.values.map(\.parsedData) == ["b"])
        }
        #expect(stub.requests.map(\.url.path) == ["/a", "/b"])
        clock.run()
        #expect(stub.liveCount == 0)
    }

    /// A response that its caller reads is received for that caller alone.
    @Test func aRedirectThatNobodyFollowsEndsWithItsCaller() {  // H36
        let clock = TestScheduler()
        let headers: HTTP.Headers = ["Cache-Control": "max-age=60"]
        let reply = StubTransport.Reply.chunks(
            [Data(count: 1)],
            every: .seconds(4),
            status: .multipleChoices,
            headers: headers
        )
        let world = CacheWorld(StubTransport(reply, clock: clock), clock)
        world.begin().dispose()
        #expect(world.isQuiet)
    }

    @Test func theRestOfARedirectHasADeadline() {  // H10, H27
        let clock = TestScheduler()
        let stub = Self.redirecting(1, every: .seconds(60), on: clock)
        let cache = CachingTransport(stub, clock: clock)
        let network = Network(transport: cache, clock: clock)
        let request = Request.get("http://cache.test/a")
        network.send(request, decoding: .text()).start()
        clock.advance(by: .seconds(29))
        #expect(stub.liveCount == 1)
        clock.advance(by: .seconds(1))
        #expect(stub.liveCount == 0)
        #expect(cache.statistics.value.abandoned == 1)
    }

    @Test func aDirectoryAnswersTheNextProcess() async throws {  // H42
        let directory = FileManager.default.temporaryDirectory.appending(path: "cache-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: directory) }
        let body = String(repeating: "0123456789", count: 20_000)
        // A busy machine may take minutes between two requests.
        let stub = StubTransport(.cached("max-age=86400", body, ["ETag": #""a""#]))
        for run in 0..<3 {
            let cache = try Self.cache(of: stub, in: directory)
            let network = Network(transport: cache)
            let response = try await network.send(.get("http://cache.test/a"), decoding: .text(), abortAfter: .patience)
                .value()
            #expect(response.parsedData == body)
            #expect(response.cacheStatus?.isHit == (run > 0), "\(String(describing: response.cacheStatus))")
            #expect(try await cache.entries().value().map(\.byteCount) == [200_000])
        }
        #expect(stub.requests.count == 1)
    }

    @Test func anExchangeOverADirectoryHasPiecesOfAtMost64KiB() async throws {  // H35
        let directory = FileManager.default.temporaryDirectory.appending(path: "cache-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: directory) }
        let body = String(repeating: "0123456789", count: 20_000)
        let stub = StubTransport(.cached("max-age=86400", body))
        let cache = try Self.cache(of: stub, in: directory)
        let request = try RequestBuilder(.get, "http://cache.test/a").build().prepared()
        _ = try await cache.exchange(request).collect().value()
        #expect(try await cache.entries().value().map(\.byteCount) == [200_000])
        let pieces = try await cache.exchange(request).collect().value().compactMap { event -> Data? in
            if case .body(let piece) = event { piece } else { nil }
        }
        #expect(pieces.map(\.count) == [65_536, 65_536, 65_536, 3_392])
        #expect(pieces.reduce(Data(), +) == Data(body.utf8))
        #expect(cache.statistics.value.hits == 1)
    }

    /// Changes a byte in each file of a directory that has certain bytes.
    private static func damage(_ bytes: Data, in directory: URL) throws {
        let files = try #require(FileManager.default.enumerator(at: directory, includingPropertiesForKeys: nil))
        for case let file as URL in files {
            guard let place = (try? Data(contentsOf: file))?.range(of: bytes) else { continue }
            let handle = try FileHandle(forWritingTo: file)
            try handle.seek(toOffset: UInt64(place.lowerBound + 400))
            try handle.write(contentsOf: Data("b".utf8))
            try handle.close()
        }
    }

    @Test(arguments: [1_000, 150_000])
    func aDamagedBodyInADirectoryIsAMissThatCountsOnce(size: Int) async throws {  // H38, H41
        let directory = FileManager.default.temporaryDirectory.appending(path: "cache-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: directory) }
        let body = String(repeating: "a", count: size)
        let stub = StubTransport(.cached("max-age=86400", body))
        let cache = try Self.cache(of: stub, in: directory)
        let network = Network(transport: cache)
        func text() async throws -> String? {
            try await network.send(.get("http://cache.test/a"), decoding: .text(), abortAfter: .patience).value()
                .parsedData
        }
        #expect(try await text() == body)
        #expect(try await cache.entries().value().count == 1)
        #expect(try await text() == body)
        #expect(stub.requests.count == 1)
        try Self.damage(Data(body.utf8.prefix(500)), in: directory)
        #expect(try await text() == body)
        #expect(stub.requests.count == 2)
        #expect(try await cache.entries().value().count == 1)
        #expect(cache.statistics.value.corrupt == 1)
        #expect(try await text() == body)
        #expect(stub.requests.count == 2)
    }

    @Test func manyRequestsAtOnceOverADirectoryShareExchanges() async throws {  // H36, H42
        let directory = FileManager.default.temporaryDirectory.appending(path: "cache-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: directory) }
        let stub = StubTransport(clock: QueueScheduler.shared) { request, _ in
            .cached("max-age=86400", request.url.path).delayed(by: .milliseconds(20))
        }
        let cache = try Self.cache(of: stub, in: directory)
        let network = Network(transport: cache)
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<200 {
                group.addTask {
                    let path = "/\(number % 10)"
                    let request = RequestBuilder(.get, "http://cache.test\(path)").build()
                    let response = try await network.send(request, decoding: .text(), abortAfter: .patience).value()
                    return response.parsedData == path
                }
            }
            for try await isRight in group { #expect(isRight) }
        }
        #expect(try await cache.entries().value().count == 10)
        // A request that shares no fetch finds its response, unless the fetch ends at the moment of the decision.
        #expect(stub.requests.count <= 12)
    }
}
