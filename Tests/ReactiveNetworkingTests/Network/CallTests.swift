import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting
import Testing

extension Call where Response == Todo {
    fileprivate static func todo(_ id: Int) -> Self { Self(Route(.get, "http://api.test/todos/:id", path: ["id": id])) }
}

extension Call where Response == [Todo] {
    fileprivate static var todos: Self {
        Self(Route(.get, "http://api.test/todos"), decoding: .json([Todo].self, at: "items"))
    }
}

extension Endpoint where Self == Route {
    fileprivate static var plain: Route { Route(.get, "http://api.test/plain") }
}

@Suite struct CallTests {
    private func network(_ script: StubTransport.Reply...) -> (network: Network, stub: StubTransport) {
        let stub = StubTransport(script: script)
        return (Network(transport: stub, scheduler: ImmediateScheduler()), stub)
    }

    @Test func aCallNamesItsRequestAndItsResponse() throws {
        let it = VirtualNetwork(.json(todoJSON), .json(#"{"items": [\#(todoJSON)]}"#))
        let todo = it.network.send(.todo(1)).record(on: it.clock).values.first
        #expect(todo?.parsedData == Todo(id: 1, title: "Ape"))
        let todos = it.network.send(.todos).record(on: it.clock).values.first
        #expect(todos?.parsedData == [Todo(id: 1, title: "Ape")])
        #expect(it.stub.requests.map { $0.url.path } == ["/todos/1", "/todos"])
    }

    @Test func aCallIsAnEndpoint() throws {
        var marked = Request.get()
        marked.isMarkedRepeatable = true
        marked.userInfo["screen"] = "list"
        let request = Call<Todo>(marked).makeRequest()
        #expect(request == marked)
        #expect(request.userInfo["screen"] as? String == "list")
        let it = VirtualNetwork(.json(todoJSON))
        let headers: SignalProducer<HTTP.Headers, OperationError> = it.network.send(Call<Todo>.todo(1))
        #expect(headers.record(on: it.clock).values.count == 1)
        let same = it.network.send(Call<Todo>.todo(1), as: Todo.self).record(on: it.clock)
        #expect(same.values.map(\.parsedData.id) == [1])
    }

    @Test func aResponseIsAwaited() async throws {
        let it = network(.json(todoJSON))
        #expect(try await it.network.response(for: .todo(1)).parsedData == Todo(id: 1, title: "Ape"))
        let response = try await it.network.response(for: .plain, as: Todo.self, abortAfter: .patience)
        #expect(response.statusCode == .ok && response.parsedData.id == 1)
    }

    @Test func aFailureIsThrown() async {
        let it = network(.status(.notFound))
        await #expect(throws: OperationError.unexpectedResponseCode(httpCode: .notFound, data: nil)) {
            try await it.network.response(for: .todo(1))
        }
    }

    @Test func cancelingTheTaskCancelsTheTransfer() async {  // N3
        let it = network(.never)
        let task = Task { try await it.network.response(for: .todo(1)) }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(it.stub.liveCount == 0)
        #expect(it.network.activity.count.value == 0)
    }
}
