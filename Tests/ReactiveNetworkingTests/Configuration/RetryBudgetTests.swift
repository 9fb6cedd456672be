import ReactiveCore
import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting
import Testing

/// Tests of the retry budget that the operations of a network share.
@Suite struct RetryBudgetTests {
    private let budget: RetryBudget
    private let policy: RetryPolicy

    init() {
        budget = RetryBudget()
        var policy = RetryPolicy(backoff: .constant(.milliseconds(1))) { RetryPolicy.standard.decision(on: $0) }
        policy.budget = budget
        self.policy = policy
    }

    private let url = "http://api.test/todos/1"

    @Test(arguments: [
        (StubTransport.Reply.failure(.connectionLost), 35, 10), (.status(.serviceUnavailable), 35, 10),
        (.status(.tooManyRequests), 100, 0), (.status(.serviceUnavailable, headers: ["Retry-After": "0"]), 100, 0),
    ])
    func consecutiveRetriesAreLimitedByTheBudget(reply: StubTransport.Reply, retries: Int, rest: Int) {  // N10
        let world = VirtualNetwork(reply, retryPolicy: policy)
        let log = world.log()
        let events = world.network.send(.get(url), maxRetries: 1_000).map { _ in true }.record(on: world.clock)
        world.clock.run()
        #expect(world.stub.times == (0...retries).map { .milliseconds($0) })
        #expect(events.all.map(\.time) == [.milliseconds(retries)])
        #expect(log.stopReason == .budget)
        #expect(budget.tokenCount(for: url) == rest)
        #expect(world.isQuiet)
    }

    @Test func aSuccessRefundsItsLastRetryOrRefillsTheBudget() {  // N10
        let world = VirtualNetwork(
            .failure(.connectionLost),
            .failure(.connectionLost),
            .status(.ok),
            .status(.ok),
            .status(.notFound),
            .status(.ok),
            retryPolicy: policy
        )
        var counts: [Int] = []
        for _ in 1...4 {
            world.network.send(.get(url)).start()
            world.clock.advance(by: .seconds(1))
            counts.append(budget.tokenCount(for: url))
        }
        #expect(counts == [486, 487, 487, 488])
    }

    @Test func theBudgetNeverExceedsItsCapacity() {  // N10
        let world = VirtualNetwork(.failure(.connectionLost), .status(.ok), .status(.ok), retryPolicy: policy)
        for _ in 1...2 {
            world.network.send(.get(url)).start()
            world.clock.advance(by: .seconds(1))
            #expect(budget.tokenCount(for: url) == 500)
        }
    }

    @Test func theBudgetIsSharedByAllOperationsToOneOrigin() {  // N10
        let world = VirtualNetwork(.failure(.connectionLost), retryPolicy: policy)
        for number in 1...10 { world.network.send(.get("http://API.test:80/\(number)"), maxRetries: 100).start() }
        world.clock.run()
        #expect(world.stub.requests.count == 45)
        #expect(budget.tokenCount(for: url) == 10)
        let others = ["https://api.test", "http://api.test:8080", "http://b.test"]
        #expect(others.map(budget.tokenCount) == [500, 500, 500])
        let elsewhere = VirtualNetwork(.failure(.connectionLost), retryPolicy: policy)
        elsewhere.network.send(.get("http://b.test"), maxRetries: 2).start()
        elsewhere.clock.run()
        #expect(elsewhere.stub.requests.count == 3)
    }

    @Test func failuresWithoutARetryCostNothing() {  // N10, N7, N8
        let world = VirtualNetwork(.failure(.connectionLost), retryPolicy: policy)
        let log = world.log()
        world.network.send(.post(url)).start()
        #expect(log.stopReason == .notRepeatable)
        world.network.send(.get(url), maxRetries: 0).start()
        #expect(log.stopReason == .retryLimitReached)
        world.network.send(.get(url), abortAfter: .microseconds(500)).start()
        #expect(log.stopReason == .deadline)
        #expect(budget.tokenCount(for: url) == 500)
    }

    @Test func aFailureDoesNotRefundItsRetries() {  // N10
        let world = VirtualNetwork(.failure(.connectionLost), .status(.notFound), retryPolicy: policy)
        world.network.send(.get(url)).start()
        world.clock.run()
        #expect(budget.tokenCount(for: url) == 486)
    }

    @Test func capacityCostAndRefillAreConfigurable() {  // N10
        let small = RetryBudget(capacity: 3, transientCost: 2, refill: 5)
        var policy = policy
        policy.budget = small
        let world = VirtualNetwork(
            .failure(.connectionLost),
            .failure(.connectionLost),
            .status(.ok),
            retryPolicy: policy
        )
        world.network.send(.get(url)).start()
        world.clock.run()
        #expect(world.stub.requests.count == 2)
        #expect(small.tokenCount(for: url) == 1)
        world.network.send(.get(url)).start()
        world.clock.run()
        #expect(small.tokenCount(for: url) == 3)
    }
}
