import Foundation
import ReactiveCache
import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting
import Testing

@Suite struct FreshnessTests {
    private let midnight = "Tue, 01 Jan 2030 00:00:00 GMT"

    /// Returns whether a response with these fields is fresh after a number of seconds.
    private func isFresh(_ headers: HTTP.Headers, after seconds: Double, status: HTTP.StatusCode = .ok) -> Bool {
        let world = CacheWorld(.text("1", status: status, headers: headers))
        world.get()
        world.at(seconds)
        return world.get().cacheStatus?.isHit == true
    }

    @Test(arguments: [
        ("Tue, 01 Jan 2030 00:01:00 GMT", true), ("Tuesday, 01-Jan-30 00:01:00 GMT", true),
        ("Tue Jan  1 00:01:00 2030", true), ("Thu, 01 Jan 2099 00:00:00 GMT", true), ("0", false), ("", false),
        ("Tue, 1 Jan 2030 00:01:00 GMT", false), ("Mon, 31 Dec 2029 00:00:00 GMT", false),
    ])
    func theLifetimeEndsAtTheTimeOfExpires(text: String, isFresh: Bool) {  // H3, H4, H8
        #expect(self.isFresh(["Date": midnight, "Expires": text], after: 59) == isFresh)
    }

    @Test func severalExpiresFieldsMakeAResponseStale() {  // H4
        let late = "Tue, 01 Jan 2030 01:00:00 GMT"
        #expect(!isFresh(["Date": midnight, "Expires": late, "Expires": late], after: 1))
    }

    @Test func expiresIsComparedWithDateAndNotWithTheClock() {  // H8
        let fields: HTTP.Headers = [
            "Date": "Tue, 01 Jan 2030 05:00:00 GMT", "Expires": "Tue, 01 Jan 2030 05:00:10 GMT",
        ]
        #expect(isFresh(fields, after: 9))
        #expect(!isFresh(fields, after: 10))
    }

    @Test func anInvalidDateIsReplacedByTheTimeOfReceipt() {  // H4
        #expect(isFresh(["Date": "yesterday", "Expires": "Tue, 01 Jan 2030 00:01:00 GMT"], after: 59))
        #expect(isFresh(["Date": "Mon, 31 Dec 2029", "Cache-Control": "max-age=60"], after: 59))
    }

    @Test func maxAgeCountsMoreThanExpires() {  // H8
        let later = "Tue, 01 Jan 2030 01:00:00 GMT"
        #expect(!isFresh(["Date": midnight, "Expires": later, "Cache-Control": "max-age=1"], after: 2))
        #expect(isFresh(["Date": midnight, "Expires": "0", "Cache-Control": "max-age=10"], after: 2))
    }

    @Test func directivesForSharedCachesAreIgnored() {  // H8
        #expect(isFresh(["Cache-Control": "s-maxage=1, max-age=60"], after: 30))
        #expect(!isFresh(["Cache-Control": "s-maxage=60"], after: 30))
    }

    @Test(arguments: [
        ("30", 30, true), ("30", 31, false), ("30, 59", 30, true), ("59, 1", 2, false), ("-30", 59, true),
        ("3x", 59, true), ("", 59, true), ("30.5", 59, true), ("99999999999999999999", 1, false),
    ])
    func onlyTheFirstMemberOfAgeCounts(age: String, seconds: Int, isFresh: Bool) {  // H5
        let fields: HTTP.Headers = ["Cache-Control": "max-age=61", "Age": age, "Age": "1000"]
        #expect(self.isFresh(fields, after: Double(seconds)) == isFresh)
    }

    @Test func theDelayOfTheResponseCountsAsAge() {  // H7
        let world = CacheWorld(StubTransport.Reply.cached("max-age=60").delayed(by: .seconds(20)))
        world.begin()
        world.at(20)
        world.at(59)
        #expect(world.get().headers["Age"] == "59")
        world.at(60)
        #expect(world.begin().hasEnded == false)
    }

