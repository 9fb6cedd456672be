import Dispatch
import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting
import ReactiveURLSession
import Testing

/// The key that marks the main queue: in a test process no fixed thread serves it.
private let isMainKey: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
}()

private var isOnMain: Bool { DispatchQueue.getSpecific(key: isMainKey) == true }

/// Tests of the schedulers on which events arrive and responses are parsed, on real schedulers.
@Suite struct DeliveryTests {
    private static let replies: [StubTransport.Reply] = [
        .json(todoJSON), .failure(.connectionLost), .status(.notFound), .text("no todo"), .never,
    ]

    /// Returns every event of `producer`, and whether `isRight` returned `true` when it arrived.
    private func deliveries<Value, Failure>(
        of producer: SignalProducer<Value, Failure>,
        _ isRight: @escaping @Sendable () -> Bool
    ) async -> [(event: String, isRight: Bool)] {
        let seen = Locked<[(event: String, isRight: Bool)]>([])
        await withCheckedContinuation { continuation in
            producer.start { event in
                let kind = event.kind
                seen.withLock { $0.append((kind, isRight())) }
                if event.isTerminating { continuation.resume() }
            }
        }
        return seen.withLock { $0 }
    }

    @Test func everyEventArrivesOnTheMainThreadByDefault() async {  // N13
        for reply in Self.replies {
            let network = Network(transport: StubTransport(reply))
            let producer = network.send(.post(), as: Todo.self, abortAfter: .milliseconds(100))
            let seen = await deliveries(of: producer) { isOnMain }
            #expect(!seen.contains { !$0.isRight })
            #expect([["value", "completed"], ["failed"]].contains(seen.map(\.event)))
        }
        for broken in [Request.get("no URL"), Request.get()] {
            let network = Network(transport: StubTransport(.never))
            let seen = await deliveries(of: network.send(broken, abortAfter: .zero)) { isOnMain }
            #expect(seen.map(\.isRight) == [true])
        }
    }

    @Test func eventsKeepTheirOrderOnASchedulerThatRunsWorkConcurrently() async {  // N13
        for _ in 0..<100 {
            let network = Network(transport: StubTransport(.json(todoJSON)))
            let producer = network.send(.post(), as: Todo.self, scheduler: PoolScheduler())
            let seen = await deliveries(of: producer) { true }
            #expect(seen.map(\.event) == ["value", "completed"])
        }
    }

    @Test func everyEventArrivesOnTheChosenQueueInOrder() async {  // N13, F-29
        let scheduler = QueueScheduler(name: "DeliveryTests")
        let key = DispatchSpecificKey<Bool>()
        scheduler.queue.setSpecific(key: key, value: true)
        for reply in Self.replies {
            let network = Network(transport: StubTransport(reply))
            let producer = network.send(
                .post(),
                as: Todo.self,
                scheduler: scheduler,
                abortAfter: .milliseconds(100)
            )
            let seen = await deliveries(of: producer) { DispatchQueue.getSpecific(key: key) == true }
            #expect(!seen.contains { !$0.isRight })
            #expect([["value", "completed"], ["failed"]].contains(seen.map(\.event)))
        }
    }

    @Test func anInterruptionArrivesOnTheMainQueue() async {  // N13, N3
        let network = Network(transport: StubTransport(.never))
        let arrivesOnMain = await withCheckedContinuation { continuation in
            let handle = network.send(.get()).startWithInterrupted { continuation.resume(returning: isOnMain) }
            DispatchQueue.global().async { handle.dispose() }
        }
        #expect(arrivesOnMain)
    }

    @Test func parsingAvoidsTheMainThreadAndTheTransportsQueue() async throws {  // N13
        let server = try LoopbackServer()
        server.on("/todo", .json(todoJSON))
        let name = Locked<String?>(nil)
        let isMain = Locked(true)
        _ = try await Network().send(
            .get(server.url("/todo")),
            decoding: .custom { data in
                isMain.withLock { $0 = isOnMain }
                name.withLock { $0 = OperationQueue.current?.name }
                return data.count
            }
        ).value()
        #expect(!isMain.withLock { $0 })
        #expect(name.withLock { $0 } != "ReactiveNetworking.URLSessionTransport")
    }

    @Test func aBlockingAuthorizationSourceDelaysNoOtherOperation() async {  // N11, N1
        let gate = DispatchSemaphore(value: 0)
        let asked = Locked(0)
        let authorization = Authorization("slow") { _ in
            let number = asked.withLock { count in
                count += 1
                return count
            }
            if number == 2 { gate.wait() }
            return "Token \(number)"
        }
        let stub = StubTransport(.failure(.connectionLost), .status(.ok))
        let retryPolicy = RetryPolicy(backoff: .constant(.milliseconds(1))) { _ in .retry }
        let network = Network(
            configuration: Network.Configuration(retryPolicy: retryPolicy),
            transport: stub,
            scheduler: ImmediateScheduler()
        )
        let request = RequestBuilder(.get, "http://a.test").authorization(authorization).build()
        // Continues after a while even if the deadline cannot fire, so that a defect causes a failure instead of a
        // hang.
        DispatchQueue.global().asyncAfter(deadline: .now() + 600) { gate.signal() }
        let events = await network.send(request, abortAfter: .seconds(4)).map { _ in true }.materialize()
            .collect().firstValue()
        guard case .failed(.timedOut(_, .preparing, 2, .some))? = events?.first else {
            Issue.record("\(String(describing: events))")
            return
        }
        #expect(stub.requests.count == 1)
        gate.signal()
    }
}

extension Signal.Event {
    fileprivate var kind: String {
        switch self {
        case .value: "value"
        case .failed: "failed"
        case .completed: "completed"
        case .interrupted: "interrupted"
        }
    }
}
