import Dispatch
import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting
import Testing

/// Operations on many threads, on real schedulers.
@Suite struct ConcurrencyTests {
    @Test func aResponseRacingTheDeadlineHasOneOutcome() async {  // N2, N11
        let transportClock = QueueScheduler(name: "ConcurrencyTests.transport")
        var generator = SplitMix(state: 11)
        let limits = (0..<1_000).map { _ in Duration.microseconds(Int.random(in: 500...20_000, using: &generator)) }
        let reports = await withTaskGroup(of: [String].self) { group in
            for limit in limits {
                group.addTask {
                    let stub = StubTransport(script: [.text("x").delayed(by: limit)], clock: transportClock)
                    let network = Network(transport: stub, scheduler: ImmediateScheduler())
                    return await kinds(of: network.send(.get(), decoding: .custom { $0 }, abortAfter: limit))
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(reports.count == 1_000)
        #expect(reports.filter { $0 != ["value", "completed"] && $0 != ["timedOut"] } == [])
    }

    @Test func startsOfOneProducerOnManyThreadsAreIndependent() async {  // N1, N6
        let stub = StubTransport(.failure(.connectionLost))
        let retryPolicy = RetryPolicy(backoff: .exponential(base: .milliseconds(1))) { _ in .retry }
        let network = Network(
            configuration: Network.Configuration(retryPolicy: retryPolicy),
            transport: stub,
            scheduler: ImmediateScheduler()
        )
        let attempts = Locked<[UInt64: [Int]]>([:])
        let delays = Locked<[UInt64: [Duration]]>([:])
        network.events.observeValues { event in
            switch event.kind {
            case .attemptBegan(let number): attempts.withLock { $0[event.operation, default: []].append(number) }
            case .retryPlanned(let delay, _): delays.withLock { $0[event.operation, default: []].append(delay) }
            default: break
            }
        }
        let producer = network.send(.get(), maxRetries: 4)
        let ends = Locked(0)
        await withCheckedContinuation { continuation in
            DispatchQueue.concurrentPerform(iterations: 32) { _ in
                producer.startWithFailed { _ in
                    let isLast = ends.withLock { ends in
                        ends += 1
                        return ends == 32
                    }
                    if isLast { continuation.resume() }
                }
            }
        }
        #expect(attempts.withLock { $0.count } == 32)
        #expect(attempts.withLock { attempts in attempts.values.allSatisfy { $0 == [1, 2, 3, 4, 5] } })
        let doubling = [1, 2, 4, 8].map { Duration.milliseconds($0) }
        #expect(delays.withLock { delays in delays.values.allSatisfy { $0 == doubling } })
        #expect(stub.requests.count == 32 * 5)
        #expect(network.activity.count.value == 0)
    }

    @Test func cancelingATaskCancelsTheTransfer() async {  // N3
        let stub = StubTransport(.never)
        let network = Network(transport: stub, scheduler: ImmediateScheduler())
        let task = Task { try await network.send(.get()).value() }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(stub.liveCount == 0)
        #expect(network.activity.count.value == 0)
    }

    @Test func nestedDeadlinesOfTasksUseTheEarlierOne() async {  // N11
        let network = Network(transport: StubTransport(.never), scheduler: ImmediateScheduler())
        let clock = QueueScheduler.shared
        func limit() async -> Duration? {
            let events = await network.send(.get(), abortAfter: .seconds(5)).materialize().collect().firstValue()
            guard case .failed(.timedOut(let limit, _, 1, nil))? = events?.first else { return nil }
            return limit
        }
        let outer = await Deadline.withLimit(.milliseconds(200), on: clock) {
            await Deadline.withLimit(.seconds(60), on: clock) { await limit() }
        }
        let inner = await Deadline.withLimit(.seconds(60), on: clock) {
            await Deadline.withLimit(.milliseconds(100), on: clock) { await limit() }
        }
        let none = await Deadline.withLimit(.zero, on: clock) {
            await network.send(.get()).materialize().collect().firstValue()?.first?.error
        }
        #expect(outer.map { $0 > .milliseconds(100) && $0 <= .milliseconds(200) } == true)
        #expect(inner.map { $0 > .zero && $0 <= .milliseconds(100) } == true)
        guard case .timedOut(_, .preparing, 0, nil)? = none else {
            Issue.record("\(String(describing: none))")
            return
        }
    }
}

/// The events of one start, by kind.
private func kinds<Value>(of producer: SignalProducer<Value, OperationError>) async -> [String] {
    let seen = Locked<[String]>([])
    await withCheckedContinuation { continuation in
        producer.start { event in
            switch event {
            case .value: seen.withLock { $0.append("value") }
            case .completed: seen.withLock { $0.append("completed") }
            case .failed(.timedOut): seen.withLock { $0.append("timedOut") }
            case .failed, .interrupted: seen.withLock { $0.append("\(event)") }
            }
            if event.isTerminating { continuation.resume() }
        }
    }
    return seen.withLock { $0 }
}
