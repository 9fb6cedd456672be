import Foundation
import ReactiveCache
import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting
import Testing

/// The names, labels, types, and defaults of the cache, as a service outside the library uses them.
@Suite struct CacheInterfaceTests {
    // On a busy machine, minutes may pass between two requests.
    private let stub = StubTransport(.status(.ok, headers: ["Cache-Control": "max-age=86400"]))

    @Test func everyParameterOfTheDecoratorHasADefault() async throws {  // F-54
        _ = CachingTransport()
        let decorators = [
            CachingTransport(stub), CachingTransport(stub, store: MemoryCacheStore(maxByteCount: 1_000_000)),
            CachingTransport(stub, options: CachingTransport.Options()), CachingTransport(stub, clock: TestScheduler()),
            CachingTransport(stub, store: MemoryCacheStore(), options: .init(), clock: QueueScheduler.shared),
        ]
        for decorator in decorators {
            let network = Network(transport: decorator)
            for _ in 0..<2 { _ = try await network.send(.get("http://cache.test/"), abortAfter: .patience).value() }
        }
        #expect(stub.requests.count == decorators.count)
    }

    @Test func theOptionsHaveTheirDefaults() {  // H6, H8, H18, H19, H26, H27
        var options = CachingTransport.Options()
        let staleOnFailure: StaleOnFailure = options.staleOnFailure
        let varyNormalization: VaryNormalization = options.varyNormalization
        let heuristicFraction: Double = options.heuristicFraction
        let maxHeuristicLifetime: Duration = options.maxHeuristicLifetime
        let revalidationDeadline: Duration = options.revalidationDeadline
        let identity: (@Sendable (PreparedRequest) -> String?)? = options.identity
        let wallClock: (@Sendable () -> Date)? = options.wallClock
        #expect(staleOnFailure == .ifPermitted)
        #expect(varyNormalization == .standard)
        #expect(heuristicFraction == 0.1)
        #expect(maxHeuristicLifetime == .seconds(24 * 3_600))
        #expect(revalidationDeadline == .seconds(30))
        #expect(identity == nil && wallClock == nil)
        for choice: StaleOnFailure in [.never, .ifPermitted, .whenDisconnected] { options.staleOnFailure = choice }
        for choice: VaryNormalization in [.none, .standard, .extended] { options.varyNormalization = choice }
        options.heuristicFraction = 0
        options.maxHeuristicLifetime = .zero
        options.revalidationDeadline = .seconds(1)
        options.identity = { request in request.headers["X-User"] }
        options.wallClock = { Date() }
        #expect(options.staleOnFailure == .whenDisconnected && options.varyNormalization == .extended)
    }

