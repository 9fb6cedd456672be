import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting
import Testing

/// The cases of the contract, on virtual time in seconds.
@Suite struct CacheCaseTests {
    @Test func aLifetimeEndsWhenTheAgeReachesIt() {  // HC-1
        let world = CacheWorld(.cached("max-age=60", "1"), .cached("max-age=60", "2"))
        #expect(world.get().summary == "net 200 1")
        world.at(59)
        let hit = world.get()
        #expect(hit.summary == "hit 200 1")
        #expect(hit.headers["Age"] == "59")
        #expect(hit.note == "ReactiveNetworking; hit; ttl=1")
        world.at(60)
        #expect(world.get().summary == "net 200 2")
        #expect(world.isQuiet)
    }

    @Test func theReceivedAgeCountsTowardTheLifetime() {  // HC-3
        let world = CacheWorld(.cached("max-age=60", "1", ["Age": "55"]), .cached("max-age=60", "2"))
        #expect(world.get().headers["Age"] == "55")
        world.at(4)
        #expect(world.get().headers["Age"] == "59")
        world.at(6)
        #expect(world.get().summary == "net 200 2")
    }

    @Test func anOldDateMakesAResponseOld() {  // HC-5
        let world = CacheWorld(.cached("max-age=60", "1", ["Date": "Mon, 31 Dec 2029 23:00:00 GMT"]))
        world.get()
        world.at(10)
        #expect(world.get().summary == "net 200 1")
        #expect(world.count == 2)
    }

    @Test func aTenthOfTheTimeSinceTheModificationIsALifetime() {  // HC-7
        let fields: HTTP.Headers = [
            "Date": "Tue, 01 Jan 2030 00:00:00 GMT", "Last-Modified": "Mon, 31 Dec 2029 23:43:20 GMT",
        ]
        let world = CacheWorld(.text("1", headers: fields), .status(.notModified))
        world.get()
        world.at(99)
        #expect(world.get().summary == "hit 200 1")
        world.at(101)
        #expect(world.get().summary == "304 200 1")
        #expect(world.conditions == [nil, "Mon, 31 Dec 2029 23:43:20 GMT"])
    }

    @Test func aConfirmationBeginsANewLife() {  // HC-9
        let world = CacheWorld(
            .cached("max-age=1", "1", ["ETag": #"W/"a""#, "X": "1"]),
            .status(.notModified, headers: ["Cache-Control": "max-age=60", "X": "2"])
        )
        world.get()
        world.at(5)
        let confirmed = world.get()
        #expect(confirmed.summary == "304 200 1")
        #expect(confirmed.headers["X"] == "2")
        #expect(confirmed.headers["Age"] == nil)
        #expect(confirmed.note == "ReactiveNetworking; fwd=stale; fwd-status=304; stored")
        #expect(world.conditions == [#"W/"a""#, nil])
        world.at(60)
        let hit = world.get()
        #expect(hit.summary == "hit 200 1")
        #expect(hit.headers["X"] == "2")
        #expect(world.count == 2)
    }

    @Test func variantsLiveSideBySide() {  // HC-11
        let world = CacheWorld(
            .cached("max-age=60", "1", ["Vary": "Foo"]),
            .cached("max-age=60", "2", ["Vary": "Foo"])
        )
        let answers = ["1", "2", "1"].map { world.get(["Foo": $0]) }
        #expect(answers.map(\.summary) == ["net 200 1", "net 200 2", "hit 200 1"])
        #expect(answers[1].cacheStatus?.forward == .varyMiss)
    }

    @Test(arguments: [("max-age=60", 2), ("max-age=60, public", 1)])
    func aResponseToOneAuthorizationIsStoredForAnotherOnlyIfPublic(control: String, count: Int) {  // HC-13
        let world = CacheWorld(.cached(control))
        world.get(["Authorization": "Bearer A"])
        world.get(["Authorization": "Bearer B"])
        #expect(world.count == count)
    }

    @Test func aTruncatedBodyIsNotStored() {  // HC-15
        let head: HTTP.Headers = ["Cache-Control": "max-age=60", "Content-Length": "10"]
        let world = CacheWorld(
            .cut(afterSending: [Data("12345".utf8)], headers: head),
            .cached("max-age=60", "1234567890")
        )
        #expect(world.get().error?.kind == .truncatedResponse)
        #expect(world.get().summary == "net 200 1234567890")
        #expect(world.stub.requests[1].headers["Range"] == nil)
    }

    @Test func aStaleResponseAnswersWhileItIsValidated() {  // HC-17
        let world = CacheWorld(
            .cached("max-age=1, stale-while-revalidate=10", "1", ["ETag": #""a""#]),
            StubTransport.Reply.cached("max-age=60", "2").delayed(by: .seconds(1))
        )
        world.get()
        world.at(5)
        let answers = (0..<3).map { _ in world.get() }
        #expect(answers.map(\.summary) == ["hit 200 1", "hit 200 1", "hit 200 1"])
        #expect(answers[0].note == "ReactiveNetworking; hit; ttl=-4")
        #expect(world.count == 2)
        #expect(world.conditions == [#""a""#, nil])
        world.at(7)
        #expect(world.get().summary == "hit 200 2")
        #expect(world.isQuiet)
    }

    @Test func aStaleResponseAnswersInPlaceOfAnError() {  // HC-19
        let world = CacheWorld(.cached("max-age=1, stale-if-error=10", "1"), .status(.serviceUnavailable))
        world.get()
        world.at(5)
        let stale = world.get()
        #expect(stale.status == 200)
        #expect(stale.text == "1")
        #expect(stale.cacheStatus?.forwardStatus == .serviceUnavailable)
        #expect(stale.cacheStatus?.detail == "503 Service Unavailable")
        world.at(20)
        #expect(world.get().status == 503)
    }

    @Test func aResponseFromBeforeAChangeIsNotStored() {  // HC-21
        let clock = TestScheduler()
        let stub = StubTransport(clock: clock) { request, _ in
            request.method == .put ? .status(.noContent) : .cached("max-age=60").delayed(by: .seconds(2))
        }
        let world = CacheWorld(stub, clock)
        let get = world.begin()
        world.at(1)
        #expect(world.send(.put).status == 204)
        world.at(3)
        #expect(get.summary == "net 200 a")
        world.begin()
        #expect(world.count == 3)
    }

    @Test func tenRequestsAtOnceShareOneExchange() {  // HC-23
        let world = CacheWorld(.cached("max-age=60").delayed(by: .seconds(1)))
        let answers = (0..<10).map { _ in world.begin() }
        answers[0].dispose()
        world.at(2)
        #expect(world.count == 1)
        #expect(answers.dropFirst().map(\.summary) == Array(repeating: "net 200 a", count: 9))
        #expect(answers.dropFirst().allSatisfy { $0.cacheStatus?.isCollapsed == true })
        #expect(world.isQuiet)
    }
}
