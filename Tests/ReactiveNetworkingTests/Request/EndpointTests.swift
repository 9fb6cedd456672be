import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting
import Testing

extension Endpoint where Self == Route {
    fileprivate static var todos: Route { Route(.get, "/todos") }
    fileprivate static func todo(_ id: Int) -> Route { Route(.get, "/todos/\(id)") }
}

/// A static member that is a closure.
private enum Routes {
    static let search: @Sendable (String) -> Route = { Route(.get, "/search", parameters: ["q": $0]) }
}

@Suite struct EndpointTests {
    private enum Api: Endpoint {
        case list
        case create(Todo)

        var absoluteUrl: String { "/todos" }
        var httpMethod: HTTP.Method { if case .create = self { .post } else { .get } }
        var headers: HTTP.Headers { ["X-Api": "1"] }
        var parameters: Parameters { if case .list = self { ["page": 1] } else { [:] } }
        var body: Body? { if case .create(let todo) = self { .json(JSONValue.string(todo.title)) } else { nil } }
        var authorization: Authorization? { .bearer("t") }
        var configuration: Network.Configuration { .init(acceptedCodes: [.ok, .created]) }
    }

    /// Members of near types.
    private struct Near: Endpoint {
        var httpMethod = HTTP.Method.post
        var absoluteUrl = "/near"
        let headers = ["A": "1"]
        let parameters: [String: Int] = ["page": 2]
        let body = Body.text("all")
        let acceptedResponseCodes = 200..<204
        var authorization: Authorization { .bearer("t") }
        var environment: Network.Environment { Network.Environment("http://near.test") }
        var configuration: Network.Configuration? { Network.Configuration(headers: ["B": "2"]) }
    }

    private struct Named<Codes: EndpointMember.Codes>: Endpoint {
        var httpMethod: HTTP.Method { .get }
        var absoluteUrl: String { "/" }
        var acceptedResponseCodes: Codes
    }

    private struct Optionals: Endpoint {
        var httpMethod: HTTP.Method { .get }
        var absoluteUrl: String { "http://api.test/" }
        var headers: HTTP.Headers?
        var parameters: Parameters?
    }

    /// An endpoint that passes on what another one has.
    private struct Wrapper<Base: Endpoint>: Endpoint {
        var base: Base
        var httpMethod: HTTP.Method { base.httpMethod }
        var absoluteUrl: String { base.absoluteUrl }
        var headers: HTTP.Headers { base.headers }
        var authorization: Authorization? { base.authorization }
    }

    private func send(_ body: (Network) -> Void) -> [PreparedRequest] {
        let clock = TestScheduler()
        let stub = StubTransport(.status(.created), clock: clock)
        body(Network(environment: Network.Environment("http://api.test"), transport: stub, clock: clock))
        return stub.requests
    }

    @Test func anEnumDescribesARequestCompletely() {  // F-01
        let requests = send { network in
            network.send(Api.list).start()
            network.send(Api.create(Todo(id: 1, title: "Ape"))).start()
        }
        #expect(requests.map(\.description) == ["GET http://api.test/todos?page=1", "POST http://api.test/todos"])
        #expect(requests.map { $0.headers["Authorization"] } == ["Bearer t", "Bearer t"])
        #expect(requests.map { $0.headers["X-Api"] } == ["1", "1"])
        #expect(requests[1].body == Data("\"Ape\"".utf8))
    }

