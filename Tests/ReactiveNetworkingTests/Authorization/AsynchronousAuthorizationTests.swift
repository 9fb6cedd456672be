import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting
import Testing

/// Asynchronous sources of authorization.
@Suite struct AsynchronousAuthorizationTests {
    private struct Expired: Error { let secret = "canary" }

    private func slow(_ delay: Duration, on clock: TestScheduler, asked: Locked<Int> = Locked(0)) -> Authorization {
        Authorization(
            "slow",
            producing: { _ in
                SignalProducer<String, Never> { "Token \(asked.next())" }.delay(delay, on: clock)
            }
        )
    }

    private func request(_ authorization: Authorization) -> Request {
        RequestBuilder(.get, "http://api.test/").authorization(authorization).build()
    }

    @Test func theSourceIsAskedForEachAttempt() {  // F-19, N11
        let world = VirtualNetwork(.status(.serviceUnavailable), .status(.ok))
        let events = world.network.send(request(slow(.seconds(2), on: world.clock))).map { _ in 1 }.record(
            on: world.clock
        )
        world.clock.advance(by: .seconds(9))
        #expect(world.stub.times == [.seconds(2), .seconds(5)])
        #expect(world.stub.requests.map { $0.headers["Authorization"] } == ["Token 1", "Token 2"])
        #expect(events.all == [.value(at: .seconds(5), 1), .completed(at: .seconds(5))])
        #expect(world.isQuiet)
    }

    @Test func theWaitCountsTowardTheDeadline() {  // N11
        let world = VirtualNetwork(.status(.ok))
        let events = world.network.send(request(slow(.seconds(5), on: world.clock)), abortAfter: .seconds(3))
            .record(on: world.clock)
        world.clock.advance(by: .seconds(9))
        let error = OperationError.timedOut(after: .seconds(3), phase: .preparing, attempts: 1, lastFailure: nil)
        #expect(events.all == [.failed(at: .seconds(3), error)])
        #expect(world.stub.requests.isEmpty)
        #expect(world.isQuiet)
    }

    @Test func disposalEndsTheWait() {  // N3
        let world = VirtualNetwork(.status(.ok))
        let events = world.network.send(request(slow(.seconds(5), on: world.clock))).record(on: world.clock)
        world.clock.advance(by: .seconds(1))
        events.dispose()
        world.clock.advance(by: .zero)
        #expect(world.isQuiet)
        world.clock.advance(by: .seconds(9))
        #expect(events.all == [.interrupted(at: .seconds(1))])
        #expect(world.stub.requests.isEmpty)
    }

    @Test func anAsynchronousFunctionIsCanceledByDisposal() async {  // N3, F-19
        let network = Network(transport: StubTransport(.status(.ok)), scheduler: ImmediateScheduler())
        let (begun, beginning) = AsyncStream<Void>.makeStream()
        let (ended, ending) = AsyncStream<Bool>.makeStream()
        let authorization = Authorization("hanging") { _ in
            beginning.yield()
            let never = AsyncStream<Never> { _ in }
            for await _ in never {}
            ending.yield(Task.isCancelled)
            return "late"
        }
        let start = network.send(request(authorization), abortAfter: .patience).start()
        var hasBegun = begun.makeAsyncIterator()
        await hasBegun.next()
        start.dispose()
        var hasEnded = ended.makeAsyncIterator()
        #expect(await hasEnded.next() == true)
    }

    @Test func anErrorOfTheSourceIsTheCauseAndNothingIsSent() async throws {  // F-19
        for thrown in [Expired() as any Error, CancellationError()] {
            let stub = StubTransport(.status(.ok))
            let network = Network(transport: stub, scheduler: ImmediateScheduler())
            let authorization = Authorization("mine") { _ in
                await Task.yield()
                throw thrown
            }
            let expected = OperationError.requestFailure(
                error: RequestError.authorizationFailed(cause: .init(thrown))
            )
            await #expect(throws: expected) {
                try await network.send(request(authorization), abortAfter: .patience).value()
            }
            #expect(stub.requests.isEmpty)
            #expect(!expected.description.contains("canary"))
        }
    }

    @Test func aValueThatIsInvalidInAHeaderIsRejected() {
        let world = VirtualNetwork(.status(.ok))
        let broken = Authorization("broken", producing: { _ in SignalProducer<String, Never>(value: "a\r\nb: c") })
        let events = world.network.send(request(broken)).record()
        let error = RequestError.invalidHeaderValue(name: "Authorization")
        #expect(events.all == [.failed(at: .zero, .requestFailure(error: error))])
        #expect(world.stub.requests.isEmpty)
    }

    @Test func anEmptySourceSendsNoAuthorization() {
        let world = VirtualNetwork(.status(.ok))
        world.network.send(request(Authorization("none", producing: { _ in SignalProducer<String, Never>.empty })))
            .start()
        #expect(world.stub.requests.map { $0.headers.contains("Authorization") } == [false])
    }

    @Test func anAsynchronousSourceIsNotAvailableBeforeSending() throws {  // F-19
        let clock = TestScheduler()
        let request = request(slow(.zero, on: clock))
        let prepared = try request.prepared()
        #expect(!prepared.headers.contains("Authorization"))
        #expect(throws: RequestError.invalidAuthorization(.unknownBeforeSending)) {
            try request.authorization?.headerValue(for: prepared)
        }
    }

    @Test func aSynchronousSourceCausesNoThreadHop() {  // F-18, N13
        let counter = CountingScheduler()
        let network = Network(
            transport: StubTransport(.status(.ok)),
            scheduler: ImmediateScheduler(),
            parsingScheduler: counter
        )
        for known in [Authorization.basic(username: "a", password: "b"), .bearer("t"), .custom("c")] {
            network.send(request(known)).start()
        }
        #expect(counter.count.value == 0)
        network.send(request(Authorization("signing") { _ in "signed" })).start()
        #expect(counter.count.value == 1)
    }
}

/// A scheduler that runs all work immediately and counts it.
private final class CountingScheduler: Scheduler {
    let count = Locked(0)

    func schedule(_ action: @escaping @Sendable () -> Void) -> (any Disposable)? {
        count.modify { $0 += 1 }
        action()
        return nil
    }
}
