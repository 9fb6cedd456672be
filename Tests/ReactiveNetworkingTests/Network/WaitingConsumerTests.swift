import Dispatch
import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting
import Testing

/// Code that awaits or blocks does not depend on the main queue, unless it chooses a scheduler of the main queue.
@Suite(.serialized) struct WaitingConsumerTests {
    /// A function that waits for the first value of a producer or its failure.
    enum Form: CaseIterable {
        case value, firstValue, values, first, single, last, wait

        func wait<Value>(for producer: SignalProducer<Value, Network.OperationError>) async -> Bool {
            switch self {
            case .value: (try? await producer.value()) != nil
            case .firstValue: (try? await producer.firstValue()) != nil
            case .values: await Self.hasValues(producer)
            case .first: await onThread { (try? producer.first()?.get()) != nil }
            case .single: await onThread { (try? producer.single()?.get()) != nil }
            case .last: await onThread { (try? producer.last()?.get()) != nil }
            case .wait: await onThread { (try? producer.wait().get()) != nil }
            }
        }

        private static func hasValues<Value>(_ producer: SignalProducer<Value, Network.OperationError>) async -> Bool {
            do {
                for try await _ in producer.values() { return true }
                return false
            } catch {
                return false
            }
        }
    }

    @Test(arguments: Form.allCases) func blockingAndAwaitingFormsWorkWhileTheMainQueueIsBusy(form: Form) async throws {
        let server = try LoopbackServer()
        server.on("/todo", .json(todoJSON))
        let results = try await whileMainQueueIsBusy {
            let network = Network(configuration: Network.Configuration(abortAfter: .seconds(600)))
            return await [
                form.wait(for: network.send(.get(server.url("/todo"))).map { _ in 1 }),
                form.wait(for: network.send(.get(server.url("/todo")), as: Todo.self).map { _ in 1 }),
                form.wait(for: network.send(.get(server.url("/missing"))).map { _ in 1 }),
                form.wait(for: network.send(.get("no URL")).map { _ in 1 }),
                form.wait(for: network.send(.get(server.url("/todo")), abortAfter: .zero).map { _ in 1 }),
            ]
        }
        #expect(results == [true, true, false, false, false])
    }

    @Test func deadlinesAndRetriesNeedNoMainQueue() async throws {
        let stub = StubTransport(.failure(.connectionLost), .failure(.connectionLost), .json(todoJSON), .never)
        let network = Network(
            configuration: Network.Configuration(
                retryPolicy: RetryPolicy(backoff: .constant(.milliseconds(1))) { _ in .retry }
            ),
            transport: stub
        )
        let (title, failure) = try await whileMainQueueIsBusy {
            let title = try await network.send(.get(), as: Todo.self).value().parsedData.title
            let failure = await network.send(.get(), abortAfter: .milliseconds(20)).materialize().firstValue()
            return (title, failure)
        }
        #expect(title == "Ape")
        guard case .failed(.timedOut)? = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
    }

    @Test func theMainThreadMayWaitForAResult() async throws {
        let server = try LoopbackServer()
        server.on("/todo", .json(todoJSON))
        let request = Request.get(server.url("/todo"))
        let title = await MainActor.run { try? Network().send(request, as: Todo.self).first()?.get().parsedData.title }
        #expect(title == "Ape")
    }

    @Test func requestsInsideAnAwaitedChainAvoidTheMainQueue() async throws {
        let network = Network(transport: StubTransport(.json(todoJSON)))
        let send = network.send(.get(), as: Todo.self).map(\.parsedData.title)
        let clock = QueueScheduler(name: "WaitingConsumerTests")
        let queue = RequestQueue(.serial)
        let chains: [SignalProducer<String, Network.OperationError>] = [
            send.flatMap(.concat) { _ in send },
            send.delay(.milliseconds(1), on: clock).flatMap(.merge) { _ in send },
            send.observe(on: clock).then(send),
            network.send(.get("no URL")).map { _ in "" }.flatMapError { _ in send },
            send.combineLatest(with: send.delay(.milliseconds(1), on: clock)).map { $0 + $1 },
            SignalProducer { observer, lifetime in lifetime += send.start { observer.send($0) } },
            SignalProducer { observer, lifetime in
                lifetime += send.observe(on: clock).flatMap(.latest) { _ in send }.start(observer)
            },
            send.queued(on: queue).zip(with: send.queued(on: queue)).map { $0 + $1 },
            send.replayLazily(upTo: 1),
            send.share(),
            send.lift { $0.flatMap(.latest) { _ in send } },
        ]
        let results = try await whileMainQueueIsBusy {
            var results: [Bool] = []
            for chain in chains { results.append((try? await chain.value())?.hasPrefix("Ape") ?? false) }
            return results
        }
        #expect(results == Array(repeating: true, count: chains.count))
    }

