import Foundation
import ReactiveCache
import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting
import Testing

@Suite struct CachePolicyTests {
    /// Returns the answer to a request after a response with these directives is `seconds` old.
    private func answer(
        _ control: String,
        _ headers: HTTP.Headers = [:],
        after seconds: Double = 5,
        _ policy: Network.CachePolicy? = nil,
        then reply: StubTransport.Reply = .status(.notModified)
    ) -> CacheAnswer {
        let world = CacheWorld(.cached(control, "1", ["ETag": #""a""#]), reply)
        world.get()
        world.at(seconds)
        return world.get(headers, policy)
    }

    @Test func noCacheInAResponseAsksForAConfirmation() {  // H20
        #expect(answer("max-age=60, no-cache").summary == "304 200 1")
        #expect(answer(#"max-age=60, no-cache="X""#).summary == "hit 200 1")
        #expect(answer("max-age=60, must-revalidate").summary == "hit 200 1")
    }

    @Test func pragmaInAResponseIsIgnored() {  // H20
        let world = CacheWorld(.cached("max-age=60", "1", ["Pragma": "no-cache"]))
        world.get()
        #expect(world.get().summary == "hit 200 1")
    }

    @Test func mustRevalidateCountsMoreThanEveryPermission() {  // H20
        let control = "max-age=1, must-revalidate, stale-while-revalidate=60, stale-if-error=60"
        #expect(answer(control).summary == "304 200 1")
        #expect(answer(control, ["Cache-Control": "max-stale"]).summary == "304 200 1")
        #expect(answer(control, then: .status(.serviceUnavailable)).status == 503)
        #expect(answer(control, then: .failure(.connectionLost)).error?.kind == .connectionLost)
    }

    @Test(arguments: [
        ("no-cache", "304 200 1"), ("max-age=0", "304 200 1"), ("max-age=4", "304 200 1"), ("max-age=5", "hit 200 1"),
        ("min-fresh=55", "hit 200 1"), ("min-fresh=56", "304 200 1"), ("max-age=x", "304 200 1"),
        ("min-fresh=x", "304 200 1"), ("max-stale", "hit 200 1"), ("only-if-cached", "hit 200 1"),
    ])
    func theDirectivesOfARequestLimitFreshResponses(control: String, summary: String) {  // H21
        #expect(answer("max-age=60", ["Cache-Control": control]).summary == summary)
    }

    @Test(arguments: [
        ("max-stale", "hit 200 1"), ("max-stale=4", "hit 200 1"), ("max-stale=3", "304 200 1"),
        ("max-stale=x", "304 200 1"), ("max-stale, max-age=4", "304 200 1"), ("max-stale, min-fresh=1", "304 200 1"),
    ])
    func aRequestMayAcceptStaleResponses(control: String, summary: String) {  // H21
        let answer = answer("max-age=1", ["Cache-Control": control])
        #expect(answer.summary == summary)
        if answer.cacheStatus?.isHit == true { #expect(answer.cacheStatus?.ttl == -4) }
    }

    @Test func aRequestWithNoStoreBypassesTheCache() {  // H21
        let answer = answer("max-age=60", ["Cache-Control": "no-store"], then: .cached("max-age=60", "2"))
        #expect(answer.summary == "net 200 2")
        #expect(answer.note == "ReactiveNetworking; fwd=bypass; fwd-status=200")
    }

    @Test func pragmaOfARequestCountsWithoutCacheControl() {  // H21
        #expect(answer("max-age=60", ["Pragma": "no-cache"]).summary == "304 200 1")
        #expect(answer("max-age=60", ["Pragma": "no-cache", "Cache-Control": "max-age=60"]).summary == "hit 200 1")
    }

    @Test func aFreshImmutableResponseSatisfiesAReload() {  // H21
        #expect(answer("max-age=60, immutable", ["Cache-Control": "max-age=0"]).summary == "hit 200 1")
        #expect(answer("max-age=60, immutable", ["Cache-Control": "no-cache"]).summary == "304 200 1")
        #expect(answer("max-age=1, immutable", ["Cache-Control": "max-age=0"]).summary == "304 200 1")
    }

    @Test func onlyIfCachedWithoutAResponseIsA504() {  // H21
        for headers: HTTP.Headers in [
            ["Cache-Control": "only-if-cached"], ["Cache-Control": "only-if-cached, no-cache"],
        ] {
            let world = CacheWorld(.never)
            let answer = world.get(headers)
            #expect(answer.status == 504)
            #expect(answer.isComplete)
            #expect(answer.cacheStatus?.isHit == false)
            #expect(answer.cacheStatus?.forward == nil)
            #expect(world.count == 0)
        }
        #expect(answer("max-age=1", ["Cache-Control": "only-if-cached"]).status == 504)
    }

    @Test func a504OfTheCacheIsNotRetried() {  // H21
        let world = CacheWorld(.never)
        let request = RequestBuilder(.get, "http://cache.test/a").configuration(.init(cachePolicy: .returnCachedOnly))
        let events = world.network.send(request.build()).record(on: world.clock)
        world.clock.run()
        #expect(world.count == 0)
        #expect(world.clock.now == .zero)
        guard case .unexpectedResponseCode(let code, _)? = events.failure else {
            Issue.record("The operation did not fail: \(events.all)")
            return
        }
        #expect(code == .gatewayTimeout)
    }

    @Test(arguments: [Network.CachePolicy.reloadIgnoringLocal, .reloadIgnoringLocalAndRemote])
    func aReloadIgnoresTheStoredResponseAndReplacesIt(policy: Network.CachePolicy) {  // H32
        let world = CacheWorld(.cached("max-age=60", "1", ["ETag": #""a""#]), .cached("max-age=60", "2"))
        world.get()
        #expect(world.get([:], policy).summary == "net 200 2")
        #expect(world.conditions == [nil, nil])
        #expect(world.get().summary == "hit 200 2")
    }

    @Test func revalidateAsksForAConfirmation() {  // H32
        #expect(answer("max-age=60", .revalidate).summary == "304 200 1")
        #expect(answer("max-age=60, immutable", .revalidate).summary == "hit 200 1")
    }

    private func answer(_ control: String, _ policy: Network.CachePolicy) -> CacheAnswer {
        answer(control, [:], after: 5, policy)
    }

    @Test(arguments: ["max-age=1", "no-cache", "max-age=1, must-revalidate"])
    func policiesThatPreferTheCacheAcceptStaleResponses(control: String) {  // H32
        #expect(answer(control, .returnCachedElseLoad).summary == "hit 200 1")
        #expect(answer(control, .returnCachedOnly).summary == "hit 200 1")
    }

    @Test func withoutAStoredResponseTheRequestIsSentOrAnsweredBy504() {  // H32
        let world = CacheWorld(.cached("max-age=1", "1"))
        #expect(world.get([:], .returnCachedOnly).status == 504)
        #expect(world.get([:], .returnCachedElseLoad).summary == "net 200 1")
    }

    @Test func theRequestsOwnCacheControlOverridesTheCachePolicy() {  // H32
        #expect(answer("max-age=60", ["Cache-Control": "max-age=60"], .reloadIgnoringLocal).summary == "hit 200 1")
        #expect(answer("max-age=1", ["Cache-Control": "max-age=60"], .returnCachedElseLoad).summary == "304 200 1")
    }

    /// Returns the answer to a failed validation.
    private func answer(
        _ control: String,
        to reply: StubTransport.Reply,
        _ option: StaleOnFailure = .ifPermitted,
        _ headers: HTTP.Headers = [:],
        after seconds: Double = 5
    ) -> CacheAnswer {
        var options = CachingTransport.Options()
        options.staleOnFailure = option
        let world = CacheWorld(.cached(control, "1", ["ETag": #""a""#]), reply, options: options)
        world.get()
        world.at(seconds)
        return world.get(headers)
    }

    @Test(arguments: [500, 502, 503, 504])
    func serverErrorsMayBeReplacedByAStaleResponse(status: Int) {  // H26
        let reply: StubTransport.Reply = .status(HTTP.StatusCode(rawValue: status))
        #expect(answer("max-age=1, stale-if-error=4", to: reply).text == "1")
        #expect(answer("max-age=1, stale-if-error=3", to: reply).status == status)
        #expect(answer("max-age=1", to: reply).status == status)
        #expect(answer("max-age=1", to: reply, .ifPermitted, ["Cache-Control": "stale-if-error=4"]).text == "1")
        #expect(answer("max-age=1, stale-if-error=4", to: reply, .never).status == status)
        #expect(answer("max-age=1", to: reply, .whenDisconnected).status == status)
        #expect(answer("max-age=1, stale-if-error=60, no-cache", to: reply).status == status)
        let strict: HTTP.Headers = ["Cache-Control": "no-cache, stale-if-error=60"]
        #expect(answer("max-age=1, stale-if-error=60", to: reply, .ifPermitted, strict).status == status)
    }

    @Test(arguments: [501, 505, 404, 429])
    func aStatusThatStaleIfErrorDoesNotCoverReplacesAStaleResponse(status: Int) {  // H26
        let reply: StubTransport.Reply = .status(HTTP.StatusCode(rawValue: status))
        #expect(answer("max-age=1, stale-if-error=60", to: reply).status == status)
    }

    @Test func aTransientFailureBeforeTheHeadMayBeReplacedByAStaleResponse() {  // H26
        let stale = answer("max-age=1, stale-if-error=10", to: .failure(.connectionLost))
        #expect(stale.text == "1")
        #expect(stale.isComplete)
        #expect(stale.headers["Age"] == "5")
        #expect(stale.cacheStatus?.detail == "The connection was lost")
        #expect(stale.cacheStatus?.ttl == -4)
        #expect(answer("max-age=1", to: .failure(.connectionLost)).error?.kind == .connectionLost)
        #expect(answer("max-age=1", to: .failure(.offline), .whenDisconnected, after: 5_000_000).text == "1")
        #expect(answer("max-age=1, must-revalidate", to: .failure(.offline), .whenDisconnected).error?.kind == .offline)
        #expect(answer("max-age=1", to: .failure(.untrustedCertificate), .whenDisconnected).error != nil)
        let cut = StubTransport.Reply.cut(afterSending: [Data("2".utf8)])
        #expect(answer("max-age=1, stale-if-error=10", to: cut).error?.kind == .truncatedResponse)
    }

    @Test func eachCallerOfASharedExchangeIsServedByItsOwnDirectives() {  // H26, H36
        let world = CacheWorld(
            .cached("max-age=1", "1", ["ETag": #""a""#]),
            StubTransport.Reply.failure(.connectionLost).delayed(by: .seconds(1))
        )
        world.get()
        world.at(5)
        let strict = world.begin()
        let lenient = world.begin(.get, "http://cache.test/a", ["Cache-Control": "stale-if-error=60"])
        world.at(7)
        #expect(world.count == 2)
        #expect(strict.error?.kind == .connectionLost)
        #expect(lenient.text == "1")
        #expect(world.isQuiet)
    }

    @Test func aStaleAnswerIsASuccessWithoutARetry() {  // H26
        let world = CacheWorld(.cached("max-age=1, stale-if-error=60", "1"), .status(.serviceUnavailable))
        world.get()
        world.at(5)
        let values = world.network.send(.get("http://cache.test/a"), decoding: .text()).record(on: world.clock)
        world.clock.run()
        #expect(values.values.map(\.parsedData) == ["1"])
        #expect(values.values.first?.cacheStatus?.detail == "503 Service Unavailable")
        #expect(world.count == 2)
    }

    private func revalidating(_ reply: StubTransport.Reply, _ headers: HTTP.Headers = [:]) -> (CacheWorld, CacheAnswer)
    {
        let control = "max-age=1, stale-while-revalidate=10"
        let world = CacheWorld(.cached(control, "1", ["ETag": #""a""#]), reply)
        world.get()
        world.at(5)
        return (world, world.get(headers))
    }

    @Test func conditionsAndRangesAndDemandsAreNotAnsweredStale() {  // H27
        for headers: HTTP.Headers in [
            ["If-None-Match": #""x""#], ["Range": "bytes=0-0"], ["Cache-Control": "no-cache"],
            ["Cache-Control": "max-age=0"], ["Cache-Control": "max-age=4"], ["Cache-Control": "min-fresh=1"],
        ] {
            let (_, answer) = revalidating(.cached("max-age=60", "2"), headers)
            #expect(answer.cacheStatus?.isHit == false, "\(headers)")
        }
    }

    @Test func aResponseIsNotServedAfterStaleWhileRevalidateEnds() {  // H27
        let world = CacheWorld(.cached("max-age=1, stale-while-revalidate=10", "1"), .cached("max-age=60", "2"))
        world.get()
        world.at(11)
        #expect(world.get().summary == "hit 200 1")
        let late = CacheWorld(.cached("max-age=1, stale-while-revalidate=10", "1"), .cached("max-age=60", "2"))
        late.get()
        late.at(11.001)
        #expect(late.get().summary == "net 200 2")
    }

    @Test func theBackgroundValidationHasATimeLimit() {  // H27
        let (world, answer) = revalidating(.never)
        #expect(answer.summary == "hit 200 1")
        #expect(world.stub.liveCount == 1)
        world.at(34.9)
        #expect(world.stub.liveCount == 1)
        world.at(35)
        #expect(world.stub.cancelledCount == 1)
        #expect(world.isQuiet)
    }

    @Test func theValidationInTheBackgroundOutlivesItsCaller() {  // H27
        let (world, answer) = revalidating(
            StubTransport.Reply.cached("max-age=60", "2").delayed(by: .seconds(1)),
            ["X": "1"]
        )
        answer.dispose()
        #expect(world.stub.requests.last?.headers["X"] == "1")
        world.at(7)
        #expect(world.get().summary == "hit 200 2")
        #expect(world.isQuiet)
    }

    @Test func aBodyThatWouldNotBeKeptIsNotDownloaded() {  // H27
        let reply = StubTransport.Reply.stall(headers: ["Cache-Control": "no-store"], body: Data("2".utf8))
        let (world, _) = revalidating(reply)
        #expect(world.stub.cancelledCount == 1)
        #expect(world.isQuiet)
    }

    @Test func aFailedBackgroundValidationDoesNotAffectCallers() {  // H27
        let (world, answer) = revalidating(.failure(.connectionLost))
        #expect(answer.summary == "hit 200 1")
        #expect(world.get().summary == "hit 200 1")
        #expect(world.count == 3)
        #expect(world.isQuiet)
    }

    @Test func aBackgroundValidationIsNotCountedAsActivity() {  // H27
        let world = CacheWorld(.cached("max-age=1, stale-while-revalidate=10", "1"), .never)
        world.get()
        world.at(5)
        let network = world.network
        network.send(.get("http://cache.test/a")).start()
        #expect(world.stub.liveCount == 1)
        #expect(network.activity.count.value == 0)
    }

    @Test func onlyIfCachedPreventsAValidationInTheBackground() {  // H21
        let (world, answer) = revalidating(.never, ["Cache-Control": "only-if-cached"])
        #expect(answer.summary == "hit 200 1")
        #expect(world.count == 1)
    }

    @Test func onlyIfCachedPreventsTheSendingOfEveryMethod() {  // H21, H32
        let world = CacheWorld(.status(.ok))
        for method: HTTP.Method in [.get, .head, .post, .put, .options] {
            let answer = world.send(method, "http://cache.test/a", [:], .init(cachePolicy: .returnCachedOnly))
            #expect(answer.status == 504)
            #expect(world.send(method, "http://cache.test/a", ["Cache-Control": "only-if-cached"]).status == 504)
        }
        #expect(world.count == 0)
    }
}