    @Test func theAgeIsRoundedDown() {  // H9
        let world = CacheWorld(.cached("max-age=60"))
        world.get()
        world.at(1.999)
        #expect(world.get().headers["Age"] == "1")
    }

    @Test func theAgeOfAHitReplacesTheReceivedAge() {  // H9
        let fields: HTTP.Headers = ["Age": "5", "Date": midnight, "Expires": "Tue, 01 Jan 2030 00:01:00 GMT"]
        let world = CacheWorld(.cached("max-age=60", "1", fields))
        #expect(world.get().headers["Age"] == "5")
        world.at(2)
        let hit = world.get()
        #expect(hit.headers.values(for: "Age") == ["7"])
        #expect(hit.headers["Date"] == midnight)
        #expect(hit.headers["Expires"] == "Tue, 01 Jan 2030 00:01:00 GMT")
    }

    @Test(arguments: [200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501])
    func heuristicallyCacheableStatusesHaveAHeuristicLifetime(status: Int) {  // H8
        let modified: HTTP.Headers = ["Date": midnight, "Last-Modified": "Mon, 31 Dec 2029 00:00:00 GMT"]
        #expect(isFresh(modified, after: 8_639, status: HTTP.StatusCode(rawValue: status)))
        #expect(!isFresh(modified, after: 8_640, status: HTTP.StatusCode(rawValue: status)))
    }

    @Test(arguments: [201, 302, 303, 307, 400, 403, 500, 503, 599])
    func aStatusWithoutAHeuristicLifetimeHasOneIfPublic(status: Int) {  // H8
        let status = HTTP.StatusCode(rawValue: status)
        var modified: HTTP.Headers = ["Date": midnight, "Last-Modified": "Mon, 31 Dec 2029 00:00:00 GMT"]
        #expect(!isFresh(modified, after: 1, status: status))
        modified.add("Cache-Control", "public")
        #expect(isFresh(modified, after: 1, status: status))
    }

    @Test(arguments: ["yesterday", "Tue, 01 Jan 2031 00:00:00 GMT", "Mon, 31 Dec 2029 00:00 GMT"])
    func aBadLastModifiedGivesNoLifetimeButIsSentBack(text: String) {  // H4, H22
        let world = CacheWorld(.text("1", headers: ["Last-Modified": text]), .status(.notModified))
        world.get()
        #expect(world.get().summary == "304 200 1")
        #expect(world.conditions == [nil, text])
    }

    @Test func heuristicLifetimesCanBeTurnedOffOrLimited() {  // H8
        let fields: HTTP.Headers = ["Date": midnight, "Last-Modified": "Wed, 01 Jan 2020 00:00:00 GMT"]
        func lifetime(_ change: (inout CachingTransport.Options) -> Void) -> Duration? {
            var options = CachingTransport.Options()
            change(&options)
            let world = CacheWorld(.text("1", headers: fields), options: options)
            world.get()
            return world.cache.entries().resultAtOnce()?.success?.first?.lifetime
        }
        #expect(lifetime { _ in } == .seconds(86_400))
        #expect(lifetime { $0.heuristicFraction = 0 } == .zero)
        #expect(lifetime { $0.maxHeuristicLifetime = .seconds(7) } == .seconds(7))
        #expect(lifetime { $0.heuristicFraction = 1.0 / 8_192 } == .seconds(38_527.734375))
    }

    @Test func aCustomWallClockIsUsed() {  // H6
        var options = CachingTransport.Options()
        let wall = Locked(Date(timeIntervalSince1970: 784_111_777))
        options.wallClock = { wall.withLock { $0 } }
        let world = CacheWorld(.cached("max-age=60", "1", ["Date": "Sun, 06 Nov 1994 08:49:37 GMT"]), options: options)
        world.get()
        // Within a process durations pass on the monotonic clock, whatever happens to the wall clock.
        wall.withLock { $0 += 3_600 }
        world.at(10)
        #expect(world.get().headers["Age"] == "10")
    }

