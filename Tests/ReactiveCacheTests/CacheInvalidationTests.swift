import Foundation
import ReactiveCache
import ReactiveNetworking
import ReactiveStreams
import ReactiveTestSupport
import ReactiveTesting
import Testing

@Suite struct CacheInvalidationTests {
    /// A cache with responses to `/a` and `/b`, and a server that answers other methods with `reply`.
    private func world(_ reply: StubTransport.Reply) -> CacheWorld {
        let clock = TestScheduler()
        let stub = StubTransport(clock: clock) { request, _ in
            [.get, .head].contains(request.method) ? .cached("max-age=60") : reply
        }
        let world = CacheWorld(stub, clock)
        world.send(.get, "http://cache.test/a")
        world.send(.get, "http://cache.test/a", ["Authorization": "A"])
        world.send(.get, "http://cache.test/b")
        return world
    }

    private func stored(_ world: CacheWorld) -> [String] {
        (world.cache.entries().resultAtOnce()?.success ?? []).map(\.url.path).sorted()
    }

    @Test(arguments: ["POST", "PUT", "DELETE", "PATCH", "PURGE", "MOVE"] as [HTTP.Method])
    func aChangeRemovesAllResponsesOfItsURL(method: HTTP.Method) {  // H31
        for status: HTTP.StatusCode in [.ok, .noContent, .seeOther] {
            let world = world(.status(status))
            world.send(method)
            #expect(stored(world) == ["/b"])
        }
        let failing = world(.status(.badRequest))
        failing.send(method)
        #expect(stored(failing) == ["/a", "/a", "/b"])
    }

    @Test(arguments: ["HEAD", "OPTIONS", "TRACE", "QUERY"] as [HTTP.Method])
    func aSafeMethodInvalidatesNoStoredResponse(method: HTTP.Method) {  // H31, AD18
        let world = world(.status(.ok))
        world.send(method)
        #expect(stored(world) == ["/a", "/a", "/b"])
    }

    @Test func aChangeInvalidatesTheLocationsThatItNamesAtItsOrigin() {  // H31
        for name in ["Location", "Content-Location"] {
            let same = world(.status(.created, headers: [name: "/b"]))
            same.send(.post, "http://cache.test/c")
            #expect(stored(same) == ["/a", "/a"])
            let other = world(.status(.created, headers: [name: "http://other.test/b"]))
            other.send(.post, "http://cache.test/c")
            #expect(stored(other) == ["/a", "/a", "/b"])
        }
    }

    @Test func afterAnUncertainChangeResponsesNeedValidation() {  // H31
        let lost = world(.failure(.connectionLost))
        lost.send(.put)
        #expect(stored(lost) == ["/a", "/a", "/b"])
        #expect(lost.get().cacheStatus?.forward == .stale)
        #expect(lost.get().cacheStatus?.isHit == true)
        let unsent = world(.failure(.cannotConnect))
        unsent.send(.put)
        #expect(unsent.get().cacheStatus?.isHit == true)
        let canceled = world(.never)
        canceled.send(.put).dispose()
        #expect(canceled.get().cacheStatus?.forward == .stale)
    }

    /// Ends requests that are not safe without an answer.
    private struct EndingTransport: Transport {
        let base: StubTransport
        let end: @Sendable (Signal<TransportEvent, TransportError>.Observer) -> Void

        func exchange(_ request: PreparedRequest) -> SignalProducer<TransportEvent, TransportError> {
            guard request.method != .get else { return base.exchange(request) }
            return SignalProducer { observer, _ in end(observer) }
        }
    }

