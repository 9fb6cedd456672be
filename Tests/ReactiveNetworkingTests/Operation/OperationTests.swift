import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting
import Testing

@Suite struct OperationTests {
    private func get(_ path: String) -> Request { .get("http://a.test" + path) }

    @Test(arguments: 0..<20) func nothingIsLoggedAfterTheEndThatALogObserverCauses(position: Int) {  // N3, N18
        let world = VirtualNetwork(.failure(.connectionLost), .redirect(to: "/b"), .json(todoJSON))
        let handle = SerialDisposable()
        let log = Locked<[Network.Event]>([])
        world.network.events.observeValues { event in
            let count = log.modify { log in
                log.append(event)
                return log.count
            }
            if count == position + 1 { handle.dispose() }
        }
        world.network.send(get("/a"), as: Todo.self).startWithSignal { _, interruptHandle in
            handle.inner = interruptHandle
        }
        world.clock.run()
        let events = log.withLock { $0 }
        let ends = events.indices.filter { if case .ended = events[$0].kind { true } else { false } }
        #expect(ends == [events.count - 1])
        #expect(world.isQuiet)
    }

    @Test func anOperationThatIsDisposedOfAtItsBeginningIsNeverCounted() {  // N17
        let world = VirtualNetwork(.status(.ok))
        let handle = SerialDisposable()
        world.network.events.observeValues { _ in handle.dispose() }
        let counts = world.network.activity.count.producer.record()
        world.network.send(.get()).startWithSignal { _, interruptHandle in handle.inner = interruptHandle }
        #expect(counts.values == [0])
    }

    @Test func aResponseIsNotDecodedAfterDisposal() {  // N3
        let parser = IrrevocableScheduler()
        let network = Network(
            transport: StubTransport(.text("a")),
            clock: TestScheduler(),
            parsingScheduler: parser
        )
        let decodedCount = Locked(0)
        let decoding = Decoding<Int>.custom { (_: Data) in decodedCount.next() }
        network.send(get("/a"), decoding: decoding).start().dispose()
        parser.run()
        #expect(decodedCount.withLock { $0 } == 0)
    }

    @Test func anExchangeEndsBeforeItsRedirectIsFollowed() {  // N15
        let transport = StoryTransport { $0 == 0 ? .redirect(to: "/b") : .status(.ok) }
        let network = Network(transport: transport, clock: TestScheduler())
        network.send(get("/a")).start()
        #expect(transport.story == ["begin 0", "end 0", "begin 1", "end 1"])
    }

    @Test func anExchangeEndsBeforeItsChallengeIsAnswered() {  // F-19
        let transport = StoryTransport {
            $0 == 0
                ? .status(.unauthorized, headers: ["WWW-Authenticate": #"Digest realm="r", nonce="n", qop="auth""#])
                : .status(.ok)
        }
        let network = Network(transport: transport, clock: TestScheduler())
        var request = get("/a")
        request.authorization = .digest(username: "u", password: "p")
        network.send(request).start()
        #expect(transport.story == ["begin 0", "end 0", "begin 1", "end 1"])
    }

    @Test func anAttemptEndsBeforeTheNextOneBegins() {  // N6
        let transport = StoryTransport { $0 == 0 ? .failure(.connectionLost) : .status(.ok) }
        let network = Network(
            transport: transport,
            clock: ImmediateTimedScheduler(),
            scheduler: ImmediateScheduler(),
            parsingScheduler: ImmediateScheduler()
        )
        network.upload(get("/a")).start()
        #expect(transport.story == ["begin 0", "end 0", "begin 1", "end 1"])
    }

    enum Ending: CaseIterable { case success, failure, deadline, disposal, interruption }

    @Test(arguments: Ending.allCases) func anEndedOperationHoldsNothing(ending: Ending) {
        let reply: StubTransport.Reply =
            switch ending {
            case .success: .text("a")
            case .failure: .failure(.cannotConnect)
            case .deadline, .disposal: .never
            case .interruption: .text("a")
            }
        let world = VirtualNetwork(reply)
        weak var token: Token?
        var handle: (any Disposable)?
        do {
            let strong = Token()
            token = strong
            let decoding = Decoding<String>.custom { (_: Data) in "\(strong)" }
            let producer = world.network.send(get("/a"), decoding: decoding)
            handle = ending == .interruption ? producer.take(first: 0).start() : producer.start()
        }
        if ending == .disposal { handle?.dispose() } else { world.clock.run() }
        #expect(token == nil)
        withExtendedLifetime(handle) {}
    }
}

private final class Token: Sendable {}

/// A transport that records when its exchanges begin and end.
private final class StoryTransport: Transport {
    private let events = Locked<[String]>([])
    private let stub: StubTransport
    private let count = Locked(0)

    init(_ reply: @escaping @Sendable (Int) -> StubTransport.Reply) {
        stub = StubTransport { reply($1) }
    }

    var story: [String] { events.withLock { $0 } }

    func exchange(_ request: PreparedRequest) -> SignalProducer<TransportEvent, TransportError> {
        SignalProducer { [self] observer, lifetime in
            let number = count.next() - 1
            events.withLock { $0.append("begin \(number)") }
            lifetime.observeEnded { [self] in events.withLock { $0.append("end \(number)") } }
            lifetime += stub.exchange(request).start(observer)
        }
    }
}

/// A scheduler whose work cannot be cancelled.
private final class IrrevocableScheduler: Scheduler {
    private let actions = Locked<[@Sendable () -> Void]>([])

    func schedule(_ action: @escaping @Sendable () -> Void) -> (any Disposable)? {
        actions.withLock { $0.append(action) }
        return nil
    }

    func run() {
        for action in actions.withLock({ $0 }) { action() }
    }
}
