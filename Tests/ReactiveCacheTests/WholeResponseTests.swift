import Foundation
import ReactiveTestSupport
import ReactiveTesting
import Testing

@testable import ReactiveCache
@testable import ReactiveHTTPModel
@testable import ReactiveNetworking

/// A response that arrives in one piece, and what may happen while it is judged and stored.
@Suite struct WholeResponseTests {
    /// Runs once, when the cache asks for the time while it judges a response: the caller's request has been sent then.
    private final class Moment: Sendable {
        private let action = Locked<(@Sendable () -> Void)?>(nil)

        func set(_ action: @escaping @Sendable () -> Void) { self.action.withLock { $0 = action } }

        func pass() { action.withLock { $0.take() }?() }
    }

    private let moment = Moment()

    /// Returns a cache over a server that answers after a second, in one piece.
    private func world(_ replies: StubTransport.Reply...) -> CacheWorld {
        let clock = TestScheduler()
        var options = CachingTransport.Options()
        options.wallClock = { [moment] in
            moment.pass()
            return Date(timeIntervalSince1970: 1_893_456_000)
        }
        let stub = StubTransport(script: replies.map { $0.delayed(by: .seconds(1)) }, clock: clock)
        return CacheWorld(stub, clock, options: options, isWhole: true)
    }

    @Test func theCallerReceivesTheResponseOnceItIsStored() {  // H15
        let world = world(.cached("max-age=60", "1"))
        let answer = world.begin()
        world.at(1)
        #expect(answer.summary == "net 200 1")
        #expect(answer.note == "ReactiveNetworking; fwd=uri-miss; fwd-status=200; stored")
        #expect(world.get().summary == "hit 200 1")
        #expect(world.cache.statistics.value.stored == 1)
        #expect(world.isQuiet)
    }

    @Test func anUnstorableResponseIsDeliveredToItsCallerOnly() {  // H10
        let world = world(.cached("no-store", "1"), .cached("no-store", "2"))
        for (number, text) in ["1", "2"].enumerated() {
            let answer = world.begin()
            world.at(Double(number + 1))
            #expect(answer.summary == "net 200 \(text)")
            #expect(answer.note == "ReactiveNetworking; fwd=uri-miss; fwd-status=200")
        }
        #expect(world.cache.statistics.value.stored == 0)
        #expect(world.isQuiet)
    }

    @Test func aResponseThatIsNotWholeIsNotStored() {  // H10
        let world = world(.cached("max-age=60", "1", ["Content-Length": "2"]), .cached("max-age=60", "2"))
        let answer = world.begin()
        world.at(1)
        #expect(answer.summary == "net 200 1")
        #expect(world.cache.statistics.value.abandoned == 1)
        let second = world.begin()
        world.at(2)
        #expect(second.summary == "net 200 2")
    }

    @Test func aCallerThatJoinsDuringTheDecisionToStoreReceivesTheResponse() {  // H36
        let world = world(.cached("max-age=60", "1"))
        let first = world.begin()
        let second = Locked<CacheAnswer?>(nil)
        moment.set { second.withLock { $0 = world.begin() } }
        world.at(1)
        #expect(first.summary == "net 200 1")
        #expect(second.value?.text == "1")
        #expect(second.value?.note == "ReactiveNetworking; fwd=uri-miss; fwd-status=200; stored; collapsed")
        #expect(world.count == 1)
        #expect(world.cache.statistics.value.stored == 1)
        #expect(world.get().summary == "hit 200 1")
        #expect(world.isQuiet)
    }

    @Test func aCallerThatJoinsAnUnstorableResponseSendsItsOwnRequest() {  // H36
        let world = world(.cached("no-store", "1"), .cached("no-store", "2"))
        let first = world.begin()
        let second = Locked<CacheAnswer?>(nil)
        moment.set { second.withLock { $0 = world.begin() } }
        world.at(1)
        #expect(first.summary == "net 200 1")
        world.at(2)
        #expect(second.value?.summary == "net 200 2")
        #expect(world.isQuiet)
    }

