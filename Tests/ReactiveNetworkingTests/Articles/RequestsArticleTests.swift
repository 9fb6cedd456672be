import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting
import Testing

extension Network.Environment {
    fileprivate static let live = Network.Environment("https://api.example.com/v1")
}

extension Endpoint where Self == Route {
    fileprivate static var todos: Route { Route(.get, "/todos") }
    fileprivate static func create(_ title: String) -> Route { Route(.post, "/todos", parameters: ["title": title]) }
}

/// The examples of the article "Requests".
@Suite struct RequestsArticleTests {
    @Test func theOverviewExampleSendsTheShownRequest() {  // F-01, F-02
        let clock = TestScheduler()
        let stub = StubTransport(.json("[]"), clock: clock)
        let network = Network(
            environment: .live,
            configuration: Network.Configuration(headers: ["Accept": "application/json"], abortAfter: .seconds(30)),
            transport: stub,
            clock: clock
        )
        network.send(.todos, as: [Todo].self).start()
        network.send(.create("Write")).start()
        #expect(
            stub.requests.map(\.description) == [
                "GET https://api.example.com/v1/todos", "POST https://api.example.com/v1/todos",
            ]
        )
        #expect(stub.requests.last?.body == Data(#"{"title":"Write"}"#.utf8))
        #expect(stub.requests.allSatisfy { $0.headers["Accept"] == "application/json" })
    }

    @Test func theFormExampleSendsTheShownBody() throws {  // F-07, F-08
        let request = try RequestBuilder(.post, "/todos")
            .form(["title": "Write", "tags": ["a", "b"]])
            .query(["notify": true])
            .environment(.live)
            .build().prepared()
        #expect(request.body == Data("tags%5B%5D=a&tags%5B%5D=b&title=Write".utf8))
        #expect(request.description == "POST https://api.example.com/v1/todos?notify=1")
    }
}
