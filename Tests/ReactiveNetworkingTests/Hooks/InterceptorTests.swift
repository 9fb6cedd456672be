import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting
import Testing

@Suite struct InterceptorTests {
    private struct Refusal: Error, Hashable {}
    private typealias Verdicts = SignalProducer<Hooks.Decision, Refusal>

    /// Returns hooks with one interceptor that decides by `decide`, which receives the attempt and the number of
    /// attempts so far.
    private func hooks(_ decide: @escaping @Sendable (Hooks.Attempt, Int) -> Verdicts) -> Hooks {
        Hooks().interceptor(producing: {
            let seen = Locked(0)
            return { attempt in decide(attempt, seen.next()) }
        })
    }

    @Test func oneInterceptorSeesAllAttemptsOfAnOperation() {  // F-24
        let seen = Locked<[String]>([])
        let hooks = hooks { attempt, count in
            seen.modify { $0.append("\(attempt.number) \(count) \(attempt.response?.status.rawValue ?? 0)") }
            return Verdicts(value: count < 3 ? .retry(after: .seconds(count)) : .proceed)
        }
        let world = VirtualNetwork(script: [.status(.ok)], hooks: hooks)
        for start in 0..<2 {
            let events = world.network.send(.post()).map { _ in true }.record(on: world.clock)
            world.clock.advance(by: .seconds(5))
            #expect(events.all == [.value(at: .seconds(3), true), .completed(at: .seconds(3))])
            #expect(world.stub.requests.count == 3 * (start + 1))
        }
        #expect(seen.value == ["1 1 200", "2 2 200", "3 3 200", "1 1 200", "2 2 200", "3 3 200"])
        #expect(world.isQuiet)
    }

    @Test func aFailureThatProceedsReachesTheRetryPolicy() {  // F-24, N6
        let errors = Locked<[OperationError?]>([])
        let hooks = hooks { attempt, count in
            errors.modify { $0.append(attempt.error) }
            return Verdicts(value: count == 1 ? .retry(after: .seconds(1)) : .proceed)
        }
        let world = VirtualNetwork(
            script: [.status(.notFound), .status(.serviceUnavailable), .failure(.connectionLost), .status(.ok)],
            hooks: hooks
        )
        let log = world.log()
        let events = world.network.send(.get()).map { _ in true }.record(on: world.clock)
        world.clock.advance(by: .seconds(9))
        // One second of the interceptor, then the delays of the policy after the second and the third attempt.
        #expect(world.stub.times == [.zero, .seconds(1), .seconds(3), .seconds(7)])
        #expect(events.all == [.value(at: .seconds(7), true), .completed(at: .seconds(7))])
        #expect(errors.value.count == 4 && errors.value.last == .some(nil))
        let planned = log.kinds.compactMap { if case .retryPlanned(_, let reason) = $0 { reason } else { nil } }
        #expect(planned == [.interceptor, .policy, .policy])
        #expect(world.isQuiet)
    }

    @Test func retriesOfAnInterceptorAreBounded() {  // F-24, N6
        let always = hooks { _, _ in Verdicts(value: .retry(after: .zero)) }
        let good = VirtualNetwork(script: [.status(.ok)], hooks: always)
        let succeeded = good.network.send(.get(), maxRetries: 3).record(on: good.clock)
        good.clock.advance(by: .zero)
        #expect(good.stub.requests.count == 4)
        #expect(succeeded.values.count == 1)

        let bad = VirtualNetwork(script: [.status(.notFound)], hooks: always)
        let failed = bad.network.send(.get(), maxRetries: 3).record(on: bad.clock)
        bad.clock.advance(by: .zero)
        #expect(bad.stub.requests.count == 4)
        let error = OperationError.unexpectedResponseCode(httpCode: .notFound, data: nil)
        #expect(failed.all == [.failed(at: .zero, error)])
    }

    @Test func aDelayThatExceedsTheDeadlineIsNotBegun() {  // F-24, N8
        for (delay, sentCount) in [(9, 2), (10, 1)] {
            let hooks = hooks { _, count in
                Verdicts(value: count == 1 ? .retry(after: .seconds(delay)) : .proceed)
            }
            let world = VirtualNetwork(script: [.status(.notFound)], hooks: hooks)
            let events = world.network.send(.get(), abortAfter: .seconds(10)).record(on: world.clock)
            world.clock.advance(by: .seconds(20))
            #expect(world.stub.requests.count == sentCount)
            let error = OperationError.unexpectedResponseCode(httpCode: .notFound, data: nil)
            #expect(events.all == [.failed(at: .seconds(sentCount == 2 ? 9 : 0), error)])
        }
    }