    @Test func aCallerThatLeavesDuringTheDecisionToStoreReceivesNothing() {  // H36
        let world = world(.cached("max-age=60", "1"))
        let answer = world.begin()
        moment.set { answer.dispose() }
        world.at(1)
        #expect(answer.heads.isEmpty)
        #expect(world.get().summary == "hit 200 1")
        #expect(world.isQuiet)
    }

    @Test func aRemovalDuringTheDecisionToStorePreventsTheStoring() {  // H31
        let world = world(.cached("max-age=60", "1"), .cached("max-age=60", "2"))
        let answer = world.begin()
        moment.set { world.cache.clear().start() }
        world.at(1)
        #expect(answer.summary == "net 200 1")
        #expect(answer.note == "ReactiveNetworking; fwd=uri-miss; fwd-status=200")
        let second = world.begin()
        world.at(2)
        #expect(second.summary == "net 200 2")
        #expect(world.isQuiet)
    }

    @Test func aDoubtDuringTheDecisionToStoreKeepsTheStoredResponse() {  // H31
        let world = world(.cached("max-age=60", "1"), .cached("max-age=60", "2"))
        world.begin()
        world.at(1)
        let reload = Network.Configuration(cachePolicy: .reloadIgnoringLocal)
        let answer = world.begin(.get, "http://cache.test/a", [:], reload)
        moment.set { world.cache.core.doubt(CacheKey(URL(string: "http://cache.test/a")!)) }
        world.at(2)
        #expect(answer.summary == "net 200 2")
        #expect(world.cache.statistics.value.stored == 1)
        #expect(world.cache.statistics.value.entries == 1)
        #expect(world.isQuiet)
    }

    @Test func aRemovalByAnObserverOfTheStoringRemovesTheResponse() {  // H31
        let world = world(.cached("max-age=60", "1"), .cached("max-age=60", "2"))
        let answer = world.begin()
        let isFirst = OnceOnly()
        world.cache.statistics.producer.filter { $0.stored == 1 }.startWithValues { _ in
            if isFirst.take() { world.cache.clear().start() }
        }
        world.at(1)
        #expect(answer.summary == "net 200 1")
        let second = world.begin()
        world.at(2)
        #expect(second.summary == "net 200 2")
        #expect(world.isQuiet)
    }

    // Responses that concern what is stored

    private static func part(_ range: String, _ text: String, _ headers: HTTP.Headers = [:]) -> StubTransport.Reply {
        let fields = headers.merging(["ETag": #""a""#, "Content-Range": "bytes \(range)/4"])
            .merging(["Cache-Control": "max-age=60"])
        return .status(.partialContent, headers: fields, body: Data(text.utf8))
    }

    @Test func aStaleResponseAnswersInPlaceOfAnError() {  // H33
        let world = world(.cached("max-age=0, stale-if-error=60", "1"), .status(.serviceUnavailable))
        world.begin()
        world.at(1)
        let answer = world.begin()
        world.at(2)
        #expect(answer.text == "1")
        #expect(world.cache.statistics.value.staleAnswers == 1)
        #expect(world.isQuiet)
    }

    @Test func aRestThatTheServerRefusesIsFetchedAnew() {  // H30
        let world = world(Self.part("0-1", "01"), .status(.rangeNotSatisfiable), .cached("max-age=60", "new"))
        world.begin(.get, "http://cache.test/a", ["Range": "bytes=0-1"])
        world.at(1)
        let answer = world.begin()
        world.at(3)
        #expect(world.stub.requests.map { $0.headers["Range"] } == ["bytes=0-1", "bytes=2-", nil])
        #expect(answer.summary == "net 200 new")
        #expect(world.isQuiet)
    }

    @Test func aNewPartRefreshesTheStoredWholeResponse() {  // H29
        let world = world(.cached("max-age=1", "0123", ["ETag": #""a""#]), Self.part("0-1", "01", ["X": "2"]))
        world.begin()
        world.at(3)
        let part = world.begin(.get, "http://cache.test/a", ["Range": "bytes=0-1"])
        world.at(4)
        #expect(part.summary == "net 206 01")
        let whole = world.get()
        #expect(whole.summary == "hit 200 0123")
        #expect(whole.headers["X"] == "2")
        #expect(world.isQuiet)
    }
}