    @Test func staticMembersCanBeUsedWithLeadingDots() {  // F-01
        let requests = send { network in
            network.send(.todos).start()
            network.send(.todo(7)).start()
            network.send(Routes.search("a b")).start()
            network.send(RequestBuilder(endpoint: .todo(8)).header("A", "1").build()).start()
        }
        #expect(
            requests.map(\.url.absoluteString) == [
                "http://api.test/todos", "http://api.test/todos/7", "http://api.test/search?q=a%20b",
                "http://api.test/todos/8",
            ]
        )
    }

    @Test func membersOfNearTypesAreSent() throws {  // F-01
        let requests = send { network in
            network.send(Near()).start()
            network.send(Wrapper(base: Near())).start()
        }
        #expect(requests.map(\.description) == ["POST http://near.test/near?page=2", "POST http://api.test/near"])
        #expect(requests.map { $0.headers["Authorization"] } == ["Bearer t", "Bearer t"])
        #expect(requests.map { $0.headers["A"] } == ["1", "1"])
        #expect(requests[0].headers["B"] == "2")
        #expect(requests[0].body == Data("all".utf8))
        #expect(Near().makeRequest().acceptedCodes == AcceptedCodes(200...203))
    }

    @Test func statusCodesMayBeNumbersRangesAndSets() {  // F-01, N5
        #expect(Named(acceptedResponseCodes: [200, 304]).makeRequest().acceptedCodes == [.ok, .notModified])
        #expect(Named(acceptedResponseCodes: 200...201).makeRequest().acceptedCodes == [.ok, .created])
        #expect(Named(acceptedResponseCodes: Set([HTTP.StatusCode.ok])).makeRequest().acceptedCodes == [.ok])
        #expect(Named(acceptedResponseCodes: [.ok] as AcceptedCodes).makeRequest().acceptedCodes == [.ok])
    }

    @Test func optionalMembersMayBeMissing() throws {  // F-01
        let none = try Optionals().makeRequest().prepared()
        #expect(none.headers.isEmpty && none.url.absoluteString == "http://api.test/")
        let all = try Optionals(headers: ["A": "1"], parameters: ["b": 2]).makeRequest().prepared()
        #expect(all.headers["A"] == "1" && all.url.absoluteString == "http://api.test/?b=2")
    }

    @Test func endpointsCanBeUsedAsExistentials() {  // F-01
        let endpoints: [any Endpoint] = [Api.list, Route(.delete, "/x")]
        let requests = send { network in for endpoint in endpoints { network.send(endpoint).start() } }
        #expect(requests.map(\.method) == [.get, .delete])
    }

    @Test(arguments: [
        (HTTP.Method.get, "/get"), (.post, "/post"), (.put, "/put"), (.delete, "/delete"),
    ]) func routesOfAServiceHaveMethodAndURL(method: HTTP.Method, path: String) throws {  // C-33, F-03
        let route = Route(method, path, environment: Network.Environment("https://httpbin.org"))
        let prepared = try route.makeRequest().prepared()
        #expect(prepared.description == "\(path.dropFirst().uppercased()) https://httpbin.org\(path)")
    }

    @Test func aRequestIsDescribedByItsMethodAndURL() {  // C-35
        let posts = Route(.post, "/posts", environment: Network.Environment("http://api.loc"))
        #expect((try? posts.makeRequest().prepared().description) == "POST http://api.loc/posts")
    }

    @Test func headersArriveVerbatim() throws {  // C-05
        let route = Route(
            .get,
            "http://api.test/",
            headers: ["CustomToken": "This is my custom token"],
            authorization: .custom("Token token=ASDFASDFASDF12345")
        )
        let headers = try route.makeRequest().prepared().headers
        #expect(headers["CustomToken"] == "This is my custom token")
        #expect(headers["Authorization"] == "Token token=ASDFASDFASDF12345")
    }

    @Test func vendorJSONHasItsContentType() {  // C-07
        #expect(HTTP.ContentType.applicationJson(vendor: nil).rawValue == "application/json; charset=utf-8")
        #expect(
            HTTP.ContentType.applicationJson(vendor: "vnd.apegroup.com").rawValue
                == "application/vnd.apegroup.com+json; charset=utf-8"
        )
    }

    @Test func uploadedBytesAreTheBody() throws {  // C-37
        let zeros = Data(count: 10)
        let upload = try RequestBuilder(.post, "http://api.test/").data(zeros, contentType: .formURLEncoded).build()
            .prepared()
        #expect(upload.method == .post)
        #expect(upload.body == zeros)
        #expect(upload.headers == ["Content-Type": "application/x-www-form-urlencoded"])
    }
}
