import Foundation
import ReactiveTestSupport
import ReactiveTesting
import Testing

@testable import ReactiveCache
@testable import ReactiveHTTPModel
@testable import ReactiveNetworking
@testable import ReactiveStreams

@Suite struct CacheReportTests {
    @Test func theCacheStatusIsAValueAndNotAHeader() {  // H37
        let world = CacheWorld(.cached("max-age=60", "1"))
        let miss = world.get()
        #expect(miss.note == "ReactiveNetworking; fwd=uri-miss; fwd-status=200; stored")
        #expect(miss.headers == ["Cache-Control": "max-age=60"])
        world.at(1)
        let hit = world.get()
        #expect(hit.note == "ReactiveNetworking; hit; ttl=59")
        #expect(hit.headers == ["Cache-Control": "max-age=60", "Age": "1"])
        #expect(world.send(.put).note == "ReactiveNetworking; fwd=method; fwd-status=200")
    }

    @Test func everyResponseThroughTheCacheHasACacheStatus() {  // H37
        let world = CacheWorld(.cached("max-age=60", "1"))
        #expect(world.send(.head).note == "ReactiveNetworking; fwd=uri-miss; fwd-status=200")
        #expect(world.send(.post).note == "ReactiveNetworking; fwd=method; fwd-status=200")
        #expect(world.send(.options).note == "ReactiveNetworking; fwd=method; fwd-status=200")
        #expect(world.get(["Cache-Control": "no-store"]).note == "ReactiveNetworking; fwd=bypass; fwd-status=200")
        #expect(world.get(["Range": "bytes=0-0"]).cacheStatus?.forward == .uriMiss)
        #expect(world.get([:], .reloadIgnoringLocal).cacheStatus?.forward != nil)
    }

    @Test func aStreamOfEventsHasTheStatusOfABypass() {  // H37
        let headers: HTTP.Headers = ["Content-Type": "text/event-stream", "Cache-Control": "max-age=60"]
        let world = CacheWorld(.status(.ok, headers: headers, body: Data("data: 1\n\n".utf8)))
        let updates = world.network.eventSourceUpdates(.get("http://cache.test/a"))
        let events = updates.take(first: 2).record(on: world.clock)
        world.clock.run()
        guard case .opened(let head)? = events.values.first else {
            Issue.record("\(events.all)")
            return
        }
        #expect(head.cacheStatus?.description == "ReactiveNetworking; fwd=bypass; fwd-status=200")
        #expect(head.headers == headers)
        #expect(world.cache.statistics.value.stored == 0)
    }

    @Test func anUpgradeHasTheStatusOfABypass() throws {  // H37
        let world = CacheWorld(.status(101))
        let upgrade = Upgrade(to: "echo", adding: [], namedFrom: "echo-")
        let request = try Request(.get, "http://cache.test/a").prepared().upgrading(by: upgrade)
        let answer = CacheAnswer()
        answer.keep(world.cache.exchange(request).start { answer.receive($0) })
        world.clock.run()
        #expect(answer.note == "ReactiveNetworking; fwd=bypass; fwd-status=101")
    }

    @Test func linesAndDecodedResponsesHaveACacheStatus() {  // H37
        let world = CacheWorld(.cached("no-store", "1\n"))
        let network = world.network
        let notes = Locked<[String]>([])
        network.events.observeValues { event in
            if case .exchange(.responded) = event.kind { notes.withLock { $0.append("\(event)") } }
        }
        network.lines(.get("http://cache.test/a")).start()
        network.send(.get("http://cache.test/a"), decoding: .data).start()
        world.clock.run()
        #expect(notes.withLock { $0 }.count == 2)
        #expect(notes.withLock { $0 }.allSatisfy { $0.contains("[ReactiveNetworking; fwd=") })
    }

    @Test func theCacheStatusIsPartOfTheResponse() {  // H37
        let world = CacheWorld(.json(todoJSON))
        let request = RequestBuilder(.get, "http://cache.test/a")
            .configuration(.init(cacheLifetime: .exactly(.seconds(60)))).build()
        let network = world.network
        let events = (0..<2).map { _ in network.send(request, as: Todo.self).record(on: world.clock) }
        world.clock.run()
        #expect(events.map { $0.values.first?.cacheStatus?.isHit } == [false, true])
        let plain = VirtualNetwork(.json(todoJSON))
        let other = plain.network.send(.get(), as: Todo.self).record(on: plain.clock)
        plain.clock.run()
        #expect(other.values.count == 1)
        #expect(other.values.first?.cacheStatus == nil)
    }

