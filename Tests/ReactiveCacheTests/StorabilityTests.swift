import Foundation
import ReactiveCache
import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting
import Testing

@Suite struct StorabilityTests {
    /// Returns whether a response is stored, so that even an old one answers `returnCachedOnly`.
    private func isStored(
        _ reply: StubTransport.Reply,
        _ headers: HTTP.Headers = [:],
        store: any RecordStore = MemoryCacheStore()
    ) -> Bool {
        let world = CacheWorld(reply, store: store)
        let wasStored = world.get(headers).cacheStatus?.isStored
        let isThere = world.cache.entries().resultAtOnce()?.success?.isEmpty == false
        #expect(wasStored == isThere)
        return isThere
    }

    @Test(arguments: ["max-age=0", "max-age=60", "public", "private", "no-cache"])
    func cacheControlMakesAResponseStorable(control: String) {  // H10
        #expect(isStored(.cached(control)))
    }

    @Test(arguments: [201, 302, 303, 307, 400, 403, 500, 502, 503, 599])
    func aStatusThatIsNotCacheableNeedsCacheControlOrExpires(status: Int) {  // H10
        let status = HTTP.StatusCode(rawValue: status)
        #expect(!isStored(.status(status)))
        #expect(isStored(.status(status, headers: ["Cache-Control": "max-age=1"])))
        #expect(isStored(.status(status, headers: ["Expires": "0"])))
    }

    @Test(arguments: [206, 304, 401, 407, 412, 416])
    func statusesOfPartsConditionsAndChallengesAreNeverStored(status: Int) {  // H10
        let headers: HTTP.Headers = ["Cache-Control": "max-age=60", "ETag": #""a""#]
        #expect(!isStored(.status(HTTP.StatusCode(rawValue: status), headers: headers)))
    }

    @Test(arguments: [
        ("bytes 5-9/10", false), ("bytes 0-4/*", false), ("bytes=5-9/10", false), ("bytes 0-9/10", true),
        ("bytes */10", true), ("items 0-9/100", true),
    ])
    func a200ThatCarriesOnlyAPartIsNotStored(range: String, isWhole: Bool) {  // H29
        #expect(isStored(.cached("max-age=60", "0123456789", ["Content-Range": range])) == isWhole)
        let multipart: HTTP.Headers = ["Content-Type": "multipart/byteranges; boundary=x"]
        #expect(!isStored(.cached("max-age=60", "0123456789", multipart)))
    }

    @Test func noStoreInRequestOrResponseIsObeyed() {  // H10
        #expect(!isStored(.cached("max-age=60, No-Store")))
        #expect(!isStored(.cached("max-age=60"), ["Cache-Control": "no-store"]))
    }

    @Test(arguments: ["*", "Foo, *", "*, Foo", "*, *", ", *"])
    func aResponseThatVariesByEverythingIsNotStored(vary: String) {  // H10
        #expect(!isStored(.cached("max-age=60", "a", ["Vary": vary])))
        #expect(!isStored(.cached("max-age=60", "a", ["Vary": "Foo", "Vary": vary])))
    }

    @Test(arguments: ["If-None-Match", "If-Modified-Since", "If-Match", "If-Unmodified-Since", "If-Range"])
    func aResponseToConditionsOfTheCallerIsStoredIfItIsWhole(name: String) {  // H10
        #expect(isStored(.cached("max-age=60"), [name: #""x""#]))
        #expect(!isStored(.status(.notFound, headers: ["Cache-Control": "max-age=60"]), [name: #""x""#]))
    }

    @Test func aResponseThatMustBeUnderstoodIsStoredIfItsStatusIsKnown() {  // H11
        #expect(isStored(.cached("must-understand, no-store, max-age=60")))
        let unknown: StubTransport.Reply = .status(
            HTTP.StatusCode(rawValue: 299),
            headers: ["Cache-Control": "must-understand, max-age=60"]
        )
        #expect(!isStored(unknown))
    }

    @Test func aResponseAboveAnEighthOfTheBudgetIsNotStored() {  // H10
        let body = Data(count: 1_001)
        let fields: HTTP.Headers = ["Cache-Control": "max-age=60"]
        #expect(
            isStored(.status(.ok, headers: fields, body: body.dropLast()), store: MemoryCacheStore(maxByteCount: 8_000))
        )
        let announced = fields.merging(["Content-Length": "1001"])
        #expect(!isStored(.status(.ok, headers: announced, body: body), store: MemoryCacheStore(maxByteCount: 8_000)))
    }

    @Test func aResponseThatGrowsTooLargeIsDeliveredButNotStored() {  // H15
        let world = CacheWorld(
            .chunks((0..<9).map { _ in Data(count: 150) }, headers: ["Cache-Control": "max-age=60"]),
            store: MemoryCacheStore(maxByteCount: 8_000)
        )
        #expect(world.get().data == Data(count: 1_350))
        #expect(world.cache.statistics.value.abandoned == 1)
        #expect(world.cache.entries().resultAtOnce()?.success?.isEmpty == true)
    }

