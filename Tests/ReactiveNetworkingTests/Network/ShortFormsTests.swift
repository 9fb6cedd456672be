import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting
import Testing

/// Spellings that say less than the general ones, and mean the same.
@Suite struct ShortFormsTests {
    private struct Draft: Codable, Sendable, Hashable {
        var dueDate: String
    }

    private struct Problem: Decodable, Sendable, Hashable {
        var title: String
    }

    private let clock = TestScheduler()

    private func network(_ reply: StubTransport.Reply) -> (Network, StubTransport) {
        let stub = StubTransport(reply, clock: clock)
        return (Network(transport: stub, environment: Network.Environment("https://a.test/v1"), clock: clock), stub)
    }

    @Test func theJSONOfARouteIsItsBodyAndUsesTheEncoderOfTheNetwork() throws {
        let stub = StubTransport(.status(.created), clock: clock)
        let configuration = Network.Configuration(encoder: {
            let encoder = JSONEncoder()
            encoder.keyEncodingStrategy = .convertToSnakeCase
            return encoder
        })
        let network = Network(transport: stub, configuration: configuration, clock: clock)
        let route = Route(.post, "https://a.test/:list", path: ["list": "x y"], json: Draft(dueDate: "now"))
        network.send(route).start()
        let sent = try #require(stub.requests.first)
        #expect(sent.url.absoluteString == "https://a.test/x%20y")
        #expect(sent.headers["Content-Type"]?.hasPrefix("application/json") == true)
        #expect(sent.content?.visibleData == Data(#"{"due_date":"now"}"#.utf8))
    }

    @Test func aTypeDecodesTheBodyOfARefusal() async throws {
        let (network, _) = network(.json(["title": "no"], status: .unprocessableEntity))
        let events = network.send(Route(.get, "/x"), as: Draft.self, failingWith: Problem.self).record(on: clock)
        #expect(events.failure?.body == Problem(title: "no"))
        let ignored = network.send(Route(.get, "/x"), decoding: .none, failingWith: Problem.self).record(on: clock)
        #expect(ignored.failure?.body == Problem(title: "no"))
        let failure = await #expect(throws: Network.ErrorWithBody<Problem>.self) {
            try await network.response(for: Route(.get, "/x"), as: Draft.self, failingWith: Problem.self)
        }
        #expect(failure?.body == Problem(title: "no"))
        #expect(
            failure?.error
                == .unexpectedResponseCode(httpCode: .unprocessableContent, data: Data(#"{"title":"no"}"#.utf8))
        )
    }

    @Test func aResponseWithoutATypeHasTheStatusTheFieldsAndTheBytes() async throws {
        let (network, _) = network(.status(.noContent, headers: ["ETag": "a"]))
        let response = try await network.response(for: Route(.delete, "/x"))
        #expect(response.statusCode == .noContent)
        #expect(response.responseHeaders["ETag"] == "a")
        #expect(response.parsedData.isEmpty)
    }

    @Test(arguments: [StubTransport.Reply.status(.noContent), .text("not asked for")])
    func noValueIsDecodedFromAnyBody(reply: StubTransport.Reply) async throws {
        let (network, _) = network(reply)
        #expect(network.send(Route(.delete, "/x"), as: Void.self).record(on: clock).values.count == 1)
        #expect(network.send(Call(Route(.delete, "/x"), decoding: .none)).record(on: clock).values.count == 1)
        let response = try await network.response(for: Route(.delete, "/x"), as: Void.self)
        #expect(response.statusCode.isSuccess)
    }

    @Test func aNetworkOverATransportHasTheEnvironmentAndTheConfigurationNamedAfterIt() {
        let stub = StubTransport(.status(.ok), clock: clock)
        let network = Network(
            transport: stub,
            environment: Network.Environment("https://a.test/v1"),
            configuration: Network.Configuration(headers: ["X": "1"]),
            clock: clock
        )
        network.send(Route(.get, "/x")).start()
        #expect(stub.requests.first?.url.absoluteString == "https://a.test/v1/x")
        #expect(stub.requests.first?.headers["X"] == "1")
    }

    @Test func aTokenAloneNeedsNoLabel() {
        #expect(AccessToken("t") == AccessToken(access: "t"))
    }
}
