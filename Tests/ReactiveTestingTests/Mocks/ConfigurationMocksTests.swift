import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting
import Testing

/// Mocks that endpoints and layers of the configuration declare.
@Suite struct ConfigurationMocksTests {
    private let clock = TestScheduler()
    private let stub = StubTransport(.text("real"))

    private func network(
        _ configuration: Network.Configuration = .init(),
        over transport: (any Transport)? = nil
    ) -> Network {
        Network(
            environment: Network.Environment(scheme: "http", host: "api.test"),
            configuration: configuration,
            transport: transport ?? MockingTransport(otherwise: .transport(stub), clock: clock),
            clock: clock
        )
    }

    private func mocking(_ text: String, at path: String = "/a") -> Network.Configuration {
        Network.Configuration(mocks: [.on(.get, path, .text(text))])
    }

    private func texts(_ network: Network, _ routes: Route...) -> [String?] {
        let records = routes.map { network.send($0, decoding: .text()).record(on: clock) }
        clock.run()
        return records.map { $0.values.first?.parsedData }
    }

    @Test func theTransportSwitchesTheMocksOfAllEndpoints() {  // F-28, F-52
        let mocked = Route(.get, "/a", configuration: mocking("mock"))
        let plain = Route(.get, "/b")
        #expect(texts(network(), mocked, plain) == ["mock", "real"])
        #expect(texts(network(over: stub), mocked, plain) == ["real", "real"])
        #expect(stub.requests.count == 3)
    }

    @Test func theMocksOfALaterLayerAreAskedFirst() {  // F-28, F-52
        let own = MockingTransport(clock: clock, [.on(nil, "*", .text("transport"))])
        let network = network(mocking("network", at: "/n/*"), over: own)
        let route = Route(.get, "/n/a", configuration: mocking("route", at: "/n/a"))
        #expect(texts(network, route, Route(.get, "/n/b"), Route(.get, "/c")) == ["route", "network", "transport"])
    }

    @Test func configurationsWithDifferentMocksDiffer() {  // F-52
        let mocks = mocking("mock")
        #expect(mocks == mocks)
        #expect(mocks != mocking("mock"))
        #expect(mocks != Network.Configuration())
        #expect(Network.Configuration(mocks: []) == Network.Configuration())
    }

    @Test func aMockOfAConfigurationPassesThroughTheWholePipeline() {  // F-52, N6, N12
        let mock = Mock.sequence([.failure(.connectionLost), .text("late").delayed(by: .seconds(2))])
        var configuration = Network.Configuration(mocks: [.on(.get, "/a", mock)])
        configuration.hooks = Hooks().transform(body: { body, _ in body + Data("!".utf8) })
        let events = network(configuration).send(Route(.get, "/a"), decoding: .text()).record(on: clock)
        clock.run()
        #expect(events.values.map(\.parsedData) == ["late!"])
        #expect(events.all.last?.time == .seconds(3))
        #expect(stub.requests.isEmpty)
    }

    @Test func aMockIsNotParsedOnTheStartingThread() async throws {  // N13
        let network = Network(
            configuration: Network.Configuration(mocks: [.on(nil, "/*", .text("a"))]),
            transport: MockingTransport(),
            scheduler: ImmediateScheduler()
        )
        let isHere = Locked(true)
        let thread = Locked<ObjectIdentifier?>(nil)
        let producer = network.send(
            .get("http://api.test/"),
            decoding: .custom { (data: Data) -> Int in
                isHere.value = ObjectIdentifier(Thread.current) == thread.value
                return data.count
            },
            abortAfter: .patience
        )
        let ended = DispatchSemaphore(value: 0)
        await withCheckedContinuation { continuation in
            Thread {
                thread.value = ObjectIdentifier(Thread.current)
                producer.on(terminated: { ended.signal() }).start()
                ended.wait()
                continuation.resume()
            }
            .start()
        }
        #expect(!isHere.value)
    }
}
