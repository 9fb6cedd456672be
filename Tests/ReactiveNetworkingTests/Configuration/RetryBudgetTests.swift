import ReactiveCore
import ReactiveNetworking
import ReactiveTesting
import Testing

/// What the operations of a network may spend on retries together.
@Suite struct RetryBudgetTests {
    private let budget: RetryBudget
    private let policy: RetryPolicy

    init() {
        budget = RetryBudget()
        var policy = RetryPolicy(backoff: .constant(.milliseconds(1))) { RetryPolicy.standard.verdict(on: $0) }
        policy.budget = budget
        self.policy = policy
    }

    private let url = "http://api.test/todos/1"

    @Test(arguments: [
        (StubTransport.Reply.fail(.connectionLost), 35, 10), (.status(.serviceUnavailable), 35, 10),
        (.status(.tooManyRequests), 100, 0), (.status(.serviceUnavailable, headers: ["Retry-After": "0"]), 100, 0),
    ])
    func soManyRetriesInARowPassAndTheNextIsRefusedAtOnce(reply: StubTransport.Reply, retries: Int, rest: Int) {  // N10
        let it = VirtualNetwork(reply, retryPolicy: policy)
        let log = it.log()
        let events = it.network.send(.get(url), maxRetries: 1_000).map { _ in true }.record(on: it.clock)
        it.clock.run()
        #expect(it.stub.times == (0...retries).map { .milliseconds($0) })
        #expect(events.all.map(\.time) == [.milliseconds(retries)])
        #expect(log.stopReason == .budget)
        #expect(budget.tokenCount(for: url) == rest)
        #expect(it.isQuiet)
    }

    @Test func aSuccessGivesBackWhatItsLastRetryTookAndAPlainOneFillsUp() {  // N10
        let it = VirtualNetwork(
            .fail(.connectionLost),
            .fail(.connectionLost),
            .status(.ok),
            .status(.ok),
            .status(.notFound),
            .status(.ok),
            retryPolicy: policy
        )
        var counts: [Int] = []
        for _ in 1...4 {
            it.network.send(.get(url)).start()
            it.clock.advance(by: .seconds(1))
            counts.append(budget.tokenCount(for: url))
        }
        #expect(counts == [486, 487, 487, 488])
    }

    @Test func aBucketIsNeverMoreThanFull() {  // N10
        let it = VirtualNetwork(.fail(.connectionLost), .status(.ok), .status(.ok), retryPolicy: policy)
        for _ in 1...2 {
            it.network.send(.get(url)).start()
            it.clock.advance(by: .seconds(1))
            #expect(budget.tokenCount(for: url) == 500)
        }
    }

    @Test func itIsSharedByAllOperationsToAnOriginAndByNoOther() {  // N10
        let it = VirtualNetwork(.fail(.connectionLost), retryPolicy: policy)
        for number in 1...10 { it.network.send(.get("http://API.test:80/\(number)"), maxRetries: 100).start() }
        it.clock.run()
        #expect(it.stub.requests.count == 45)
        #expect(budget.tokenCount(for: url) == 10)
        let others = ["https://api.test", "http://api.test:8080", "http://b.test"]
        #expect(others.map(budget.tokenCount) == [500, 500, 500])
        let elsewhere = VirtualNetwork(.fail(.connectionLost), retryPolicy: policy)
        elsewhere.network.send(.get("http://b.test"), maxRetries: 2).start()
        elsewhere.clock.run()
        #expect(elsewhere.stub.requests.count == 3)
    }

    @Test func whatIsNotRetriedCostsNothing() {  // N10, N7, N8
        let it = VirtualNetwork(.fail(.connectionLost), retryPolicy: policy)
        let log = it.log()
        it.network.send(.post(url)).start()
        #expect(log.stopReason == .notRepeatable)
        it.network.send(.get(url), maxRetries: 0).start()
        #expect(log.stopReason == .retryLimitReached)
        it.network.send(.get(url), abortAfter: .microseconds(500)).start()
        #expect(log.stopReason == .deadline)
        #expect(budget.tokenCount(for: url) == 500)
    }

    @Test func aFailureKeepsWhatItsRetriesTook() {  // N10
        let it = VirtualNetwork(.fail(.connectionLost), .status(.notFound), retryPolicy: policy)
        it.network.send(.get(url)).start()
        it.clock.run()
        #expect(budget.tokenCount(for: url) == 486)
    }

    @Test func theNumbersAreOnesOwn() {  // N10
        let small = RetryBudget(capacity: 3, transientCost: 2, refill: 5)
        var policy = policy
        policy.budget = small
        let it = VirtualNetwork(.fail(.connectionLost), .fail(.connectionLost), .status(.ok), retryPolicy: policy)
        it.network.send(.get(url)).start()
        it.clock.run()
        #expect(it.stub.requests.count == 2)
        #expect(small.tokenCount(for: url) == 1)
        it.network.send(.get(url)).start()
        it.clock.run()
        #expect(small.tokenCount(for: url) == 3)
    }
}
