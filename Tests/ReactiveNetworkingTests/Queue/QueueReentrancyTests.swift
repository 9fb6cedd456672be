import Dispatch
import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting
import Testing

/// Queues that are used from their own hooks, by many threads, and with very many requests.
@Suite struct QueueReentrancyTests {
    private func events(of queue: RequestQueue) -> Locked<[RequestQueue.Event]> {
        let log = Locked<[RequestQueue.Event]>([])
        queue.events.observeValues { event in log.withLock { $0.append(event) } }
        return log
    }

    @Test func hooksAndObserversMayAddRequests() {  // F-47
        let queue = RequestQueue()
        let told = events(of: queue)
        let log = Locked<[String]>([])
        @Sendable func add(_ name: String) {
            SignalProducer<Void, Never>(value: ()).queued(on: queue)
                .on(completed: { if name == "outer" { add("from the observer") } })
                .startWithValues { log.withLock { $0.append(name) } }
        }
        queue.events.observeValues { event in
            switch event {
            case .beforeEach(1): add("from beforeEach")
            case .afterAll where log.value.count < 5: add("from afterAll")
            default: break
            }
        }
        add("outer")
        let expected = ["outer", "from beforeEach", "from the observer", "from afterAll", "from afterAll"]
        #expect(log.value == expected)
        #expect(
            told.value.filter { if case .afterEach = $0 { false } else { true } } == [
                .beforeAll, .beforeEach(1), .beforeEach(2), .beforeEach(3), .afterAll(anyFailed: false),
                .beforeAll, .beforeEach(4), .afterAll(anyFailed: false),
                .beforeAll, .beforeEach(5), .afterAll(anyFailed: false),
            ]
        )
    }

    @Test func theHookBeforeEachRequestPrecedesItsStart() {  // F-47
        let queue = RequestQueue(.unlimited)
        let log = Locked<[String]>([])
        queue.events.observeValues { event in log.withLock { $0.append("\(event)") } }
        for number in 1...2 {
            SignalProducer<Int, Never>(value: number).on(starting: { log.withLock { $0.append("start \(number)") } })
                .queued(on: queue).startWithCompleted { log.withLock { $0.append("end \(number)") } }
        }
        let expected = (1...2).flatMap {
            [
                "beforeAll", "beforeEach(\($0))", "start \($0)", "end \($0)",
                "afterEach(\($0), \(RequestQueue.Event.Completion.succeeded))",
                "afterAll(anyFailed: false)",
            ]
        }
        #expect(
            log.value.map { $0.replacing("ReactiveNetworking.RequestQueue.Event.Completion.", with: "") } == expected
        )
    }

    @Test func cancelingInTheHookPreventsTheStart() {  // F-47, F-48
        let queue = RequestQueue()
        let told = events(of: queue)
        let isBegun = Locked(false)
        queue.events.observeValues { if case .beforeEach = $0 { queue.cancelAll() } }
        let record = SignalProducer<Int, Never> {
            isBegun.value = true
            return 1
        }.queued(on: queue).record()
        #expect(!isBegun.value)
        #expect(record.all == [.interrupted(at: .zero)])
        #expect(told.value == [.beforeAll, .beforeEach(1), .afterEach(1, .cancelled), .afterAll(anyFailed: false)])
    }

    @Test(.timeLimit(.minutes(20))) func anObjectReleasedByTheQueueMayUseTheQueue() {
        final class Probe: Sendable {
            let queue: RequestQueue
            init(_ queue: RequestQueue) { self.queue = queue }
            deinit { queue.resume() }
        }
        let queue = RequestQueue()
        queue.suspend()
        func start() -> any Disposable {
            let probe = Probe(queue)
            return SignalProducer<Int, Never> { withExtendedLifetime(probe) { 1 } }.queued(on: queue).start()
        }
        start().dispose()
        #expect(!queue.isSuspended)
    }

    @Test(arguments: 0..<4) func anyHookMayCancelAllRequests(place: Int) {  // F-47, F-48
        let clock = TestScheduler()
        let queue = RequestQueue(.limited(2))
        let told = events(of: queue)
        let isArmed = Locked(true)
        queue.events.observeValues { event in
            let number =
                switch event {
                case .beforeAll: 0
                case .beforeEach: 1
                case .afterEach: 2
                case .afterAll: 3
                }
            if number == place, isArmed.swap(false) { queue.cancelAll() }
        }
        let records = (1...5).map { number in
            SignalProducer<Int, Never>(value: number).delay(.seconds(number), on: clock).queued(on: queue)
                .record(on: clock)
        }
        clock.run()
        #expect(records.allSatisfy { $0.all.count { $0.event.isTerminating } == 1 })
        #expect(queue.operationCount.value == 0)
        #expect(clock.scheduledCount == 0)
        let begun = told.value.count { if case .beforeEach = $0 { true } else { false } }
        #expect(told.value.count { if case .afterEach = $0 { true } else { false } } == begun)
        #expect(told.value.count { $0 == .beforeAll } == told.value.count { $0 == .afterAll(anyFailed: false) })
        #expect(told.value.last == .afterAll(anyFailed: false))
    }

    @Test func aTokenRefreshContinuesWhileTheQueueIsSuspended() {  // F-19, F-48
        let clock = TestScheduler()
        let queue = RequestQueue()
        let stub = StubTransport(clock: clock) { request, _ in
            .status(request.headers["Authorization"] == "Bearer new" ? .ok : .unauthorized)
        }
        let network = Network(transport: stub, clock: clock)
        var options = TokenRefresher.Options()
        options.clock = clock
        let refresher = TokenRefresher(store: MemoryTokenStore(AccessToken(access: "old")), options: options) { _ in
            SignalProducer<AccessToken, Never>(value: AccessToken(access: "new")).delay(.seconds(1), on: clock)
        }
        let request = RequestBuilder(.get, "http://api.test/").authorization(.refreshing(refresher)).build()
        let records = (0..<2).map { _ in
            network.send(request).map { _ in true }.queued(on: queue).record(on: clock)
        }
        queue.suspend()
        clock.advance(by: .seconds(60))
        #expect(records.map(\.values) == [[true], []])
        #expect(stub.requests.count == 2)
        queue.resume()
        #expect(records.map(\.values) == [[true], [true]])
    }

    @Test func anImmediateFailurePreventsTheOthersFromStarting() {  // F-46, C-61
        let queue = RequestQueue(.unlimited, onFailure: .cancelAll)
        let told = events(of: queue)
        queue.suspend()
        let ends = Locked<[String]>([])
        for number in 1...10 {
            let result: Result<Int, OperationError> = number == 3 ? .failure(.missingData) : .success(number)
            SignalProducer(result: result).queued(on: queue).start { event in
                if event.isTerminating { ends.withLock { $0.append("\(event)".prefix(4).lowercased()) } }
            }
        }
        queue.resume()
        #expect(ends.value == ["comp", "comp", "fail"] + Array(repeating: "inte", count: 7))
        #expect(told.value.filter { if case .beforeEach = $0 { true } else { false } }.count == 3)
        #expect(told.value.last == .afterAll(anyFailed: true))
    }

    @Test func aHundredThousandRequestsTakeLinearTimeAndConstantStack() async {  // F-45
        func seconds(_ count: Int) async -> Duration {
            await withCheckedContinuation { continuation in
                let thread = Thread {
                    let clock = ContinuousClock()
                    continuation.resume(
                        returning: clock.measure {
                            let queue = RequestQueue()
                            let ends = Locked(0)
                            queue.suspend()
                            for number in 0..<count {
                                let priority = RequestQueue.Priority(rawValue: number % 5)!
                                SignalProducer<Int, Never>(value: 1).queued(on: queue, priority: priority)
                                    .startWithCompleted { ends.withLock { $0 += 1 } }
                            }
                            queue.resume()
                            #expect(ends.value == count)
                            #expect(queue.operationCount.value == 0)
                        }
                    )
                }
                thread.stackSize = 512 << 10
                thread.start()
            }
        }
        _ = await seconds(1_000)
        let short = await seconds(10_000)
        let long = await seconds(100_000)
        // Ten times as many requests, with a margin for a busy machine; quadratic growth would take a hundred times as
        // long.
        #expect(long < short * 40, "\(short) \(long)")
    }

    @Test func disposingOfAHundredThousandRequestsTakesLinearTime() {  // F-44
        let queue = RequestQueue()
        queue.suspend()
        let starts = (0..<100_000).map { _ in SignalProducer<Int, Never>(value: 1).queued(on: queue).start() }
        for start in starts { start.dispose() }
        #expect(queue.operationCount.value == 0)
        let record = SignalProducer<Int, Never>(value: 1).queued(on: queue).record()
        queue.resume()
        #expect(record.values == [1])
    }

    @Test func manyThreadsNeverExceedTheWidthOfTheQueue() async {  // F-45
        let queue = RequestQueue(.limited(3))
        let told = events(of: queue)
        let running = Locked((now: 0, most: 0))
        let ends = Locked(0)
        let clock = QueueScheduler(name: "clock")
        await withCheckedContinuation { continuation in
            DispatchQueue.concurrentPerform(iterations: 8) { thread in
                for number in 0..<50 {
                    let isDisposedOf = (number + thread).isMultiple(of: 7)
                    let task = SignalProducer<Int, Never>.empty.delay(.microseconds(50), on: clock)
                    let counted = task.on(
                        starting: { running.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) } },
                        terminated: { running.withLock { $0.now -= 1 } }
                    )
                    let handle = (isDisposedOf ? task : counted).queued(on: queue).start { event in
                        let count = ends.withLock { count in
                            if event.isTerminating { count += 1 }
                            return count
                        }
                        if event.isTerminating, count == 400 { continuation.resume() }
                    }
                    if isDisposedOf { handle.dispose() }
                    if number == 20 { queue.suspend() }
                    if number == 25 { queue.resume() }
                }
                queue.resume()
            }
        }
        #expect(await eventually { queue.operationCount.value == 0 })
        #expect(running.value.most <= 3)
        #expect(running.value.now == 0)
        let all = told.value
        #expect(all.filter { $0 == .beforeAll }.count == all.filter { $0 == .afterAll(anyFailed: false) }.count)
        let begun = all.compactMap { if case .beforeEach(let number) = $0 { number } else { nil } }
        let ended = all.compactMap { if case .afterEach(let number, _) = $0 { number } else { nil } }
        #expect(begun.sorted() == ended.sorted())
    }
}
