import Foundation
import ReactiveNetworking
import ReactiveTesting
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
    import ReactiveTestSupport
    import ReactiveURLSession
#endif

@Suite(.serialized, .timeLimit(.minutes(20))) struct URLSessionReactiveTests {
    private let server: LoopbackServer
    private let session = URLSession(configuration: .ephemeral)

    init() throws {
        server = try LoopbackServer()
    }

    private func request(_ path: String) throws -> URLRequest {
        URLRequest(url: try #require(URL(string: server.url(path))))
    }

    @Test func eachStartLoadsAgain() async throws {  // R11
        server.on("/", .status(418))
        let data = session.reactive.data(with: try request("/"))
        #expect(server.requestCount == 0)
        for _ in 0..<2 {
            let (_, response) = try await data.value()
            #expect((response as? HTTPURLResponse)?.statusCode == 418)
        }
        #expect(server.requestCount == 2)
    }

    @Test func theSessionsErrorIsTheFailure() async throws {
        let url = try #require(URL(string: "http://127.0.0.1:\(try LoopbackServer.closedPort())/"))
        await #expect(throws: URLError.self) {
            try await session.reactive.data(with: URLRequest(url: url)).value()
        }
    }

    @Test func disposingOfAStartCancelsItsTask() async throws {  // R13
        server.on("/", .silent)
        let events = session.reactive.data(with: try request("/")).map { $0.0 }.record()
        #expect(await server.received(within: .seconds(600)))
        events.dispose()
        #expect(events.descriptions.count == 1)
        #expect(await server.peerClosed(within: .seconds(600)))
    }
}
