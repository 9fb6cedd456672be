import Foundation
import ReactiveCore
import ReactiveTesting
import Testing

struct ObserveOnTests {
    @Test func everyEventIsScheduledSeparatelyAndInOrder() {  // R24
        let scheduler = TestScheduler()
        let log = Log<String>()
        SignalProducer<Int, TestError>(1...3).observe(on: scheduler).start { log.add($0.description) }
        #expect(log.all == [])
        #expect(scheduler.scheduledCount == 4)
        scheduler.advance()
        #expect(log.all == ["VALUE 1", "VALUE 2", "VALUE 3", "COMPLETED"])
        #expect(scheduler.scheduledCount == 0)
    }

    @Test func theFailureStaysInOrder() {  // R24
        let scheduler = TestScheduler()
        let events = SignalProducer<Int, TestError>(values: 1, 2).attempt { $0 == 2 ? .failure(.a) : .success(()) }
            .observe(on: scheduler).record()
        scheduler.advance()
        #expect(events.all.map(\.event) == [.value(1), .failed(.a)])
    }

    @Test func disposingDropsPendingEventsAndInterruptsOnTheScheduler() {  // R13, R24
        let scheduler = TestScheduler()
        let log = Log<String>()
        let (signal, input) = Signal<Int, TestError>.pipe()
        let handle = signal.producer.on(disposed: log("source disposed"))
            .observe(on: scheduler)
            .on(disposed: log("disposed"))
            .start { log.add($0.description) }
        input.send(value: 1)
        scheduler.advance()
        input.send(value: 2)
        handle.dispose()
        #expect(handle.isDisposed)
        #expect(log.all == ["VALUE 1", "source disposed"])
        scheduler.advance()
        #expect(log.all == ["VALUE 1", "source disposed", "INTERRUPTED", "disposed"])
        #expect(scheduler.scheduledCount == 0)
    }

    @Test func disposingInterruptsEvenAfterTheSourceHasCompleted() {  // R13
        let scheduler = TestScheduler()
        let log = Log<String>()
        let handle = SignalProducer<Int, TestError>(1...3).observe(on: scheduler).start { log.add($0.description) }
        handle.dispose()
        scheduler.advance()
        #expect(log.all == ["INTERRUPTED"])
    }

    @Test func disposingInsideTheHandlerInterruptsAfterTheValue() {  // R13
        let scheduler = TestScheduler()
        let (handle, log) = (SerialDisposable(), Log<String>())
        handle.inner = SignalProducer<Int, TestError>(1...3).observe(on: scheduler).start { event in
            log.add(event.description)
            if event == .value(2) { handle.dispose() }
        }
        scheduler.advance()
        #expect(log.all == ["VALUE 1", "VALUE 2", "INTERRUPTED"])
    }

    @Test func disposingBeforeTheStartInterruptsOnTheScheduler() {  // R12, R13
        let scheduler = TestScheduler()
        let log = Log<String>()
        let source = SignalProducer<Int, TestError>(value: 1).on(starting: log("starting"))
        source.observe(on: scheduler).startWithSignal { signal, handle in
            signal.observe { log.add($0.description) }
            handle.dispose()
        }
        scheduler.advance()
        #expect(log.all == ["INTERRUPTED"])
    }

    @Test func theEndLeavesNothingOnTheScheduler() {  // R13: nobody disposed of it
        let scheduler = TestScheduler()
        let (lifetime, token) = Lifetime.make()
        let events = SignalProducer<Int, TestError>(value: 1).observe(on: scheduler).take(during: lifetime).record()
        let whole = scheduler.scheduledCount
        scheduler.advance(by: .zero)
        #expect(whole == 2)
        #expect(events.all.map(\.event) == [.value(1), .completed])
        #expect(scheduler.scheduledCount == 0)
        token.dispose()
    }