    @Test func theStoresHaveTheirBudgets() throws {  // H39
        let directory = FileManager.default.temporaryDirectory.appending(path: "cache-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: directory) }
        let disk: DiskCacheStore
        do throws(CacheStoreError) { disk = try DiskCacheStore(directory: directory) } catch { throw error }
        let stores: [any CacheStore] = [
            MemoryCacheStore(), MemoryCacheStore(maxByteCount: 800), disk,
            try DiskCacheStore(directory: directory, maxByteCount: 8_000),
        ]
        #expect(stores.map { $0.storage.store.maxBodyByteCount } == [2 << 20, 100, 32 << 20, 1_000])
    }

    @Test func whatACacheReportsIsAValue() {  // H38
        let world = CacheWorld(.cached("max-age=60", "12345", ["Vary": "Foo"]))
        let events: Signal<CacheEvent, Never> = world.cache.events
        let kinds = Locked<[CacheEvent.Kind]>([])
        events.observeValues { event in kinds.withLock { $0.append(event.kind) } }
        let statistics: Property<CacheStatistics> = world.cache.statistics
        world.get()
        world.get()
        #expect(kinds.withLock { $0 } == [.miss(.uriMiss), .stored, .hit])
        let counts: CacheStatistics = statistics.value
        let answers: [Int] = [counts.lookups, counts.hits, counts.staleAnswers, counts.validations, counts.misses]
        let changes: [Int] = [counts.stored, counts.evicted, counts.abandoned, counts.corrupt, counts.entries]
        let byteCount: Int64 = counts.bytes
        #expect(answers == [2, 1, 0, 0, 1])
        #expect(changes == [1, 0, 0, 0, 1])
        #expect(byteCount > 0)
        let listing: SignalProducer<[CacheEntry], CacheStoreError> = world.cache.entries()
        let entry: CacheEntry? = listing.resultAtOnce()?.success?.first
        #expect(entry?.url == URL(string: "http://cache.test/a") && entry?.status == .ok && entry?.byteCount == 5)
        #expect(entry?.headers["Vary"] == "Foo" && entry?.varyingNames == ["foo"])
        #expect(entry?.age == .zero && entry?.lifetime == .seconds(60) && entry?.isFresh == true)
        #expect(entry?.receivedAt == Date(timeIntervalSince1970: 1_893_456_000))
    }

    @Test func whatIsStoredCanBeRemoved() throws {  // H38
        let world = CacheWorld(.cached("max-age=60"))
        for path in ["a", "a?x", "b"] { world.send(.get, "http://cache.test/\(path)") }
        let removal: SignalProducer<Int, CacheStoreError> = world.cache.remove(
            try #require(URL(string: "http://cache.test/a"))
        )
        let clearing: SignalProducer<Int, CacheStoreError> = world.cache.clear()
        #expect(world.cache.entries().resultAtOnce()?.success?.count == 3)
        #expect(removal.resultAtOnce()?.success == 1)
        #expect(clearing.resultAtOnce()?.success == 2)
    }

    @Test func theStatusOfACacheIsPartOfAHeadAndOfAResponse() throws {  // H37
        let world = CacheWorld(.cached("max-age=60", todoJSON))
        let head: ResponseHead = try #require(world.get().head)
        let miss: CacheStatus = try #require(head.cacheStatus)
        let forward: CacheStatus.Forward? = miss.forward
        let forwardStatus: HTTP.StatusCode? = miss.forwardStatus
        #expect(!miss.isHit && miss.isStored && !miss.isCollapsed)
        #expect(forward?.rawValue == "uri-miss" && forwardStatus == .ok && miss.detail == nil)
        let request = RequestBuilder(.get, "http://cache.test/a").build()
        let events = world.network.send(request, as: Todo.self).record(on: world.clock)
        world.clock.run()
        let response: Network.DataResponse<Todo> = try #require(events.values.first)
        let hit: CacheStatus = try #require(response.cacheStatus)
        let ttl: Int? = hit.ttl
        #expect(hit.isHit && hit.forward == nil && ttl == 60)
        #expect(hit.description == "ReactiveNetworking; hit; ttl=60" && "\(hit)" == hit.description)
        #expect(ResponseHead(status: .ok).cacheStatus == nil)
    }

    @Test func theReasonsAreThoseOfTheField() {  // H37
        let reasons: [CacheStatus.Forward] = [
            .uriMiss, .varyMiss, .stale, .request, .method, .bypass, .partial,
        ]
        let texts = ["uri-miss", "vary-miss", "stale", "request", "method", "bypass", "partial"]
        #expect(reasons.map(\.rawValue) == texts)
        #expect(Set(reasons) == Set(CacheStatus.Forward.allCases))
    }

    @Test func theUserHasAWordInEveryLayer() {  // H32, H33
        let lifetimes: [Network.CacheLifetime] = [.exactly(.seconds(1)), .atLeast(.seconds(1)), .atMost(.seconds(1))]
        let policies: [Network.CachePolicy] = [
            .useProtocol, .reloadIgnoringLocal, .reloadIgnoringLocalAndRemote, .revalidate, .returnCachedElseLoad,
            .returnCachedOnly,
        ]
        for lifetime in lifetimes {
            var configuration = Network.Configuration(cachePolicy: policies[0], cacheLifetime: lifetime)
            configuration.cacheLifetime = lifetime
            #expect(configuration.cacheLifetime == lifetime && configuration.cachePolicy == .useProtocol)
        }
        let plain = Network.Configuration()
        #expect(plain.cacheLifetime == nil && plain.cachePolicy == nil)
    }

    @Test func updatesTakeARequestAndAnEndpoint() {  // H28
        let world = CacheWorld(.cached("max-age=60", todoJSON))
        let request = RequestBuilder(.get, "http://cache.test/a").build()
        let ofRequest: SignalProducer<Network.DataResponse<Todo>, Network.OperationError> =
            world.network.updates(of: request, as: Todo.self)
        let ofEndpoint: SignalProducer<Network.DataResponse<Todo>, Network.OperationError> =
            world.network.updates(of: TodoEndpoint(), as: Todo.self)
        let values = [ofRequest, ofEndpoint].map { $0.record(on: world.clock) }
        world.clock.run()
        #expect(values.map { $0.values.map(\.parsedData.id) } == [[1], [1]])
    }
}

private struct TodoEndpoint: Endpoint {
    let httpMethod = HTTP.Method.get
    let absoluteUrl = "http://cache.test/a"
}
