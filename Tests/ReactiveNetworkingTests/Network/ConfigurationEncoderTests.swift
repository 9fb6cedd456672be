import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting
import Testing

@Suite struct ConfigurationEncoderTests {
    private struct Event: Encodable, Sendable {
        var startDate = Date(timeIntervalSince1970: 0)
    }

    /// Not `Sendable`, and therefore encoded at once.
    private final class Draft: Encodable {
        var startDate = Date(timeIntervalSince1970: 0)
    }

    @Sendable private static func snakeCase() -> JSONEncoder {
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.dateEncodingStrategy = .secondsSince1970
        return encoder
    }

    private func body(
        _ request: Request,
        environment: Network.Configuration = Network.Configuration(),
        network: Network.Configuration = Network.Configuration(encoder: snakeCase)
    ) throws -> String {
        let clock = TestScheduler()
        let stub = StubTransport(.status(.ok), clock: clock)
        let environment = Network.Environment("http://api.test", configuration: environment)
        let network = Network(environment: environment, configuration: network, transport: stub, clock: clock)
        network.send(request).start()
        return String(decoding: try #require(stub.requests.first?.body), as: UTF8.self)
    }

    private static let plain = #"{"startDate":-978307200}"#
    private static let snake = #"{"start_date":0}"#

    @Test func aBodyIsEncodedWithTheEncoderOfTheNetwork() throws {  // F-09
        #expect(try body(Route(.post, "/", body: .json(Event()))) == Self.snake)
        #expect(try body(RequestBuilder(.post, "/").json(Event()).build()) == Self.snake)
        #expect(try body(Route(.post, "/", body: .encoded(Event(), as: .applicationJson))) == Self.snake)
        #expect(try body(Route(.post, "/", body: .json(Event())), network: Network.Configuration()) == Self.plain)
    }

    @Test func theEncoderOfABodyOverridesThatOfTheNetwork() throws {
        #expect(try body(Route(.post, "/", body: .json(Event(), encoder: JSONEncoder()))) == Self.plain)
        #expect(try body(RequestBuilder(.post, "/").json(Event(), encoder: JSONEncoder()).build()) == Self.plain)
        #expect(try body(Route(.post, "/", body: .json(Draft()))) == Self.plain)
    }

    @Test func theEncoderOfALaterLayerOverridesEarlierOnes() throws {  // F-28
        let layer = Network.Configuration(encoder: Self.snakeCase)
        let plain = Network.Configuration(encoder: { JSONEncoder() })
        let request = Route(.post, "/", body: .json(Event()))
        #expect(try body(request, environment: layer, network: Network.Configuration()) == Self.snake)
        #expect(try body(request, environment: layer, network: plain) == Self.plain)
        var own = request
        own.configuration.encoder = Self.snakeCase
        #expect(try body(own, network: plain) == Self.snake)
    }

    @Test func aValueThatOnlyTheEncoderOfTheNetworkEncodesIsSent() throws {
        let nan = Network.Configuration(encoder: {
            let encoder = JSONEncoder()
            encoder.nonConformingFloatEncodingStrategy = .convertToString(
                positiveInfinity: "+",
                negativeInfinity: "-",
                nan: "nan"
            )
            return encoder
        })
        #expect(try body(Route(.post, "/", body: .json(["a": Double.nan])), network: nan) == #"{"a":"nan"}"#)
    }

    @Test func parametersAreEncodedWithTheEncoderOfTheNetwork() throws {  // F-06, F-09
        let encoded = Parameters(encoding: Event())
        #expect(try body(Route(.post, "/", parameters: encoded)) == Self.snake)
        #expect(try body(Route(.post, "/", parameters: encoded), network: Network.Configuration()) == Self.plain)
        let own = Parameters(encoding: Event(), with: JSONEncoder())
        #expect(try body(Route(.post, "/", parameters: own)) == Self.plain)
        let request = RequestBuilder(.post, "/").parameters(encoded).parameters(["a": 1]).form(["b": 2]).build()
        #expect(try body(request) == "a=1&b=2&start_date=0")
        var changed = encoded
        changed["start_date"] = 7
        #expect(try body(Route(.post, "/", parameters: changed)) == #"{"start_date":7}"#)
    }

    @Test func equalBodiesStayEqual() {  // F-67
        #expect(Body.json(["a": 1]) == .json(["a": 1]))
        #expect(Body.json(["a": 1]) != .json(["a": 1], encoder: JSONEncoder()))
        #expect(Parameters(encoding: ["a": 1]) != ["a": 1])
        #expect("\(Body.json(["a": 1]))" == "7 bytes of application/json; charset=utf-8")
    }

    @Test func hooksOfAllLayersRun() throws {  // F-23, F-28
        func adding(_ text: String) -> Network.Configuration {
            let hooks = Hooks().transform(preparedRequest: { request in
                try request.header("X-Way", (request.headers["X-Way"] ?? "") + text)
            })
            return Network.Configuration(hooks: hooks)
        }
        let clock = TestScheduler()
        let stub = StubTransport(.status(.ok), clock: clock)
        let environment = Network.Environment("http://api.test", configuration: adding("a"))
        let network = Network(environment: environment, configuration: adding("b"), transport: stub, clock: clock)
        network.send(Route(.get, "/", configuration: adding("c"))).start()
        network.send(Request(.get, "http://other.test/")).start()
        #expect(stub.requests.map { $0.headers["X-Way"] } == ["abc", "b"])
        #expect(adding("a") != adding("a"))
    }

    @Test func aHookMayTakeOverTheConfigurationOfItsRequest() {  // F-22, F-28
        let hooks = Hooks().transform(request: { Request(.put, "/other", configuration: $0.configuration) })
        let clock = TestScheduler()
        let stub = StubTransport(.status(.ok), clock: clock)
        let common = Network.Configuration(headers: ["X-A": "1"])
        let network = Network(
            environment: Network.Environment("http://api.test", configuration: common),
            configuration: Network.Configuration(hooks: hooks),
            transport: stub,
            clock: clock
        )
        network.send(Route(.get, "/")).start()
        #expect(stub.requests.map(\.description) == ["PUT http://api.test/other"])
        #expect(stub.requests.first?.headers["X-A"] == "1")
    }
}
