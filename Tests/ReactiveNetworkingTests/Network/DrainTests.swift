import ReactiveTestSupport
import ReactiveTesting
import Testing

@testable import ReactiveNetworking

@Suite struct DrainTests {
    private let clock = TestScheduler()

    private func network(_ replies: StubTransport.Reply...) -> Network {
        Network(transport: StubTransport(script: replies.isEmpty ? [.never] : replies, clock: clock), clock: clock)
    }

    @Test func theRunningOperationsEndTheNewOnesFailAndTheRestIsInterruptedAtTheLimit() {  // AC-11
        let network = network(.status(.ok).delayed(by: .seconds(2)), .never)
        let first = network.send(.get()).record(on: clock)
        let endless = network.send(.get(), abortAfter: .seconds(60)).record(on: clock)
        let drain = network.drain(within: .seconds(5)).record(on: clock)
        clock.advance(by: .seconds(1))
        let late = network.send(.get()).record(on: clock)
        #expect(late.all.count == 1)
        let failure = late.failure?.cause(as: TransportError.self)
        #expect(failure?.kind == .closed && failure?.mayHaveReachedServer == false)
        clock.advance(by: .seconds(10))
        #expect(first.all.last == .completed(at: .seconds(2)))
        #expect(endless.all == [.interrupted(at: .seconds(5))])
        let end = Drained(finished: 1, interrupted: 1)
        #expect(drain.all == [.value(at: .seconds(5), end), .completed(at: .seconds(5))])
        #expect(network.activity.count.value == 0 && clock.scheduledCount == 0)
    }

    @Test func aNetworkOnWhichNothingRunsIsDrainedAtOnce() {  // AD12
        let network = network()
        let first = network.drain().record(on: clock)
        #expect(first.all == [.value(at: .zero, Drained(finished: 0, interrupted: 0)), .completed(at: .zero)])
        #expect(network.drain().record(on: clock).all == first.all)
        #expect(clock.scheduledCount == 0)
    }

    @Test func theValueFollowsTheLastEventOfTheConsumer() {  // AD12
        let network = network(.status(.ok).delayed(by: .seconds(1)))
        let order = Locked<[String]>([])
        network.send(.get(), scheduler: clock).startWithCompleted { order.withLock { $0.append("end") } }
        network.drain().startWithValues { _ in order.withLock { $0.append("drained") } }
        clock.advance(by: .seconds(2))
        #expect(order.value == ["end", "drained"])
    }

    @Test func aSecondStartJoinsTheFirst() {  // AD12
        let network = network(.never)
        let operation = network.send(.get(), abortAfter: .seconds(60)).record(on: clock)
        let first = network.drain(within: .seconds(4)).record(on: clock)
        clock.advance(by: .seconds(1))
        let second = network.drain(within: .seconds(1)).record(on: clock)
        clock.advance(by: .seconds(9))
        #expect(operation.all == [.interrupted(at: .seconds(4))])
        let end = Drained(finished: 0, interrupted: 1)
        #expect(first.all == [.value(at: .seconds(4), end), .completed(at: .seconds(4))])
        #expect(second.all == [.value(at: .seconds(3), end), .completed(at: .seconds(3))])
    }

    @Test func aStartThatIsDisposedOfOnlyStopsWaiting() {  // AD12
        let network = network(.never)
        let operation = network.send(.get(), abortAfter: .seconds(60)).record(on: clock)
        let first = network.drain(within: .seconds(4)).record(on: clock)
        first.dispose()
        #expect(network.send(.get()).record(on: clock).failure != nil)
        clock.advance(by: .seconds(10))
        #expect(operation.all == [.interrupted(at: .seconds(4))])
        let value = Drained(finished: 0, interrupted: 1)
        #expect(network.drain().record(on: clock).values == [value])
    }

    @Test func runningOperationsGoOnWithTheirRetries() {  // AD12
        let network = network(.failure(.cannotConnect), .failure(.cannotConnect), .status(.ok))
        let operation = network.send(.get()).record(on: clock)
        let drain = network.drain(within: .seconds(30)).record(on: clock)
        clock.advance(by: .seconds(30))
        #expect(operation.values.count == 1 && operation.failure == nil)
        #expect(drain.values == [Drained(finished: 1, interrupted: 0)])
    }

    @Test func anOperationThatIsDisposedOfEndsTheDrain() {  // AD12
        let network = network(.never)
        let operation = network.send(.get()).record(on: clock)
        let drain = network.drain().record(on: clock)
        operation.dispose()
        #expect(drain.values.count == 1)
        #expect(clock.scheduledCount == 0)
    }

    @Test func manyThreadsMayDrainAndBeginAtOnce() async {  // AD14
        for _ in 0..<50 {
            let network = Network(transport: StubTransport(.status(.ok)))
            await withTaskGroup(of: Void.self) { group in
                for index in 0..<8 {
                    group.addTask {
                        if index.isMultiple(of: 2) {
                            _ = try? await network.response(for: Request.get())
                        } else {
                            _ = await network.drain().firstValue()
                        }
                    }
                }
            }
            #expect(network.activity.count.value == 0)
        }
    }
}
