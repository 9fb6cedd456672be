import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting
import Testing

/// Logs and mocks that a configuration turns on and off for a whole network.
@Suite struct ConfigurationSwitchTests {
    private final class Lines: Sendable {
        private let lines = Locked<[String]>([])
        var sink: LogSink { LogSink { [lines] line in lines.withLock { $0.append(line) } } }
        var all: [String] { lines.value.map { $0.replacing(#/^#\d+ /#, with: "") } }
    }

    // Logs

    @Test func aConfigurationCanLogAllOperationsOfANetwork() {  // F-28, F-50
        let lines = Lines()
        let logging = LogSettings(.info, showing: .bodies, to: lines.sink)
        let world = EnvironmentNetwork(.json(todoJSON), configuration: Network.Configuration(logging: logging))
        for _ in 0..<2 { world.network.send(Route(.get, "/todos/1")).start() }
        let once = [
            "+0.0 seconds GET http://api.test/todos/1", "+0.0 seconds 200 OK", #"< {"id":1,"title":"Ape"}"#,
            "+0.0 seconds succeeded",
        ]
        #expect(lines.all == once + once)
    }

    @Test func aLaterLayerOverridesTheLogging() {  // F-28, F-50
        let lines = Lines()
        let logging = LogSettings(.verbose, to: lines.sink)
        let world = EnvironmentNetwork(.status(.ok), configuration: Network.Configuration(logging: logging))
        let silent = Network.Configuration(logging: LogSettings(.none))
        world.network.send(Route(.get, "/quiet", configuration: silent)).start()
        #expect(lines.all == [])
        let terse = Network.Configuration(logging: LogSettings(.info, to: lines.sink))
        world.network.send(Route(.get, "/terse", configuration: terse)).start()
        #expect(lines.all.count == 3)
    }

    @Test func theLogOfTheNetworkIsIndependentOfTheConfiguredOne() {  // F-50
        let own = Lines()
        let common = Lines()
        let configuration = Network.Configuration(logging: LogSettings(.error, to: own.sink))
        let world = EnvironmentNetwork(.status(.notFound), configuration: configuration)
        world.network.log(to: common.sink, level: .info)
        world.network.send(Route(.get, "/a")).start()
        #expect(own.all.count == 2)
        #expect(common.all.count == 4)
        #expect(Set(common.all).isSuperset(of: own.all))
    }

    // Mocks

    private func mocking(_ text: String, at path: String = "/a") -> Network.Configuration {
        Network.Configuration(mocks: [.on(.get, path, .text(text))])
    }

    private func texts(_ world: EnvironmentNetwork, _ routes: Route...) -> [String?] {
        let records = routes.map { world.network.send($0, decoding: .text()).record(on: world.clock) }
        world.clock.run()
        return records.map { $0.values.first?.parsedData }
    }

    @Test func oneSettingSwitchesTheMocksOfAllEndpoints() {  // F-28, F-52
        let mocked = Route(.get, "/a", configuration: mocking("mock"))
        let plain = Route(.get, "/b")
        let cases: [(Bool?, [String?])] = [
            (true, ["mock", "real"]), (false, ["real", "real"]), (nil, ["real", "real"]),
        ]
        for (usesMocks, expected) in cases {
            let world = EnvironmentNetwork(.text("real"), configuration: Network.Configuration(usesMocks: usesMocks))
            #expect(texts(world, mocked, plain) == expected)
            #expect(world.stub.requests.count == (usesMocks == true ? 1 : 2))
        }
    }

    @Test func theMocksOfALaterLayerAreAskedFirst() {  // F-28, F-52
        var configuration = mocking("network", at: "/*")
        configuration.usesMocks = true
        let world = EnvironmentNetwork(.text("real"), configuration: configuration)
        #expect(
            texts(world, Route(.get, "/a", configuration: mocking("route")), Route(.get, "/b")) == ["route", "network"]
        )
        let real = Network.Configuration(usesMocks: false)
        #expect(texts(world, Route(.get, "/a", configuration: real)) == ["real"])
    }

    @Test func mocksPassThroughTheWholePipeline() {  // F-52, N6, N12
        let mock = Mock.sequence([.failure(.connectionLost), .text("late").delayed(by: .seconds(2))])
        let mocks = Network.Configuration(mocks: [.on(.get, "/a", mock)], usesMocks: true)
        let hooks = Hooks().transform(body: { body, _ in body + Data("!".utf8) })
        let world = EnvironmentNetwork(.text("real"), hooks: hooks)
        let events = world.network.send(Route(.get, "/a", configuration: mocks), decoding: .text()).record(
            on: world.clock
        )
        world.clock.run()
        #expect(events.values.map(\.parsedData) == ["late!"])
        #expect(events.all.last?.time == .seconds(3))
        #expect(world.stub.requests.isEmpty)
    }

    @Test func aMockIsNotParsedOnTheStartingThread() async throws {  // N13
        let transport = Tolerant()
        let mocks = Network.Configuration(mocks: [.on(nil, "/*", .text("a"))], usesMocks: true)
        let network = Network(configuration: mocks, transport: transport, scheduler: ImmediateScheduler())
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

    /// A transport that isolates slow observers and answers nothing.
    private struct Tolerant: Transport {
        var toleratesSlowObservers: Bool { true }

        func exchange(_ request: PreparedRequest) -> SignalProducer<TransportEvent, TransportError> {
            SignalProducer(error: .connectionLost)
        }
    }
}
