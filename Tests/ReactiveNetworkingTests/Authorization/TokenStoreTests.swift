import ReactiveNetworking
import ReactiveTesting
import Testing

@Suite struct TokenStoreTests {
    @Test func aStoreThatFailsIsToldAndDoesNoHarm() {  // F-19
        struct Broken: TokenStore {
            struct Failure: Error {}
            func load() throws -> Token? { throw Failure() }
            func save(_ token: Token?) throws { throw Failure() }
        }
        var options = TokenKeeper.Options()
        options.clock = TestScheduler()
        let keeper = TokenKeeper(store: Broken(), options: options) { _ in
            SignalProducer<Token, Never>(value: .number(1))
        }
        let told = keeper.events.record()
        let it = VirtualNetwork(.status(.ok))
        let request = RequestBuilder(.get, "http://api.test/").authorization(.refreshing(keeper)).build()
        it.network.send(request).start()
        it.network.send(request).start()
        #expect(it.stub.requests.map { $0.headers["Authorization"] } == ["Bearer new1", "Bearer new1"])
        let failure = TokenKeeper.Event.storeFailed(.init(Broken.Failure()))
        #expect(told.values == [failure, failure, .refreshed])
    }
}