    @Test func aChangeThatEndsWithoutAResponseInvalidatesStoredResponses() {  // H31
        let ends: [@Sendable (Signal<TransportEvent, TransportError>.Observer) -> Void] = [
            { $0.sendInterrupted() }, { $0.sendCompleted() },
        ]
        for end in ends {
            let clock = TestScheduler()
            let stub = StubTransport(.cached("max-age=60"))
            let cache = CachingTransport(EndingTransport(base: stub, end: end), clock: clock)
            let world = CacheWorld(stub, clock)
            _ = world.begin(over: cache)
            _ = world.begin(.put, over: cache)
            #expect(world.begin(over: cache).cacheStatus?.forward == .stale)
        }
    }

    @Test func aStreamOfEventsByPostInvalidatesStoredResponses() {  // H31, E8
        let world = world(.text("data: x\n\n", headers: ["Content-Type": "text/event-stream"]))
        let request = RequestBuilder(.post, "http://cache.test/a").build()
        let events = world.network.eventSource(request).record(on: world.clock)
        world.clock.run()
        #expect(events.values.map(\.data) == ["x"])
        #expect(stored(world) == ["/b"])
    }

    @Test func removingAndClearingCoverResponsesThatAreStillArriving() {  // H31, H38
        let clock = TestScheduler()
        let stub = StubTransport(clock: clock) { _, _ in .cached("max-age=60").delayed(by: .seconds(1)) }
        let world = CacheWorld(stub, clock)
        let url = URL(string: "http://cache.test/a")
        guard let url else { return }
        world.begin()
        world.at(1)
        #expect(world.cache.remove(url).resultAtOnce()?.success == 1)
        world.begin()
        #expect(world.cache.remove(url).resultAtOnce()?.success == 0)
        world.at(3)
        #expect(stored(world).isEmpty)
        world.begin()
        #expect(world.cache.clear().resultAtOnce()?.success == 0)
        world.at(5)
        #expect(stored(world).isEmpty)
        #expect(world.count == 3)
    }

    @Test func aFragmentIsNotPartOfTheCacheKey() {  // H16, H31
        for name in ["Location", "Content-Location"] {
            let world = world(.status(.created, headers: [name: "/b#part"]))
            world.send(.post, "http://cache.test/c")
            #expect(stored(world) == ["/a", "/a"])
        }
        let world = world(.status(.ok))
        guard let url = URL(string: "http://cache.test/b#part") else { return }
        #expect(world.cache.remove(url).resultAtOnce()?.success == 1)
    }

    @Test(
        arguments: [
            ("/b%20c?x=%C3%A9%20y", "/b c?x=é%20y"), ("/b?k%5B%5D=1", "/b?k[]=1"), ("/b?q='1'", "/b?q='1'"),
            ("/b?q='1'", "http://CACHE.test:80/b?q='1'"), ("/b?q=%271%27", "/b?q='1'"),
            ("/x/../d", "http://cache.test/x/../d"),
            ("/b%25", "\\b%"),
        ]
    )
    func aLocationMeansTheURLThatWasRequested(target: String, location: String) {  // H31, N40
        for name in ["Location", "Content-Location"] {
            let world = world(.status(.created, headers: [name: location]))
            world.send(.get, "http://cache.test" + target)
            #expect((world.cache.entries().resultAtOnce()?.success ?? []).count == 4)
            world.send(.post, "http://cache.test/c")
            #expect(stored(world) == ["/a", "/a", "/b"])
        }
    }

    @Test(arguments: [HTTP.StatusCode.movedPermanently, .found, .temporaryRedirect, 399])
    func aRedirectionInvalidatesStoredResponses(status: HTTP.StatusCode) {  // H31
        let world = world(.status(status, headers: ["Location": "/b"]))
        world.send(.post)
        #expect(stored(world).isEmpty)
    }

    @Test(arguments: [400, 404, 409, 500, 503])
    func aFailedChangeInvalidatesNoStoredResponse(status: Int) {  // H31
        let world = world(.status(HTTP.StatusCode(rawValue: status), headers: ["Location": "/b"]))
        world.send(.delete)
        #expect(stored(world) == ["/a", "/a", "/b"])
        #expect(world.get().cacheStatus?.isHit == true)
    }
}
