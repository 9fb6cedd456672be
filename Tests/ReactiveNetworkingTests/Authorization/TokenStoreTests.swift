import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting
import Testing

@Suite struct TokenStoreTests {
    @Test func aFailingStoreIsReportedAndDoesNotAffectRequests() {  // F-19
        struct Broken: TokenStore {
            struct Failure: Error {}
            func load() throws -> AccessToken? { throw Failure() }
            func save(_ token: AccessToken?) throws { throw Failure() }
        }
        var options = TokenRefresher.Options()
        options.clock = TestScheduler()
        let refresher = TokenRefresher(store: Broken(), options: options) { _ in
            SignalProducer<AccessToken, Never>(value: .number(1))
        }
        let told = refresher.events.record()
        let world = VirtualNetwork(.status(.ok))
        let request = RequestBuilder(.get, "http://api.test/").authorization(.refreshing(refresher)).build()
        world.network.send(request).start()
        world.network.send(request).start()
        #expect(world.stub.requests.map { $0.headers["Authorization"] } == ["Bearer new1", "Bearer new1"])
        let failure = TokenRefresher.Event.storeFailed(.init(Broken.Failure()))
        #expect(told.values == [failure, failure, .refreshed])
    }

    @Test func aTokenThatCannotBeSentIsNotStored() {  // F-19
        let world = TokenWorld { number in
            SignalProducer(value: AccessToken(access: number == 1 ? "bad\n" : "new1"))
        }
        let flaw = OperationError.requestFailure(error: RequestError.invalidAuthorization(.invalidToken))
        let first = world.send()
        world.clock.advance(by: .seconds(9))
        #expect(first[0].all == [.failed(at: .seconds(1), flaw)])
        #expect(world.store.load()?.access == "old")
        let second = world.send()
        world.clock.advance(by: .seconds(9))
        #expect(second[0].values == [true])
        #expect(world.isQuiet)

        let stored = TokenWorld(token: AccessToken(access: "bad\n", refresh: "r0")) { _ in
            SignalProducer(value: AccessToken(access: "new1"))
        }
        let third = stored.send()
        stored.clock.advance(by: .seconds(9))
        #expect(third[0].values == [true])
        #expect(stored.refreshes.value == ["r0"])
    }
}
