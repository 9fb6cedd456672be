import Foundation
import ReactiveTestSupport
import ReactiveTesting
import Testing

@testable import ReactiveNetworking

@Suite struct RunningOperationsTests {
    @Test func aThousandOperationsAreInterruptedAtOnceAndTheNextOnesWork() {  // N41
        let clock = TestScheduler()
        let stub = StubTransport(clock: clock) { _, number in number < 1_000 ? .never : .status(.ok) }
        let network = Network(transport: stub, clock: clock)
        let copy = network
        let ends = (0..<1_000).map { ($0 % 2 == 0 ? network : copy).send(.get()).record(on: clock) }
        clock.advance(by: .seconds(1))
        #expect(network.activity.count.value == 1_000)
        copy.cancelAll()
        #expect(ends.allSatisfy { $0.all == [.interrupted(at: .seconds(1))] })
        #expect(stub.cancelledCount == 1_000)
        #expect(clock.scheduledCount == 0 && stub.liveCount == 0 && network.activity.count.value == 0)
        let next = network.send(.get()).record(on: clock)
        #expect(next.all.last == .completed(at: .zero))
    }

    @Test func everyStageOfAnOperationIsInterrupted() {  // N41
        for reply: StubTransport.Reply in [
            .never, .failure(.cannotConnect), .stall(), .chunks([Data([1]), Data([2])], every: .seconds(1)),
        ] {
            let world = VirtualNetwork(reply)
            let log = world.log()
            let events = world.network.send(.get()).record(on: world.clock)
            world.clock.advance(by: .milliseconds(500))
            world.network.cancelAll()
            #expect(events.all == [.interrupted(at: .milliseconds(500))])
            #expect(world.isQuiet)
            guard case .ended(.cancelled, _) = log.withLock({ $0.last?.kind }) else {
                Issue.record("the log does not tell of the end")
                continue
            }
        }
    }

    @Test func anOperationThatBeginsInResponseIsNotInterrupted() {  // N41
        let clock = TestScheduler()
        let stub = StubTransport(.never, .status(.ok), clock: clock)
        let network = Network(transport: stub, clock: clock)
        let second = Locked<EventRecorder<HTTP.Headers, Network.OperationError>?>(nil)
        network.send(.get()).startWithInterrupted {
            let events = network.send(.get()).record(on: clock)
            second.withLock { $0 = events }
        }
        network.cancelAll()
        #expect(second.withLock { $0?.all.last } == .completed(at: .zero))
    }

    @Test func anAsyncCallThrowsACancellationError() async {  // N41
        let stub = StubTransport(.never)
        let network = Network(transport: stub)
        let call = Task { try await network.response(for: Request.get()) }
        _ = await network.activity.count.producer.filter { $0 == 1 }.firstValue()
        network.cancelAll()
        await #expect(throws: CancellationError.self) { try await call.value }
    }

    @Test func endedOperationsAreForgotten() {  // N41
        let world = VirtualNetwork(.status(.ok), .failure(.offline), .never)
        let done = world.network.send(.get()).record(on: world.clock)
        let failed = world.network.send(.get(), maxRetries: 0).record(on: world.clock)
        let disposed = world.network.send(.get()).record(on: world.clock)
        disposed.dispose()
        let ends = [done.all.count, failed.all.count, disposed.all.count]
        world.network.cancelAll()
        #expect([done.all.count, failed.all.count, disposed.all.count] == ends)
        #expect(world.isQuiet)
    }

    @Test func whoWaitsForARefreshIsInterruptedAndTheNextOneRefreshes() async throws {  // N41
        let clock = TestScheduler()
        let stub = StubTransport(clock: clock) { request, number in
            guard request.url.path == "/token" else { return .status(.ok) }
            return number == 0 ? .never : .json(["access_token": "new"])
        }
        let network = Network(transport: stub, clock: clock)
        let refresher = TokenRefresher(store: MemoryTokenStore(AccessToken(access: "old", expiry: .distantPast))) { _ in
            network.send(Request(.post, "http://a.test/token"), as: AccessToken.self).map(\.parsedData)
        }
        let request = RequestBuilder(.get, "http://a.test/x").authorization(.refreshing(refresher)).build()
        let waiting = network.send(request).record(on: clock)
        _ = await network.activity.count.producer.filter { $0 == 2 }.firstValue()
        network.cancelAll()
        #expect(waiting.all == [.interrupted(at: .zero)])
        try await network.response(for: request)
        #expect(stub.requests.last?.headers["Authorization"] == "Bearer new")
    }

    @Test func pagesDownloadsAndStreamsAreInterrupted() {  // N41
        let world = VirtualNetwork(.never)
        let pages = world.network.pages(of: .get(), as: [Int].self).record(on: world.clock)
        let download = world.network.download(.get(), decoding: .data).record(on: world.clock)
        let stream = world.network.stream(.get()).record(on: world.clock)
        world.network.cancelAll()
        #expect(pages.all == [.interrupted(at: .zero)])
        #expect(download.all.last == .interrupted(at: .zero))
        #expect(stream.all.last == .interrupted(at: .zero))
        #expect(world.isQuiet)
    }
}
