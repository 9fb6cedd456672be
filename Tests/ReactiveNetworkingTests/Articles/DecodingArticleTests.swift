import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting
import Testing

/// The examples of the articles on decoding and validation.
@Suite struct DecodingArticleTests {
    private struct TodoRecord: Decodable, Sendable { var id: Int }
    private struct APIError: Decodable, Sendable { var message: String }
    private struct Token: Decodable, Sendable { var token: String }
    private enum ShopError: Error { case unpaid, failed }

    @Test func theDecodingExamplesWork() {
        let network = VirtualNetwork(.json(#"{"items":[{"id":1}],"data":{"items":[]}}"#)).network
        let todos: Decoding<[String]> = .json([TodoRecord].self, at: "items").map { $0.map { "\($0.id)" } }
        #expect(network.send(.get(), decoding: todos).record().values.map(\.parsedData) == [["1"]])
        #expect(network.send(.get(), decoding: .json([Todo].self, at: "data.items")).record().values.count == 1)
        #expect(network.send(.get(), decoding: .jsonValue).record().values.map(\.parsedData["items"]?[0]?["id"]) == [1])
        let failing = VirtualNetwork(.json(#"[{"id":1,"title":""},{"id":"one","title":""}]"#)).network
        let shown = Locked<[String]>([])
        failing.send(.get(), as: [Todo].self).startWithFailed { error in
            if let failure = error.cause(as: DecodingFailure.self) {
                shown.withLock { $0 += ["\(failure)", failure.path] }
            }
        }
        #expect(shown.withLock { $0 } == [#"Array<Todo>: [1].id: expected Int, found a string: "one""#, "[1].id"])
    }

    @Test func theErrorBodyExamplesWork() {
        let network = VirtualNetwork(.json(#"{"message":"gone"}"#, status: .notFound), retryPolicy: .never).network
        let shown = Locked<[String]>([])
        network.send(.get(), as: Todo.self, failingWith: .json(APIError.self))
            .startWithFailed { failure in shown.withLock { $0.append(failure.body?.message ?? "\(failure.error)") } }
        #expect(shown.withLock { $0 } == ["gone"])
    }

    @Test func theValidationExamplesWork() {
        let request = RequestBuilder(.get, "https://example.com/cart")
            .header("Accept", "application/json")
            .validating(.acceptHeader)
            .validating(.problems([402: ShopError.unpaid]))
            .validating { response in
                if response.data.starts(with: Data("ERROR".utf8)) { throw ShopError.failed }
                return response.head.status == .unauthorized ? .swallowed : .standard
            }
            .build()
        func cause(of reply: StubTransport.Reply) -> ShopError? {
            let events = VirtualNetwork(reply, retryPolicy: .never).network.send(request).record()
            guard case .failed(let error)? = events.all.first?.event else { return nil }
            return error.cause(as: ResponseValidationError.self)?.cause as? ShopError
        }
        #expect(cause(of: .status(402)) == .unpaid)
        #expect(cause(of: .json("ERROR")) == .failed)
        #expect(cause(of: .json("{}")) == nil)
        let swallowed = VirtualNetwork(.status(.unauthorized)).network.send(request)
        #expect(swallowed.record().all == [.interrupted(at: .zero)])
    }

    @Test func theChainExamplesWork() {
        let world = VirtualNetwork(.json(#"{"token":"t"}"#), .json(todoJSON))
        let network = world.network
        let chain = network.send(.post(), as: Token.self)
            .flatMap(.latest) { network.send(.get("http://api.test/\($0.parsedData.token)"), as: Todo.self) }
        #expect(chain.record().values.map(\.parsedData.title) == ["Ape"])
        #expect(world.stub.requests.map(\.url.path) == ["/todos", "/t"])
    }
}
