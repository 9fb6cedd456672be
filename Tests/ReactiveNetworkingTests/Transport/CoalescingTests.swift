import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting
import Testing

@Suite struct CoalescingTests {
    private let clock = TestScheduler()

    private func makeWorld(_ script: StubTransport.Reply...) -> (network: Network, stub: StubTransport) {
        let stub = StubTransport(script: script, clock: clock)
        return (Network(transport: CoalescingTransport(stub), clock: clock), stub)
    }

    @Test func aHundredEqualGetRequestsShareOneExchange() {
        let world = makeWorld(.json(todoJSON).delayed(by: .seconds(1)))
        let all = (0..<100).map { _ in world.network.send(.get(), as: Todo.self).record(on: clock) }
        clock.run()
        #expect(world.stub.requests.count == 1)
        #expect(all.allSatisfy { $0.values.map(\.parsedData.id) == [1] && $0.isTerminated })
        #expect(world.stub.liveCount == 0)
        // The decorator is not a cache: a later request is sent again.
        world.network.send(.get()).start()
        clock.run()
        #expect(world.stub.requests.count == 2)
    }

    @Test func disposingOfTheFirstRequestDoesNotCancelTheOthers() {  // N3
        let world = makeWorld(.text("ab").delayed(by: .seconds(2)))
        let leader = world.network.send(.get()).record(on: clock)
        let follower = world.network.send(.get()).record(on: clock)
        clock.advance(by: .seconds(1))
        leader.dispose()
        #expect(world.stub.cancelledCount == 0)
        clock.run()
        #expect(leader.all == [.interrupted(at: .seconds(1))])
        #expect(follower.values.count == 1)
        #expect(world.stub.requests.count == 1)
    }

    @Test func disposingOfTheLastRequestCancelsTheExchange() {  // N3
        let world = makeWorld(.never)
        let starts = (0..<3).map { _ in world.network.send(.get(), abortAfter: .seconds(5)).start() }
        for start in starts { start.dispose() }
        #expect(world.stub.cancelledCount == 1)
        #expect(world.stub.liveCount == 0)
        world.network.send(.get()).start()
        #expect(world.stub.requests.count == 2)
    }

    @Test func aFailureReachesAllRequestsAndEachRetriesSeparately() {  // N6
        let world = makeWorld(.failure(.connectionLost).delayed(by: .seconds(1)), .text("ab").delayed(by: .seconds(1)))
        let patient = world.network.send(.get()).record(on: clock)
        let impatient = world.network.send(.get(), maxRetries: 0).record(on: clock)
        clock.run()
        #expect(impatient.failure?.cause(as: TransportError.self)?.kind == .connectionLost)
        #expect(patient.values.count == 1)
        #expect(world.stub.requests.count == 2)
    }

    @Test func theTransportCanUseTheDecoratorWhileItMakesAnExchange() async {  // R46
        await #expect(processExitsWith: .success) {
            let clock = TestScheduler()
            let transport = AskingTransport(stub: StubTransport(.text("key"), .text("ab"), clock: clock))
            let decorator = CoalescingTransport(transport)
            transport.decorator.value = decorator
            let events = Network(transport: decorator, clock: clock).send(.get()).record(on: clock)
            clock.run()
            #expect(events.values.count == 1)
            #expect(transport.stub.requests.map(\.url.path) == ["/key", "/todos/1"])
        }
    }

    @Test func onlyEqualGetAndHeadRequestsShareAnExchange() {  // AD18
        let world = makeWorld(.text("ab").delayed(by: .seconds(1)))
        func request(_ url: String = "http://api.test/", token: String? = nil) -> Request {
            let builder = RequestBuilder(.get, url)
            return (token.map { builder.authorization(.bearer($0)) } ?? builder).build()
        }
        for request in [
            request(), request(token: "a"), request(token: "b"), request("http://api.test/?q=1"), .post(), .post(),
            RequestBuilder(.head, "http://api.test/").build(), RequestBuilder(.query, "http://api.test/").build(),
            RequestBuilder(.query, "http://api.test/").build(),
        ] { world.network.send(request).start() }
        clock.run()
        #expect(world.stub.requests.count == 9)
    }

    @Test func aRequestAfterTheHeadHasItsOwnExchange() {
        let world = makeWorld(.chunks([Data("ab".utf8), Data("cd".utf8)], every: .seconds(1)))
        let first = world.network.send(.get(), decoding: .custom { $0 }).record(on: clock)
        clock.advance(by: .milliseconds(1_500))
        let second = world.network.send(.get(), decoding: .custom { $0 }).record(on: clock)
        clock.run()
        #expect(world.stub.requests.count == 2)
        for events in [first, second] { #expect(events.values.map(\.parsedData) == [Data("abcd".utf8)]) }
    }

    @Test func streamsHaveTheirOwnExchanges() {
        let world = makeWorld(.text("ab").delayed(by: .seconds(1)))
        let streams = (0..<2).map { _ in world.network.stream(.get()).compactMap(\.bytes).record(on: clock) }
        clock.run()
        #expect(world.stub.requests.count == 2)
        #expect(streams.allSatisfy { $0.values == [Data("ab".utf8)] })
    }

    @Test func anExchangeThatEndsWithoutAHeadIsRepeated() {
        let world = makeWorld(.events([]), .text("ab"))
        let texts = world.network.send(.get(), decoding: .text()).record(on: clock)
        #expect(texts.values.map(\.parsedData) == ["ab"])
        #expect(world.stub.requests.count == 2)
        #expect(world.stub.liveCount == 0)
    }

    @Test(.timeLimit(.minutes(20))) func startsOnManyThreadsAllReceiveTheResponse() async throws {
        let server = try LoopbackServer()
        server.on("*", .text("ab"))
        let network = Network(transport: CoalescingTransport(), scheduler: ImmediateScheduler())
        let request = Request.get(server.url("/"))
        let texts = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<400 {
                group.addTask {
                    try await network.send(request, decoding: .text(), abortAfter: .patience).value().parsedData
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(texts == Array(repeating: "ab", count: 400))
        #expect(server.requests.count <= 400)
    }
}

/// Sends a request of its own through a decorator before it makes an exchange.
private struct AskingTransport: Transport {
    let stub: StubTransport
    let decorator = Locked<CoalescingTransport?>(nil)

    func exchange(_ request: PreparedRequest) -> SignalProducer<TransportEvent, TransportError> {
        if request.url.path != "/key", let key = try? Request.get("http://api.test/key").prepared() {
            decorator.value?.exchange(key).start()
        }
        return stub.exchange(request)
    }
}
