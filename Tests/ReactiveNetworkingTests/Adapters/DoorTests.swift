import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting
import Testing

/// Operations through callbacks, `async` functions and chains.
@Suite struct AdapterTests {
    @Test func exactlyOneCallbackIsCalledOnce() {  // F-62
        let calls = Locked<[String]>([])
        func start(_ reply: StubTransport.Reply) -> any Disposable {
            VirtualNetwork(reply, retryPolicy: .never).network.send(.get(), as: Todo.self).start(
                onSuccess: { todo in calls.withLock { $0.append(todo.parsedData.title) } },
                onFailure: { error in calls.withLock { $0.append("\(error == .missingData)") } },
                onCancel: { calls.withLock { $0.append("canceled") } }
            )
        }
        _ = start(.json(todoJSON))
        _ = start(.status(.ok))
        start(.never).dispose()
        #expect(calls.withLock { $0 } == ["Ape", "true", "canceled"])
    }

    @Test func disposingOfAStartWithCallbacksCancelsTheTransfer() {  // F-44, F-62, F-63
        let world = VirtualNetwork(.never)
        let calls = Locked(0)
        let request = world.network.send(.get()).start(
            onSuccess: { _ in calls.withLock { $0 += 1 } },
            onFailure: { _ in calls.withLock { $0 += 1 } }
        )
        #expect(world.stub.liveCount == 1)
        request.dispose()
        #expect(world.stub.cancelledCount == 1)
        #expect(calls.withLock { $0 } == 0)
        #expect(world.isQuiet)
    }

    @Test func aLateCallbackReceivesTheEarlierResult() {  // F-62
        let world = VirtualNetwork(.json(todoJSON))
        let future = world.network.send(.get(), as: Todo.self).replayLazily(upTo: 1)
        let titles = Locked<[String]>([])
        for _ in 1...2 {
            future.start(
                onSuccess: { todo in titles.withLock { $0.append(todo.parsedData.title) } },
                onFailure: { _ in }
            )
        }
        #expect(titles.withLock { $0 } == ["Ape", "Ape"])
        #expect(world.stub.requests.count == 1)

        let failing = VirtualNetwork(.status(.ok))
        let failure = failing.network.send(.get(), as: Todo.self).replayLazily(upTo: 1)
        let errors = Locked<[OperationError]>([])
        for _ in 1...2 {
            failure.start(onSuccess: { _ in }, onFailure: { error in errors.withLock { $0.append(error) } })
        }
        #expect(errors.withLock { $0 } == [.missingData, .missingData])
        #expect(failing.stub.requests.count == 1)
    }

    @Test func everySendCanBeAwaited() async throws {  // F-62
        let network = VirtualNetwork(.json(todoJSON)).network
        #expect(try await network.send(.get()).value()["Content-Type"] == "application/json")
        #expect(try await network.send(.get(), as: Todo.self).value().parsedData.title == "Ape")
        #expect(try await network.send(.get(), decoding: .text()).value().parsedData == todoJSON)
        #expect(
            try await network.send(.get(), decoding: .custom { $0.count }).value().parsedData == todoJSON.utf8.count
        )
        let typed = try await network.send(.get(), as: Todo.self, failingWith: .json(Todo.self)).firstValue()
        #expect(typed?.parsedData.id == 1)
    }

    @Test func anAwaitedFailureIsTyped() async {  // F-62
        let network = VirtualNetwork(.json(todoJSON, status: .notFound), retryPolicy: .never).network
        do throws(Network.ErrorWithBody<Todo>) {
            _ = try await network.send(.get(), as: Int.self, failingWith: .json(Todo.self)).firstValue()
            Issue.record("there was no failure")
        } catch {
            #expect(error.body?.title == "Ape")
        }
    }

    @Test func cancelingTheTaskCancelsTheTransfer() async {  // F-44, F-62
        let world = VirtualNetwork(.never)
        let task = Task { try await world.network.send(.get(), as: Todo.self).value() }
        while world.stub.liveCount == 0 { await Task.yield() }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(world.stub.cancelledCount == 1)
        #expect(world.isQuiet)
    }

    @Test func requestsCanBeChainedWithFlatMap() {  // F-61
        let world = VirtualNetwork(.json(todoJSON), .text("second"))
        let network = world.network
        let chained = network.send(.get(), as: Todo.self).flatMap(.latest) { todo in
            network.send(.get("http://api.test/users/\(todo.parsedData.id)"), decoding: .text())
        }
        #expect(chained.record().values.map(\.parsedData) == ["second"])
        #expect(world.stub.requests.map(\.url.path) == ["/todos/1", "/users/1"])
        let ordered = network.send(.post()).then(network.send(.get(), decoding: .text()))
        #expect(ordered.record().values.map(\.parsedData) == ["second"])
    }

    @Test func aFailureEndsTheChain() {  // F-61
        let world = VirtualNetwork(.status(.notFound), retryPolicy: .never)
        let network = world.network
        let chained = network.send(.get()).then(network.send(.post()))
        #expect(chained.record().all == [.failed(at: .zero, .unexpectedResponseCode(httpCode: .notFound, data: nil))])
        #expect(world.stub.requests.count == 1)
    }
}