    @Test func anEarlyEndStopsTheSource() {
        let scheduler = TestScheduler()
        let disposed = Counter()
        let (signal, input) = Signal<Int, TestError>.pipe()
        let events = signal.producer.on(disposed: { disposed.add() }).observe(on: scheduler).take(first: 1).record()
        for value in 1...3 { input.send(value: value) }
        scheduler.advance()
        #expect(events.all.map(\.event) == [.value(1), .completed])
        #expect(disposed.value == 1)
    }

    @Test func theImmediateSchedulerChangesNothing() {
        let producer = SignalProducer<Int, TestError>(1...3).observe(on: ImmediateScheduler())
        #expect(events(of: producer) == [.value(1), .value(2), .value(3), .completed])
        #expect(selfDisposing(producer) { $0 == .value(2) } == [.value(1), .value(2), .interrupted])
    }

    @Test func aQueueSchedulerDeliversInOrderOnItsQueue() {  // R24, R31
        let scheduler = QueueScheduler()
        let key = DispatchSpecificKey<Int>()
        scheduler.queue.setSpecific(key: key, value: 1)
        let (values, offQueue) = (Log<Int>(), Counter())
        let result = SignalProducer<Int, TestError>(0..<10_000).observe(on: scheduler)
            .on(
                event: { _ in if DispatchQueue.getSpecific(key: key) != 1 { offQueue.add() } },
                value: { values.add($0) }
            )
            .wait()
        #expect(result.isSuccess)
        #expect(values.all == Array(0..<10_000))
        #expect(offQueue.value == 0)
    }

    @Test func aQueueSchedulerDeliversTheInterruptionOnItsQueue() async {  // R13
        let scheduler = QueueScheduler()
        let key = DispatchSpecificKey<Int>()
        scheduler.queue.setSpecific(key: key, value: 1)
        let isOnQueue = await withCheckedContinuation { continuation in
            SignalProducer<Int, TestError>.never.observe(on: scheduler)
                .startWithInterrupted { continuation.resume(returning: DispatchQueue.getSpecific(key: key) == 1) }
                .dispose()
        }
        #expect(isOnQueue)
    }

    @Test func theUISchedulerDeliversOnTheMainQueue() async {  // R31
        let key = DispatchSpecificKey<Int>()
        DispatchQueue.main.setSpecific(key: key, value: 1)
        let isOnMainQueue = await withCheckedContinuation { continuation in
            SignalProducer<Int, Never>(value: 1).observe(on: UIScheduler())
                .startWithValues { _ in continuation.resume(returning: DispatchQueue.getSpecific(key: key) == 1) }
        }
        #expect(isOnMainQueue)
    }

    @Test func disposingWhileValuesArriveEndsOnceAndNothingFollows() {  // R1, R13
        let unfair = unfairContests {
            let log = Log<Signal<Int, TestError>.Event>()
            let (signal, input) = Signal<Int, TestError>.pipe()
            let handle = signal.producer.observe(on: ImmediateScheduler()).start { log.add($0) }
            let send: @Sendable () -> Void = {
                input.send(value: 1)
                input.send(value: 2)
                input.sendCompleted()
            }
            return Contest(left: send, right: handle.dispose) {
                let values = log.all.compactMap(\.value)
                return [[], [1], [1, 2]].contains(values) && log.all.count == values.count + 1
                    && log.all.last?.isTerminating == true && handle.isDisposed
            }
        }
        #expect(unfair == 0)
    }

    @Test func observeOnWorksOnSignals() {
        let scheduler = TestScheduler()
        let (signal, input) = Signal<Int, TestError>.pipe()
        let events = signal.observe(on: scheduler).record()
        input.send(value: 1)
        input.sendCompleted()
        #expect(events.all.isEmpty)
        scheduler.advance()
        #expect(events.all.map(\.event) == [.value(1), .completed])
    }
}

extension Result {
    var isSuccess: Bool {
        if case .success = self { true } else { false }
    }
}
