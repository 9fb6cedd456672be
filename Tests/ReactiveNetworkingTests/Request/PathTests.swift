import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting
import Testing

@Suite struct PathTests {
    private typealias Reason = RequestError.InvalidPathValueReason

    private static let values = [
        "7", "../admin", "7?role=admin", "a#b", "50%", "a/b", "a b", "..;", "...", "%2E%2E", "Børk", "日本の", ":id",
        "a\\b", "a;b=c",
    ]

    @Test(arguments: Wire.all, values) func aValueReachesTheServerAsOneSegment(wire: Wire, value: String) async throws {
        let server = try LoopbackServer()
        server.on("/*", .status(204))
        let network = try wire.network()
        let url = server.url("/users/:id/posts/:post?page=1")
        _ = try await network.send(Route(.get, url, path: ["id": value, "post": 7])).value()
        let target = try #require(server.requests.first?.target)
        let segments = try #require(target.split(separator: "?").first).split(
            separator: "/",
            omittingEmptySubsequences: false
        )
        #expect(target.hasSuffix("?page=1"))
        #expect(segments.count == 5)
        #expect(segments.map { String($0).removingPercentEncoding } == ["", "users", value, "posts", "7"])
    }

    @Test(arguments: Wire.all) func escapedDotsOfAURLReachTheServerAsTheyAre(wire: Wire) async throws {
        let server = try LoopbackServer()
        server.on("/*", .status(204))
        let network = try wire.network()
        _ = try await network.send(Route(.get, server.url("/a/%2E%2E/b"))).value()
        #expect(server.requests.map(\.target) == ["/a/%2E%2E/b"])
    }

    /// The reason why a path value is refused.
    private func reason(
        _ url: String,
        _ path: [String: any CustomStringConvertible & Sendable]
    ) -> (name: String, reason: Reason)? {
        let clock = TestScheduler()
        let stub = StubTransport(.status(.ok), clock: clock)
        let environment = Network.Environment("http://api.test")
        let network = Network(environment: environment, transport: stub, clock: clock)
        let failure = network.send(Route(.delete, url, path: path)).immediateFailure
        #expect((failure == nil) == (stub.requests.count == 1))
        guard case .requestFailure(let error as RequestError) = failure,
            case .invalidPathValue(let name, let reason) = error
        else { return nil }
        return (name, reason)
    }

    @Test func aValueThatCannotBeOneSegmentFailsBeforeAnythingIsSent() throws {
        for (value, expected) in [("", Reason.empty), (".", .dotSegment), ("..", .dotSegment)] {
            let found = try #require(reason("/users/:id", ["id": value]))
            #expect(found == ("id", expected))
        }
        #expect(reason("/users/:id", ["id": "..."]) == nil)
    }

    @Test func placeholdersAndValuesCorrespond() throws {
        #expect(try #require(reason("/users/:id/posts/:post", ["id": 1])) == ("post", .missing))
        #expect(try #require(reason("/users/:id", [:])) == ("id", .missing))
        #expect(try #require(reason("/users/:id", ["id": 1, "post": 2])) == ("post", .noPlaceholder))
        #expect(try #require(reason("/users?x=/:id", ["id": 1])) == ("id", .noPlaceholder))
        let text = "\(RequestError.invalidPathValue(name: "id", reason: .missing))"
        #expect(
            text == "the path value \"id\" cannot be used: the path has this placeholder, and no value was given for it"
        )
    }

    @Test func anAssignedURLReplacesThePathWithItsError() throws {
        var request = Route(.get, "http://api.test/users/:id", path: ["id": ".."])
        #expect(throws: RequestError.self) { try request.prepared() }
        request.url = "http://api.test/users/7"
        #expect(try request.prepared().url.absoluteString == "http://api.test/users/7")
        #expect(request == Route(.get, "http://api.test/users/7"))
    }

    @Test func aPathWithoutValuesIsSentAsItIs() throws {
        #expect(try Route(.get, "http://api.test:80/a/:b").prepared().url.absoluteString == "http://api.test:80/a/:b")
        #expect(
            try Route(.get, "http://api.test:80/:a/:a#x", path: ["a": "é"]).prepared().url.absoluteString
                == "http://api.test:80/%C3%A9/%C3%A9"
        )
    }

    @Test func anEndpointMayMakeItsRequestWithPathValues() throws {
        struct User: Endpoint {
            var id: String
            var httpMethod: HTTP.Method { .get }
            var absoluteUrl: String { "http://api.test/users/:id" }

            func makeRequest() -> Request { Request(httpMethod, absoluteUrl, path: ["id": id]) }
        }
        #expect(try User(id: "a/b").makeRequest().prepared().url.absoluteString == "http://api.test/users/a%2Fb")
    }
}
