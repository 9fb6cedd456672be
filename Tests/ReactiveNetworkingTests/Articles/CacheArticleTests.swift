import Foundation
import ReactiveCache
import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting
import Testing

/// The statements of the article "HTTP cache".
@Suite struct CacheArticleTests {
    private let clock = TestScheduler()

    private static func reply(_ text: String, _ headers: HTTP.Headers) -> StubTransport.Reply {
        .status(.ok, headers: headers, body: Data(text.utf8))
    }

    /// The text of a response, and the cache's part in it.
    private func load(
        _ url: String = "http://cache.test/a",
        _ policy: Network.CachePolicy = .useProtocol,
        over cache: CachingTransport
    ) async -> String {
        let network = Network(transport: cache, clock: clock, scheduler: ImmediateScheduler())
        let request = RequestBuilder(.get, url).configuration(Network.Configuration(cachePolicy: policy)).build()
        do {
            let response = try await network.send(request, decoding: .text()).value()
            return "\(response.parsedData) \(response.cacheStatus?.isHit == true ? "stored" : "sent")"
        } catch {
            return "\(error)"
        }
    }

    @Test func aFreshResponseAnswersWithoutTheServerFromMemoryAndFromDisk() async throws {  // H20
        let folder = try Folder()
        for store: any CacheStore in [MemoryCacheStore(), try DiskCacheStore(directory: folder.url)] {
            let stub = StubTransport(Self.reply("1", ["Cache-Control": "max-age=60"]), clock: clock)
            let cache = CachingTransport(stub, store: store, clock: clock)
            #expect(await load(over: cache) == "1 sent")
            #expect(await load(over: cache) == "1 stored")
            #expect(stub.exchanges.count == 1)
        }
    }

    @Test func aStaleResponseIsValidated() async {  // H22
        let headers: HTTP.Headers = ["Cache-Control": "max-age=60", "ETag": "\"1\""]
        let notModified = StubTransport.Reply.status(.notModified, headers: headers)
        let stub = StubTransport(script: [Self.reply("1", headers), notModified], clock: clock)
        let cache = CachingTransport(stub, clock: clock)
        #expect(await load(over: cache) == "1 sent")
        await clock.advance(by: .seconds(61))
        #expect(await load(over: cache).hasPrefix("1 "))
        #expect(stub.exchanges.map { $0.request.headers["If-None-Match"] } == [nil, "\"1\""])
    }

    @Test func policiesSelectWhatMayAnswer() async {  // H32
        let fresh: HTTP.Headers = ["Cache-Control": "max-age=60"]
        let stub = StubTransport(script: [Self.reply("1", fresh), Self.reply("2", fresh)], clock: clock)
        let cache = CachingTransport(stub, clock: clock)
        #expect(await load(over: cache) == "1 sent")
        #expect(await load("http://cache.test/a", .reloadIgnoringLocal, over: cache) == "2 sent")
        await clock.advance(by: .seconds(600))
        #expect(await load("http://cache.test/a", .returnCachedElseLoad, over: cache) == "2 stored")
        #expect(await load("http://cache.test/a", .returnCachedOnly, over: cache) == "2 stored")
        #expect(await load("http://cache.test/b", .returnCachedOnly, over: cache).contains("504"))
    }
}
