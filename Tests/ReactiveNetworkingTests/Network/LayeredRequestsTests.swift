import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting
import Testing

@Suite struct LayeredRequestsTests {
    private final class Token: Sendable {}

    private let clock = TestScheduler()

    private func network(_ hooks: Hooks? = nil) -> Network {
        Network(
            environment: Network.Environment("http://api.loc"),
            configuration: Network.Configuration(hooks: hooks),
            transport: StubTransport(.status(.ok), clock: clock),
            clock: clock
        )
    }

    @Test func aRequestDoesNotKeepTheHooksOfItsNetworkAlive() {
        let request = Route(.get, "/about")
        weak var token: Token?
        do {
            let new = Token()
            token = new
            let network = network(Hooks().transform(head: { [new] head in withExtendedLifetime(new) { head } }))
            for _ in 1...2 { network.send(request).start() }
            #expect(token != nil)
        }
        clock.run()
        #expect(token == nil)
        withExtendedLifetime(request) {}
    }

    @Test func aNetworkDoesNotKeepTheValuesOfARequestAlive() {
        let network = network()
        weak var token: Token?
        do {
            let new = Token()
            token = new
            var request = Route(.get, "/about")
            request.userInfo = ["token": new]
            for _ in 1...2 { network.send(request).start() }
            #expect(token != nil)
        }
        clock.run()
        #expect(token == nil)
        withExtendedLifetime(network) {}
    }
}