    @Test func theCacheStatusIsLogged() {  // F-54, H37
        let world = CacheWorld(.cached("max-age=60"))
        let network = world.network
        let lines = Locked<[String]>([])
        network.events.observeValues { event in
            if case .exchange(.responded) = event.kind { lines.withLock { $0.append("\(event)") } }
        }
        for second in [0.0, 1] {
            world.at(second)
            network.send(.get("http://cache.test/a")).start()
        }
        let statuses = lines.withLock { $0.map { $0.drop { $0 != "[" } } }
        #expect(statuses.count == 2)
        #expect(statuses.first?.contains("[ReactiveNetworking; fwd=uri-miss; fwd-status=200; stored]") == true)
        #expect(statuses.last?.contains("[ReactiveNetworking; hit; ttl=59]") == true)
    }

    @Test func aHitHasNoTimesOfAConnection() {  // H38
        let world = CacheWorld(.cached("max-age=60", "12345"))
        world.get()
        #expect(world.get().metrics == TransferMetrics(receivedByteCount: 5, wireByteCount: 0))
    }

    @Test func theStatisticsCountHitsMissesAndStores() {  // H38
        let world = CacheWorld(
            .cached("max-age=10, stale-while-revalidate=10", "1", ["ETag": #""a""#]),
            .status(.notModified)
        )
        world.get()
        world.get()
        world.at(15)
        world.get()
        world.at(30)
        var expected = CacheStatistics()
        expected.lookups = 3
        expected.hits = 1
        expected.staleAnswers = 1
        expected.validations = 1
        expected.misses = 1
        expected.stored = 1
        var statistics = world.cache.statistics.value
        #expect(statistics.bytes > 0)
        #expect(statistics.entries == 1)
        statistics.bytes = 0
        statistics.entries = 0
        #expect(statistics == expected)
    }

    @Test func theStatisticsPrintTheirFigures() {  // H38
        let world = CacheWorld(.cached("max-age=10", "1"))
        world.get()
        world.get()
        let bytes = world.cache.statistics.value.bytes
        let text = "2 lookups: 1 hits, 0 stale, 0 validated, 1 missed; 1 stored, 1 entries with \(bytes) bytes"
        #expect("\(world.cache.statistics)" == text)
        var damaged = CacheStatistics()
        damaged.corrupt = 2
        #expect("\(damaged)".contains("0 stored, 2 corrupt, 0 entries"))
    }

    @Test func cacheEventsReportEachStepWithoutSecrets() {  // H38
        let world = CacheWorld(.cached("max-age=10", "1", ["ETag": #""a""#]), .status(.notModified))
        let events = Locked<[String]>([])
        world.cache.events.observeValues { event in events.withLock { $0.append("\(event)") } }
        let url = "http://cache.test/a?access_token=secret&x=1"
        for second in [0, 1, 20] {
            world.at(Double(second))
            world.send(.get, url)
        }
        world.send(.delete, url)
        let kinds = ["miss (uri-miss)", "stored", "hit", "miss (stale)", "validated", "miss (method)", "invalidated"]
        let texts = events.withLock { $0 }
        #expect(texts.map { String($0.prefix { $0 != ":" }) } == kinds)
        #expect(!texts.contains { $0.contains("secret") })
    }

    @Test func theStoredEntriesCanBeListed() {  // H38
        let world = CacheWorld(.cached("max-age=60", "12345", ["Vary": "Foo, Bar", "Age": "5"]))
        world.get(["Foo": "1"])
        world.at(2)
        let entries = world.cache.entries().resultAtOnce()?.success ?? []
        #expect(entries.map(\.url.absoluteString) == ["http://cache.test/a"])
        #expect(entries.map(\.status) == [.ok])
        #expect(entries.map(\.varyingNames) == [["bar", "foo"]])
        #expect(entries.map(\.byteCount) == [5])
        #expect(entries.map(\.age) == [.seconds(7)])
        #expect(entries.map(\.lifetime) == [.seconds(60)])
        #expect(entries.map(\.receivedAt) == [Date(timeIntervalSince1970: 1_893_456_000)])
        #expect(entries.first?.headers["Vary"] == "Foo, Bar")
    }

    @Test func evictionsAreCounted() {  // H38, H39
        let world = CacheWorld(
            .cached("max-age=60", String(repeating: "x", count: 900)),
            store: MemoryCacheStore(maxByteCount: 8_000)
        )
        for number in 0..<20 { world.send(.get, "http://cache.test/\(number)") }
        let statistics = world.cache.statistics.value
        #expect(statistics.evicted == 20 - statistics.entries)
        #expect(statistics.bytes <= 8_000)
    }
}