    @Test func anAwaitedTransferNeedsNoMainQueue() async throws {
        let server = try LoopbackServer()
        server.on("/todo", .json(todoJSON))
        let network = Network()
        let folder = try Folder()
        let request = Request.get(server.url("/todo"))
        let (file, bytes, stream) = try await whileMainQueueIsBusy {
            let file = try await network.download(request, to: .file(folder.file("todo"))).onlyValue()
                .value()
            let bytes = try await network.stream(request).compactMap(\.bytes).collect().value().reduce(0) {
                $0 + $1.count
            }
            var stream = 0
            for try await piece in try await network.byteStream(request) { stream += piece.count }
            return (file, bytes, stream)
        }
        #expect(try Data(contentsOf: file.url).count == bytes)
        #expect(bytes == todoJSON.utf8.count && stream == bytes)
    }

    @Test func aSharedRefreshNeedsNoMainQueue() async throws {
        let stub = StubTransport { request, _ in
            request.headers["Authorization"] == "Bearer old" ? .status(.unauthorized) : .json(todoJSON)
        }
        let plain = Network(transport: StubTransport(.json(#"{"access_token": "new"}"#)))
        let refresher = TokenRefresher(
            store: MemoryTokenStore(AccessToken(access: "old", refresh: "r")),
            producing: { _ in
                plain.send(.post(), as: AccessToken.self).map(\.parsedData)
            }
        )
        let network = Network(
            configuration: Network.Configuration(authorization: .refreshing(refresher)),
            transport: stub
        )
        let title = try await whileMainQueueIsBusy {
            let first = network.send(.get(), as: Todo.self).start()
            defer { first.dispose() }
            return try await network.send(.get(), as: Todo.self).value().parsedData.title
        }
        #expect(title == "Ape")
    }

    @Test func operatorsOfAnAwaitedChainAvoidTheMainQueueAndTheClock() async throws {
        let server = try LoopbackServer()
        server.on("/todo", .json(todoJSON))
        server.on("/silent", .silent)
        let network = Network()
        let key = DispatchSpecificKey<Bool>()
        let clock = QueueScheduler(name: "Clock")
        clock.queue.setSpecific(key: key, value: true)
        let timed = Network(clock: clock)
        @Sendable func isElsewhere() -> Bool {
            DispatchQueue.getSpecific(key: key) != true && !Thread.isMainThread
        }
        let value = try await network.send(.get(server.url("/todo"))).map { _ in isElsewhere() }.value()
        let late = timed.send(.get(server.url("/silent")), abortAfter: .milliseconds(20))
            .map { _ in false }
            .flatMapError { _ in SignalProducer<Bool, Never> { isElsewhere() } }
        #expect(value)
        #expect(try await late.value())
    }

    @Test func aCallbackInsideACallbackArrivesOnTheMainQueue() async {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        let network = Network(
            transport: MockingTransport([.on(.post, "/1", .json("{}")), .on(.get, "/2", .json("{}"))])
        )
        let places = await withCheckedContinuation { continuation in
            DispatchQueue.main.async {
                network.upload(.post("http://h.test/1")).startWithCompleted {
                    let first = DispatchQueue.getSpecific(key: key) == true
                    network.send(.get("http://h.test/2")).startWithCompleted {
                        continuation.resume(returning: [first, DispatchQueue.getSpecific(key: key) == true])
                    }
                }
            }
        }
        #expect(places == [true, true])
    }

    @Test func anExplicitSchedulerIsUsed() async throws {
        let stub = StubTransport(.json(todoJSON))
        let scheduler = QueueScheduler(name: "Named")
        let key = DispatchSpecificKey<Bool>()
        scheduler.queue.setSpecific(key: key, value: true)
        let send = Network(transport: stub).send(.get(), scheduler: scheduler)
            .map { _ in DispatchQueue.getSpecific(key: key) == true }
        let network = Network(transport: stub, scheduler: scheduler).send(.get())
            .map { _ in DispatchQueue.getSpecific(key: key) == true }
        #expect(try await send.value())
        #expect(try await network.value())
    }
}

/// Runs `body` while the main queue is blocked, and fails if `body` had to wait for the main queue.
private func whileMainQueueIsBusy<Result: Sendable>(
    _ body: () async throws -> Result
) async throws -> Result {
    let end = DispatchSemaphore(value: 0)
    let isOver = Locked(false)
    await withCheckedContinuation { continuation in
        DispatchQueue.main.async {
            continuation.resume()
            // Continues in the end, so that a defect causes a failure instead of a hang.
            isOver.value = end.wait(timeout: .now() + 1200) == .timedOut
        }
    }
    defer { end.signal() }
    let result = try await body()
    #expect(!isOver.value, "It took until the main queue was free")
    return result
}

/// Runs `body` on a thread that it may block.
private func onThread<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { continuation in
        Thread { continuation.resume(returning: body()) }.start()
    }
}
