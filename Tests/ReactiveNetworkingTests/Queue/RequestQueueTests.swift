import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting
import Testing

@Suite struct RequestQueueTests {
    private let clock = TestScheduler()

    /// Returns a producer that takes one second and logs its start.
    private func task(_ name: String, in log: Locked<[String]>, takes time: Duration = .seconds(1)) -> SignalProducer<
        String, OperationError
    > {
        SignalProducer(value: name).delay(time, on: clock).on(starting: { log.withLock { $0.append(name) } })
    }

    private func failing(after time: Duration = .seconds(1)) -> SignalProducer<String, OperationError> {
        SignalProducer.empty.delay(time, on: clock).concat(SignalProducer(error: .missingData))
    }

    private func events(of queue: RequestQueue) -> Locked<[RequestQueue.Event]> {
        let log = Locked<[RequestQueue.Event]>([])
        queue.events.observeValues { event in log.withLock { $0.append(event) } }
        return log
    }

    @Test func aSerialQueueRunsRequestsInOrder() {  // F-45
        let queue = RequestQueue()
        let log = Locked<[String]>([])
        let records = ["a", "b", "c"].map { task($0, in: log).queued(on: queue).record(on: clock) }
        #expect(log.value == ["a"])
        #expect(queue.operationCount.value == 3)
        clock.run()
        #expect(log.value == ["a", "b", "c"])
        #expect(records.map { $0.all.map(\.time) } == [1, 2, 3].map { [.seconds($0), .seconds($0)] })
        #expect(records.map(\.values) == [["a"], ["b"], ["c"]])
        #expect(queue.operationCount.value == 0)
    }

    @Test(arguments: [
        (RequestQueue.Concurrency.serial, [0, 1, 2, 3, 4]), (.limited(2), [0, 0, 1, 1, 2]),
        (.limited(9), [0, 0, 0, 0, 0]),
        (.unlimited, [0, 0, 0, 0, 0]),
    ])
    func aLimitedQueueRunsAsManyRequestsAsItsWidth(width: RequestQueue.Concurrency, starts: [Int]) {  // F-45
        let queue = RequestQueue(width)
        let times = Locked<[Duration]>([])
        for _ in 1...5 {
            task("", in: Locked([]))
                .on(starting: { [clock] in times.withLock { $0.append(clock.now.offset) } })
                .queued(on: queue).start()
        }
        clock.run()
        #expect(times.value == starts.map { .seconds($0) })
    }

    @Test func higherPrioritiesGoFirstAndEqualOnesInOrder() {  // F-45
        let queue = RequestQueue()
        let log = Locked<[String]>([])
        queue.suspend()
        let priorities: [RequestQueue.Priority] = [.low, .normal, .veryHigh, .normal, .veryLow, .high, .veryHigh]
        for (number, priority) in priorities.enumerated() {
            task("\(priority) \(number)", in: log).queued(on: queue, priority: priority).start()
        }
        queue.resume()
        clock.run()
        #expect(log.value == ["veryHigh 2", "veryHigh 6", "high 5", "normal 1", "normal 3", "low 0", "veryLow 4"])
    }

    @Test func eachStartOfAQueuedProducerIsOneOperation() {  // N1
        let queue = RequestQueue()
        let log = Locked<[String]>([])
        let queued = task("a", in: log).queued(on: queue)
        #expect(queue.operationCount.value == 0)
        queued.start()
        queued.start()
        #expect(queue.operationCount.value == 2)
        clock.run()
        #expect(log.value == ["a", "a"])
    }

    // Hooks

    @Test func threeRequestsOnAnIdleQueueAreOneRound() {  // F-47, C-61
        let queue = RequestQueue()
        let told = events(of: queue)
        for name in ["a", "b", "c"] { task(name, in: Locked([])).queued(on: queue).start() }
        clock.run()
        let expected: [RequestQueue.Event] = [
            .beforeAll, .beforeEach(1), .afterEach(1, .succeeded), .beforeEach(2), .afterEach(2, .succeeded),
            .beforeEach(3), .afterEach(3, .succeeded), .afterAll(anyFailed: false),
        ]
        #expect(told.value == expected)
        task("d", in: Locked([])).queued(on: queue).start()
        clock.run()
        let second: [RequestQueue.Event] = [
            .beforeAll, .beforeEach(4), .afterEach(4, .succeeded), .afterAll(anyFailed: false),
        ]
        #expect(told.value == expected + second)
    }