    @Test func anotherProcessAgesResponsesByTheWallClock() {  // H6
        let store = MemoryCacheStore()
        let wall = Locked(Date(timeIntervalSince1970: 1_000_000_000))
        var options = CachingTransport.Options()
        options.wallClock = { wall.withLock { $0 } }
        let first = CacheWorld(.cached("max-age=60"), options: options, store: store)
        first.get()
        wall.withLock { $0 += 30 }
        let second = CacheWorld(.cached("max-age=60", "2"), options: options, store: store)
        #expect(second.get().headers["Age"] == "30")
        // A response that another process stored in the future is stale.
        wall.withLock { $0 -= 100 }
        #expect(second.get().summary == "net 200 2")
    }

    @Test(arguments: [(0.000_001, true), (0.5, true), (0.998, true), (1, false), (100, false)])
    func aWallClockSetBackByUpToASecondMakesNoResponseStale(seconds: Double, isFresh: Bool) {  // H6
        let store = MemoryCacheStore()
        let wall = Locked(Date(timeIntervalSince1970: 1_000_000_000))
        var options = CachingTransport.Options()
        options.wallClock = { wall.withLock { $0 } }
        CacheWorld(.cached("max-age=60"), options: options, store: store).get()
        wall.withLock { $0 -= seconds }
        let answer = CacheWorld(.cached("max-age=60", "2"), options: options, store: store).get()
        #expect(answer.summary == (isFresh ? "hit 200 a" : "net 200 2"))
        #expect(answer.headers["Age"] == (isFresh ? "0" : nil))
    }

    @Test func theUserMayReplaceOrBoundTheLifetime() {  // H33
        func isFresh(_ control: String, _ lifetime: Network.CacheLifetime, after seconds: Double) -> Bool {
            let world = CacheWorld(.cached(control))
            let configuration = Network.Configuration(cacheLifetime: lifetime)
            world.send(.get, "http://cache.test/a", [:], configuration)
            world.at(seconds)
            return world.send(.get, "http://cache.test/a", [:], configuration).cacheStatus?.isHit == true
        }
        #expect(isFresh("max-age=1", .exactly(.seconds(10)), after: 9))
        #expect(!isFresh("max-age=100", .exactly(.seconds(10)), after: 10))
        #expect(isFresh("max-age=1", .atLeast(.seconds(10)), after: 9))
        #expect(isFresh("max-age=100", .atLeast(.seconds(10)), after: 99))
        #expect(!isFresh("max-age=100", .atMost(.seconds(10)), after: 10))
        #expect(!isFresh("max-age=1", .atMost(.seconds(10)), after: 2))
        #expect(!isFresh("no-store", .exactly(.seconds(10)), after: 1))
        #expect(!isFresh("no-cache", .exactly(.seconds(10)), after: 1))
    }

    @Test func aLifetimeOfTheUserMakesAResponseStorable() {  // H33
        let world = CacheWorld(.status(.created, body: Data("1".utf8)))
        let configuration = Network.Configuration(cacheLifetime: .exactly(.seconds(10)))
        world.send(.get, "http://cache.test/a", [:], configuration)
        #expect(world.send(.get, "http://cache.test/a", [:], configuration).summary == "hit 201 1")
        #expect(world.get().summary == "net 201 1")
    }

    @Test func aCacheLifetimeCanBeSetInEveryLayer() {  // H33
        let world = CacheWorld(.cached("max-age=1"))
        let layers = Network.Configuration(cacheLifetime: .exactly(.seconds(10)))
        let network = Network(configuration: layers, transport: world.cache, clock: world.clock)
        network.send(.get("http://cache.test/a")).start()
        world.at(5)
        network.send(.get("http://cache.test/a")).start()
        #expect(world.count == 1)
        let own = RequestBuilder(.get, "http://cache.test/a").configuration(.init(cacheLifetime: .atMost(.seconds(1))))
        network.send(own.build()).start()
        #expect(world.count == 2)
    }

