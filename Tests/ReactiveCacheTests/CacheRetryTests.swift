import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting
import Testing

/// Retries over a cache: a failure that is stored does not stand in for the server.
@Suite struct CacheRetryTests {
    /// Returns the texts that operations of a network receive, one after the other.
    private func texts(_ world: CacheWorld, _ count: Int = 1, _ configuration: Network.Configuration = .init())
        -> [String]
    {
        (0..<count).map { _ in
            let request = RequestBuilder(.get, "http://cache.test/a").configuration(configuration).build()
            let events = world.network.send(request, decoding: .text()).record(on: world.clock)
            world.clock.run()
            return events.values.first?.parsedData ?? "failed"
        }
    }

    @Test(arguments: [408, 425, 429, 500, 502, 503, 504])
    func aStoredFailureDoesNotAnswerTheRetry(status: Int) {  // H34
        let failure = StubTransport.Reply.status(
            HTTP.StatusCode(rawValue: status),
            headers: ["Cache-Control": "max-age=3600"]
        )
        let world = CacheWorld(failure, .cached("max-age=60", "1"))
        #expect(texts(world, 2) == ["1", "1"])
        #expect(world.count == 2)
    }

    @Test func aStoredFailureAnswersANewOperationWhoseRetryReachesTheServer() {  // H34
        let world = CacheWorld(
            .status(.serviceUnavailable, headers: ["Cache-Control": "max-age=3600"]),
            .cached("max-age=60", "1")
        )
        #expect(world.get().status == 503)
        #expect(world.get().cacheStatus?.isHit == true)
        #expect(texts(world) == ["1"])
        #expect(world.count == 2)
        #expect(world.clock.now == SchedulerInstant(offset: .seconds(1)))
    }

    @Test(arguments: [
        Network.Configuration(cachePolicy: .returnCachedElseLoad),
        Network.Configuration(cacheLifetime: .exactly(.seconds(3_600))),
        Network.Configuration(cacheLifetime: .atLeast(.seconds(3_600))),
    ])
    func noCacheSettingKeepsARetryFromReachingTheServer(configuration: Network.Configuration) {  // H32, H33, H34
        let stated = CacheWorld(
            .status(.serviceUnavailable, headers: ["Cache-Control": "max-age=3600"]),
            .cached("max-age=60", "1")
        )
        #expect(texts(stated, 1, configuration) == ["1"])
        let unstated = CacheWorld(.status(.serviceUnavailable), .cached("max-age=60", "1"))
        #expect(texts(unstated, 1, configuration) == ["1"])
        #expect(unstated.cache.statistics.value.stored == 1)
    }

    @Test func aRetryMayBeAnsweredByAStoredSuccess() {  // H34
        let world = CacheWorld(.failure(.connectionLost), .cached("max-age=60", "1"))
        let events = world.network.send(.get("http://cache.test/a"), decoding: .text()).record(on: world.clock)
        world.at(0.5)
        world.get()
        world.clock.run()
        #expect(events.values.map(\.parsedData) == ["1"])
        #expect(world.count == 2)
    }

    @Test func aRetryThatMustNotAskTheNetworkIsTheLast() {  // H21, H34
        let world = CacheWorld(.status(.serviceUnavailable, headers: ["Cache-Control": "max-age=3600"]))
        world.get()
        #expect(texts(world, 1, .init(cachePolicy: .returnCachedOnly)) == ["failed"])
        #expect(world.count == 1)
        #expect(world.clock.now == SchedulerInstant(offset: .seconds(1)))
    }
}
