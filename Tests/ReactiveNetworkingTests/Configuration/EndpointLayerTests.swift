import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting
import Testing

/// The configuration of an endpoint as a layer below what its request sets later.
@Suite struct EndpointLayerTests {
    private let clock = TestScheduler()

    /// The request that is sent, or `nil` if none can be.
    private func sent(_ request: Request, by configuration: Network.Configuration? = nil) -> PreparedRequest? {
        let stub = StubTransport(.status(.ok), clock: clock)
        Network(configuration: configuration, transport: stub, clock: clock).send(request).start()
        return stub.requests.first
    }

    private func makeRequest(_ configuration: Network.Configuration, _ parameters: Parameters = [:]) -> Request {
        Request(.post, "http://api.test/", parameters: parameters, configuration: configuration)
    }

    @Test func aLaterBodyHasItsOwnContentType() {  // F-10
        var request = makeRequest(Network.Configuration(headers: ["Content-Type": "application/json"]))
        #expect(sent(request)?.headers["Content-Type"] == "application/json")
        request.body = .text("t")
        #expect(sent(request)?.headers["Content-Type"] == "text/plain; charset=utf-8")
        request.headers.set("content-type", "text/own")
        #expect(sent(request)?.headers["Content-Type"] == "text/own")
    }

    @Test func aLaterBodySendsTheParametersOfAFormToTheQuery() {  // F-06, F-13
        var request = makeRequest(Network.Configuration(parameterEncoding: .form), ["a": 1])
        #expect(sent(request)?.body == Data("a=1".utf8))
        request.body = .text("t")
        #expect(sent(request)?.body == Data("t".utf8))
        #expect(sent(request)?.url.query == "a=1")
        request.body = nil
        request.method = .get
        #expect(sent(request)?.url.query == "a=1")
    }

    @Test func aLaterAuthorizationOverridesTheHeaderOfTheEndpoint() {  // F-05, F-18
        var request = makeRequest(Network.Configuration(headers: ["Authorization": "endpoint"]))
        #expect(sent(request)?.headers["Authorization"] == "endpoint")
        request.authorization = .custom("request")
        #expect(sent(request)?.headers["Authorization"] == "request")
    }

    @Test func aConfigurationOfABuilderLeavesTheBodyItsTypeAndPlace() {  // F-10, F-13
        let shared = Network.Configuration(headers: ["Content-Type": "application/json"], parameterEncoding: .form)
        let builder = RequestBuilder(.post, "http://api.test/").parameters(["a": 1], encoding: .json)
            .header("Content-Type", "text/earlier").configuration(shared)
        #expect(sent(builder.build())?.headers["Content-Type"] == "application/x-www-form-urlencoded")
        #expect(sent(builder.build())?.body == Data("a=1".utf8))
        let text = builder.text("t").build()
        #expect(sent(text)?.headers["Content-Type"] == "text/plain; charset=utf-8")
        #expect(sent(text)?.url.query == "a=1")
        let own = builder.text("t").header("Content-Type", "text/later").build()
        #expect(sent(own)?.headers["Content-Type"] == "text/later")
    }

    @Test func requestsWithDifferentLayersDiffer() {  // F-67
        let layers = [nil, Network.Configuration(maxRetries: 1), Network.Configuration(maxRetries: 2)]
        let requests = layers.map { Request(.get, "/", configuration: $0) }
        #expect(Set(requests + requests).count == 3)
    }

    @Test func aRequestThatIsPreparedByHandHasItsLayer() throws {  // F-28
        let request = makeRequest(Network.Configuration(headers: ["A": "1"], parameterEncoding: .form), ["a": 1])
        #expect(try request.prepared().headers["A"] == "1")
        #expect(try request.prepared().body == Data("a=1".utf8))
    }
}