    @Test func anInterceptorsTimeCountsTowardTheDeadlineAndDisposalEndsIt() {  // N3, N11, F-24
        let world = VirtualNetwork(script: [.status(.notFound)], hooks: hooks { _, _ in .never })
        let events = world.network.send(.get(), abortAfter: .seconds(2)).record(on: world.clock)
        let disposed = world.network.send(.get()).record(on: world.clock)
        world.clock.advance(by: .seconds(1))
        disposed.dispose()
        world.clock.advance(by: .seconds(3))
        #expect(events.all.count == 1)
        #expect(events.all.first?.event.error?.isTimeout == true)
        #expect(disposed.all == [.interrupted(at: .seconds(1))])
        #expect(world.isQuiet)
    }

    @Test func theFirstInterceptorThatDoesNotProceedDecides() {  // F-24
        let asked = Locked<[Int]>([])
        func deciding(_ number: Int, _ decision: Hooks.Decision)
            -> @Sendable () -> @Sendable (Hooks.Attempt) -> Verdicts
        {
            {
                { attempt in
                    asked.modify { $0.append(number) }
                    return Verdicts(value: attempt.number == 1 ? decision : .proceed)
                }
            }
        }
        let hooks = Hooks().interceptor(producing: deciding(1, .proceed))
            .interceptor(producing: deciding(2, .retry(after: .seconds(1))))
            .interceptor(producing: deciding(3, .retry(after: .seconds(5))))
        let world = VirtualNetwork(script: [.status(.ok)], hooks: hooks)
        world.network.send(.get()).start()
        world.clock.advance(by: .seconds(9))
        #expect(world.stub.times == [.zero, .seconds(1)])
        #expect(asked.value == [1, 2, 1, 2, 3])
    }

    @Test func anErrorOfAnInterceptorEndsTheOperation() {  // F-24
        for script in [[StubTransport.Reply.status(.ok)], [.status(.serviceUnavailable)]] {
            let world = VirtualNetwork(script: script, hooks: hooks { _, _ in Verdicts(error: Refusal()) })
            let events = world.network.send(.get()).record(on: world.clock)
            let error = OperationError.requestFailure(error: HookError(.interceptor, cause: Refusal()))
            #expect(events.all == [.failed(at: .zero, error)])
            #expect(world.isQuiet)
        }
    }

    @Test func anErrorThrownByAHookIsFinal() {  // F-24, F-22, N7
        let asked = Locked(0)
        let refusing = hooks { attempt, _ in
            _ = asked.next()
            return attempt.error == nil ? Verdicts(error: Refusal()) : Verdicts(value: .retry(after: .zero))
        }
        let insisting = hooks { _, _ in Verdicts(value: .retry(after: .zero)) }
            .transform(head: { _ in throw Refusal() })
        for (hooks, place) in [(refusing, HookError.Stage.interceptor), (insisting, .head)] {
            let clock = TestScheduler()
            let stub = StubTransport(.status(.ok), clock: clock)
            let policy = RetryPolicy { _ in .retry }
            let network = Network(
                configuration: Network.Configuration(retryPolicy: policy, hooks: hooks),
                transport: stub,
                clock: clock
            )
            let events = network.send(.get()).record(on: clock)
            clock.advance(by: .seconds(9))
            let error = OperationError.requestFailure(error: HookError(place, cause: Refusal()))
            #expect(events.all == [.failed(at: .zero, error)])
            #expect(stub.requests.count == 1)
        }
        #expect(asked.value == 1)
    }

    @Test func anAsynchronousInterceptorHasStatePerOperation() async throws {  // F-24
        let hooks = Hooks().interceptor {
            let waits = Locked([Duration.zero, .zero])
            return { _ in
                await Task.yield()
                return waits.modify { $0.popLast() }.map { .retry(after: $0) } ?? .proceed
            }
        }
        let stub = StubTransport(.status(.ok))
        let network = Network(
            configuration: Network.Configuration(hooks: hooks),
            transport: stub,
            scheduler: ImmediateScheduler()
        )
        for _ in 0..<10 { _ = try await network.send(.get(), abortAfter: .patience).value() }
        #expect(stub.requests.count == 30)
    }
}

extension OperationError {
    fileprivate var isTimeout: Bool { if case .timedOut = self { true } else { false } }
}