    @Test(arguments: [nil, 3, 0]) func theLastHookReportsWhetherARequestFailed(failure: Int?) {  // F-47, C-61
        let queue = RequestQueue(.limited(2))
        let told = events(of: queue)
        let countAtEnd = Locked<Int?>(nil)
        queue.events.observeValues { event in
            if case .afterAll = event { countAtEnd.value = queue.operationCount.value }
        }
        for number in 0..<8 {
            (number == failure ? failing() : task("", in: Locked([]))).queued(on: queue).start()
        }
        clock.run()
        let all = told.value
        #expect(all.first == .beforeAll)
        #expect(all.last == .afterAll(anyFailed: failure != nil))
        #expect(all.count == 18)
        #expect(
            all.filter { if case .afterEach(_, .succeeded) = $0 { true } else { false } }.count
                == (failure == nil ? 8 : 7)
        )
        #expect(countAtEnd.value == 0)
    }

    @Test func aFailureMayCancelAllRequests() {  // F-46, C-61
        let queue = RequestQueue(.limited(2), onFailure: .cancelAll)
        let told = events(of: queue)
        let log = Locked<[String]>([])
        var records = ["a", "b"].map { task($0, in: log).queued(on: queue).record(on: clock) }
        records.append(failing().queued(on: queue).record(on: clock))
        records.append(task("d", in: log, takes: .seconds(9)).queued(on: queue).record(on: clock))
        records += ["e", "f"].map { task($0, in: log).queued(on: queue).record(on: clock) }
        clock.run()
        #expect(log.value == ["a", "b", "d"])
        #expect(records[2].all == [.failed(at: .seconds(2), .missingData)])
        #expect(records[3...].map(\.all) == Array(repeating: [.interrupted(at: .seconds(2))], count: 3))
        // The number of unstarted requests equals the number of requests without a start event.
        let begun = told.value.filter { if case .beforeEach = $0 { true } else { false } }.count
        #expect(6 - begun == 2)
        #expect(
            told.value.suffix(3) == [.afterEach(3, .failed), .afterEach(4, .cancelled), .afterAll(anyFailed: true)]
        )
        #expect(queue.operationCount.value == 0)
        #expect(clock.scheduledCount == 0)
        task("g", in: log).queued(on: queue).start()
        clock.run()
        #expect(log.value.last == "g")
    }

    @Test func byDefaultAFailureDoesNotAffectOtherRequests() {  // F-46
        let queue = RequestQueue()
        let log = Locked<[String]>([])
        failing().queued(on: queue).start()
        task("b", in: log).queued(on: queue).start()
        clock.run()
        #expect(log.value == ["b"])
    }

    @Test func anInvalidRequestDoesNotBlockTheQueue() {  // F-45
        let world = VirtualNetwork(.json(todoJSON))
        let queue = RequestQueue()
        let told = events(of: queue)
        let bad = world.network.send(.get("not a URL")).queued(on: queue).record(on: world.clock)
        let good = world.network.send(.get(), as: Todo.self).queued(on: queue).record(on: world.clock)
        world.clock.run()
        #expect(bad.all.map { $0.event.error?.cause(as: RequestError.self) != nil } == [true])
        #expect(good.values.map(\.parsedData.title) == ["Ape"])
        #expect(told.value.filter { $0 == .beforeAll }.count == 2)
        #expect(world.isQuiet)
    }

    @Test func timeInTheQueueDoesNotCountTowardTheDeadline() {  // N11
        let world = VirtualNetwork(.status(.ok).delayed(by: .seconds(8)))
        let queue = RequestQueue()
        let records = (1...3).map { _ in world.network.send(.get()).queued(on: queue).record(on: world.clock) }
        world.clock.run()
        #expect(records.map { $0.all.last } == [8, 16, 24].map { .completed(at: .seconds($0)) })
        #expect(world.network.activity.count.value == 0)
    }

    // Suspension, cancellation and disposal

    @Test func aSuspendedQueueStartsAndInterruptsNothing() {  // F-48
        let queue = RequestQueue()
        let log = Locked<[String]>([])
        task("a", in: log).queued(on: queue).start()
        queue.suspend()
        #expect(queue.isSuspended)
        task("b", in: log).queued(on: queue).start()
        clock.advance(by: .seconds(10))
        #expect(log.value == ["a"])
        #expect(queue.operationCount.value == 1)
        queue.resume()
        #expect(log.value == ["a", "b"])
        clock.run()
        #expect(queue.operationCount.value == 0)
    }

    @Test func cancelingInterruptsRunningAndWaitingRequests() {  // F-48
        let queue = RequestQueue()
        let told = events(of: queue)
        let records = ["a", "b", "c"].map { task($0, in: Locked([])).queued(on: queue).record(on: clock) }
        queue.cancelAll()
        #expect(records.map(\.all) == Array(repeating: [.interrupted(at: .zero)], count: 3))
        #expect(told.value == [.beforeAll, .beforeEach(1), .afterEach(1, .cancelled), .afterAll(anyFailed: false)])
        clock.advance(by: .zero)
        #expect(clock.scheduledCount == 0)
        queue.cancelAll()
        #expect(told.value.count == 4)
    }

    @Test func cancelingRequestsThatNeverBeganReportsNothing() {  // F-47
        let queue = RequestQueue()
        queue.suspend()
        let told = events(of: queue)
        let record = task("a", in: Locked([])).queued(on: queue).record(on: clock)
        queue.cancelAll()
        #expect(record.all == [.interrupted(at: .zero)])
        #expect(told.value == [])
        #expect(queue.operationCount.value == 0)
    }

    @Test func disposingOfAWaitingRequestRemovesItAtOnce() {  // F-44
        let queue = RequestQueue()
        let log = Locked<[String]>([])
        task("a", in: log).queued(on: queue).start()
        let waiting = task("b", in: log).queued(on: queue).record(on: clock)
        task("c", in: log).queued(on: queue).start()
        waiting.dispose()
        #expect(queue.operationCount.value == 2)
        #expect(waiting.all == [.interrupted(at: .zero)])
        clock.run()
        #expect(log.value == ["a", "c"])
    }

    @Test func disposingOfARunningRequestMakesRoomAtOnce() {  // F-44, N3
        let world = VirtualNetwork(.never)
        let queue = RequestQueue()
        let log = Locked<[String]>([])
        let running = world.network.send(.get()).queued(on: queue).start()
        task("b", in: log).queued(on: queue).start()
        running.dispose()
        #expect(log.value == ["b"])
        #expect(world.stub.cancelledCount == 1)
        #expect(world.isQuiet)
    }

    @Test func aDisposedRequestStopsBeforeTheNextBegins() {  // F-44
        let queue = RequestQueue()
        let log = Locked<[String]>([])
        let running = SignalProducer<Int, Never> { observer, lifetime in
            lifetime.observeEnded {
                _ = observer
                log.withLock { $0.append("stopped") }
            }
        }.queued(on: queue).start()
        task("next", in: log).queued(on: queue).start()
        running.dispose()
        #expect(log.value == ["stopped", "next"])
    }

    @Test func releasingTheQueueInterruptsWaitingRequests() {
        var queue: RequestQueue? = RequestQueue()
        queue?.suspend()
        weak let released = queue
        let record = task("a", in: Locked([])).queued(on: queue!).record(on: clock)
        queue = nil
        #expect(released == nil)
        #expect(record.all == [.interrupted(at: .zero)])
    }

    @Test func aRunningRequestRetainsItsQueue() {
        var queue: RequestQueue? = RequestQueue()
        weak let released = queue
        let records = ["a", "b"].map { task($0, in: Locked([])).queued(on: queue!).record(on: clock) }
        queue = nil
        clock.run()
        #expect(records.map(\.values) == [["a"], ["b"]])
        #expect(released == nil)
    }

    @Test func aWidthOfZeroIsAProgrammerError() async {
        await #expect(processExitsWith: .failure) { _ = RequestQueue(.limited(0)) }
    }
}
