import Foundation
import ReactiveNetworking
import ReactiveTesting
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
    import ReactiveTestSupport
    import ReactiveURLSession
#endif

/// Behavior of `URLSession` only; `TransportConformanceTests` covers the rest.
@Suite(.serialized) struct URLSessionTransportTests {
    private let server: LoopbackServer

    init() throws {
        server = try LoopbackServer()
        server.on("*", .status(200))
    }

    @Test func headersOfASessionAreSentAndItsSecretsStayAtTheirOrigin() async throws {  // N15
        let other = try LoopbackServer()
        other.on("*", .status(200))
        server.on("/away", .redirect(to: other.url("/end")))
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpAdditionalHeaders = ["Authorization": "Bearer c4n4ry", "X-Plain": "1", "Accept": "session"]
        let transport = URLSessionTransport(configuration: configuration)
        let network = Network(configuration: .patient, transport: transport, scheduler: ImmediateScheduler())
        let request = RequestBuilder(.get, server.url("/away")).header("accept", "request").build()
        _ = try await network.send(request).value()
        let first = try #require(server.requests.last)
        let second = try #require(other.requests.last)
        #expect(first.header("Authorization") == "Bearer c4n4ry")
        #expect(second.header("Authorization") == nil)
        for received in [first, second] {
            #expect(received.header("X-Plain") == "1")
            #expect(received.headers.values(of: "Accept") == ["request"])
        }
    }

    @Test func headersOfASessionCannotInjectALine() async {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpAdditionalHeaders = ["X-A": "1\r\nInjected: c4n4ry"]
        let transport = URLSessionTransport(configuration: configuration)
        let network = Network(configuration: .patient, transport: transport, scheduler: ImmediateScheduler())
        let result = await network.send(.get(server.url("/")), maxRetries: 0).materialize().collect().firstValue()
        guard case .failed(let error)? = result?.first else {
            Issue.record("sent: \(server.requests.last?.headText ?? "")")
            return
        }
        #expect(error.cause(as: TransportError.self)?.kind == .unsupported)
        #expect(!"\(error)".contains("c4n4ry"))
        #expect(server.requestCount == 0)
    }

    @Test func aBackgroundSessionIsRejected() async {  // F-53
        let configuration = URLSessionConfiguration.ephemeral
        configuration.identifier = "in the background"
        let transport = URLSessionTransport.using(URLSession(configuration: configuration))
        let network = Network(configuration: .patient, transport: transport, scheduler: ImmediateScheduler())
        let result = await network.send(.get(server.url("/"))).materialize().firstValue()
        guard case .failed(let error)? = result else {
            Issue.record("\(String(describing: result))")
            return
        }
        #expect(error.cause(as: TransportError.self)?.kind == .unsupported)
        #expect("\(error)".contains("background session"))
        #expect(server.requestCount == 0)
    }
}