    @Test(arguments: ["0", "", "Tue, 01 Jan 2030 00:00:00 GMT"])
    func anExpiresOfAnyKindRulesOutAHeuristic(expires: String) {  // H8
        let fields: HTTP.Headers = ["Date": midnight, "Last-Modified": "Wed, 01 Jan 2020 00:00:00 GMT"]
        #expect(isFresh(fields, after: 1))
        #expect(isFresh(fields.merging(["Cache-Control": "s-maxage=1"]), after: 2))
        #expect(!isFresh(fields.merging(["Expires": expires]), after: 1))
        #expect(!isFresh(fields.merging(["Cache-Control": "max-age=x"]), after: 1))
    }

    @Test func aNewExpiresWithoutADateIsMeasuredFromItsReceipt() {  // H4, H23
        let old: HTTP.Headers = ["Date": midnight, "Expires": "Tue, 01 Jan 2030 00:00:10 GMT", "ETag": #""a""#]
        let world = CacheWorld(
            .text("1", headers: old),
            .status(.notModified, headers: ["Expires": "Tue, 01 Jan 2030 01:00:10 GMT"])
        )
        world.get()
        world.at(3_600)
        #expect(world.get().summary == "304 200 1")
        world.at(3_609)
        #expect(world.get().summary == "hit 200 1")
        world.at(3_610)
        #expect(world.get().summary == "304 200 1")
    }

    @Test func anOldExpiresBeginsAnewWithAConfirmation() {  // H23
        let old: HTTP.Headers = ["Date": midnight, "Expires": "Tue, 01 Jan 2030 00:00:10 GMT", "ETag": #""a""#]
        let world = CacheWorld(.text("1", headers: old), .status(.notModified))
        world.get()
        world.at(100)
        #expect(world.get().headers["Date"] == midnight)
        world.at(109)
        #expect(world.get().summary == "hit 200 1")
        world.at(110)
        #expect(world.get().summary == "304 200 1")
    }

    @Test(arguments: [408, 425, 429, 500, 502, 503, 504, 599])
    func aLifetimeOfTheUserDoesNotMakeTransientFailuresStorable(status: Int) {  // H33
        let configuration = Network.Configuration(cacheLifetime: .exactly(.seconds(60)))
        func entries(_ headers: HTTP.Headers) -> [Bool] {
            let world = CacheWorld(.status(HTTP.StatusCode(rawValue: status), headers: headers))
            return [0.0, 2, 5].map { second in
                world.at(second)
                return world.send(.get, "http://cache.test/a", [:], configuration).cacheStatus?.isHit == true
            }
        }
        #expect(entries([:]) == [false, false, false])
        #expect(entries(["Cache-Control": "max-age=4"]) == [false, true, false])
        #expect(entries(["Cache-Control": "max-age=90"]) == [false, true, true])
    }

    @Test func impossibleTimesOfTheWallClockFailNoRequest() {  // H6
        let wall = Locked(Date(timeIntervalSince1970: .nan))
        var options = CachingTransport.Options()
        options.wallClock = { wall.withLock { $0 } }
        let store = MemoryCacheStore()
        for time in [Double.nan, .infinity, -.infinity, 1e300, 0] {
            wall.withLock { $0 = Date(timeIntervalSince1970: time) }
            let world = CacheWorld(.cached("max-age=60", "1", ["Date": midnight]), options: options, store: store)
            #expect(world.get().text == "1")
        }
    }
}

extension SignalProducer {
    /// Returns the result of a producer that ends at once.
    func resultAtOnce() -> Result<Value, Failure>? {
        let results = Locked<[Result<Value, Failure>]>([])
        startWithResult { result in results.withLock { $0.append(result) } }
        return results.withLock { $0.first }
    }
}

extension Result {
    var success: Success? { try? get() }
}