    @Test func aResponseToAPostWithItsLocationAndALifetimeIsStored() {  // H12
        let clock = TestScheduler()
        func world(_ headers: HTTP.Headers) -> CacheWorld {
            CacheWorld(
                StubTransport(clock: clock) { request, _ in .text("\(request.method)", headers: headers) },
                clock
            )
        }
        let named: HTTP.Headers = ["Cache-Control": "max-age=60", "Content-Location": "/a"]
        let first = world(named)
        #expect(first.send(.post).cacheStatus?.isStored == true)
        #expect(first.get().summary == "hit 200 POST")
        for headers: HTTP.Headers in [
            ["Cache-Control": "max-age=60"], ["Content-Location": "/a"],
            ["Cache-Control": "max-age=60", "Content-Location": "/b"],
            ["Cache-Control": "max-age=60, no-store", "Content-Location": "/a"],
        ] {
            let world = world(headers)
            world.send(.post)
            #expect(world.get().summary == "net 200 GET")
        }
        let put = world(named)
        put.send(.put)
        #expect(put.get().summary == "net 200 GET")
    }

    @Test func fieldsOfTheConnectionAreNotStored() {  // H13
        let headers: HTTP.Headers = [
            "Cache-Control": #"max-age=60, no-cache="X-A, Set-Cookie2""#, "Connection": "X-B, close", "Keep-Alive": "1",
            "Proxy-Authenticate": "1", "Proxy-Authentication-Info": "1", "Proxy-Authorization": "1",
            "Proxy-Connection": "1", "TE": "1", "Trailer": "1", "Upgrade": "1", "x-a": "1", "X-b": "1",
            "Set-Cookie": "a=1", "X-C": "1", "Set-Cookie": "b=2", "Set-Cookie2": "1",
        ]
        let world = CacheWorld(.text("1", headers: headers))
        #expect(world.get().headers == headers)
        let kept: HTTP.Headers = [
            "Cache-Control": #"max-age=60, no-cache="X-A, Set-Cookie2""#, "Set-Cookie": "a=1", "X-C": "1",
            "Set-Cookie": "b=2", "Age": "0",
        ]
        #expect(world.get().headers == kept)
    }

    @Test func requestsThatSetTheirCodingsFormAPartOfTheCache() {  // H14
        let world = CacheWorld(.cached("max-age=60", "1"), .cached("max-age=60", "2"))
        #expect(world.get().text == "1")
        #expect(world.get(["Accept-Encoding": "identity"]).text == "2")
        #expect(world.get(["Accept-Encoding": "identity"]).summary == "hit 200 2")
        #expect(world.get().summary == "hit 200 1")
    }

    @Test(arguments: [
        (VaryNormalization.none, ["gzip, br": true, " gzip, br ": true, "GZIP,br": false, "br, gzip": false]),
        (.standard, ["gzip, br": true, "GZIP ,br;q=1": true, "br, gzip": false, "gzip": false]),
        (.extended, ["br, gzip": true, "br;q=0.5, gzip": false]),
    ])
    func acceptEncodingIsNormalizedAsByVary(normalization: VaryNormalization, hits: [String: Bool]) {  // H14, H18
        for (value, isHit) in hits {
            var options = CachingTransport.Options()
            options.varyNormalization = normalization
            let headers: HTTP.Headers = ["Vary": "Accept-Encoding"]
            let world = CacheWorld(
                .cached("max-age=60", "1", headers),
                .cached("max-age=60", "2", headers),
                options: options
            )
            world.get(["Accept-Encoding": "gzip, br"])
            #expect(world.get(["Accept-Encoding": value]).text == (isHit ? "1" : "2"), "\(value)")
        }
    }

    @Test func theContentCodingStaysInTheHead() {  // H14
        let world = CacheWorld(.cached("max-age=60", "decoded", ["Content-Encoding": "gzip"]))
        world.get()
        #expect(world.get().headers["Content-Encoding"] == "gzip")
        #expect(world.get().text == "decoded")
    }

    @Test func aCanceledExchangeStoresNothing() {  // H15
        let world = CacheWorld(
            .stall(headers: ["Cache-Control": "max-age=60"], body: Data("1".utf8)),
            .cached("max-age=60", "2")
        )
        let answer = world.begin()
        answer.dispose()
        #expect(world.stub.cancelledCount == 1)
        #expect(world.get().summary == "net 200 2")
        #expect(world.cache.statistics.value.abandoned == 1)
    }

    @Test func aBodyOfAnotherLengthThanAnnouncedIsNotStored() {  // H15
        let world = CacheWorld(.cached("max-age=60", "12", ["Content-Length": "3"]))
        world.get()
        #expect(world.cache.entries().resultAtOnce()?.success?.isEmpty == true)
    }

    @Test func aNewResponseTakesThePlaceOfTheOldOne() {  // H15
        let world = CacheWorld(.cached("max-age=1", "1"), .cached("max-age=60", "2"))
        world.get()
        world.at(2)
        world.get()
        #expect(world.cache.entries().resultAtOnce()?.success?.map(\.byteCount) == [1])
        #expect(world.get().summary == "hit 200 2")
    }

    @Test func theOldResponseStaysUntilTheNewOneIsWhole() {  // H22
        let world = CacheWorld(
            .cached("max-age=1", "1"),
            .cut(afterSending: [Data("2".utf8)], headers: ["Cache-Control": "max-age=60"])
        )
        world.get()
        world.at(2)
        #expect(world.get().error?.kind == .truncatedResponse)
        #expect(world.get([:], .returnCachedOnly).summary == "hit 200 1")
    }
}
