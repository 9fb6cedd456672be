import Foundation
import ReactiveCore
import Testing

struct SignalTests {
    typealias Event = Signal<Int, TestError>.Event

    @Test(arguments: [Event.completed, .failed(.a), .interrupted])
    func nothingFollowsTheFirstTerminalEvent(_ last: Event) {  // R1
        let (signal, input) = Signal<Int, TestError>.pipe()
        let log = Log<Event>()
        signal.observe { log.add($0) }
        input.send(value: 1)
        input.send(last)
        for late in [Event.value(2), .completed, .failed(.b), .interrupted] { input.send(late) }
        #expect(log.all == [.value(1), last])
    }

    @Test func allObserversReceiveTheSameEventsInOrder() {  // R2
        let (signal, input) = Signal<Int, Never>.pipe()
        let log = Log<String>()
        signal.observe { log.add("A \($0)") }
        signal.observe { log.add("B \($0)") }
        input.send(value: 1)
        input.sendCompleted()
        #expect(log.all == ["A VALUE 1", "B VALUE 1", "A COMPLETED", "B COMPLETED"])
    }

    @Test func noObserverRunsConcurrentlyWithItself() {  // R2
        let (signal, input) = Signal<Int, Never>.pipe()
        let (inside, overlaps) = (Counter(), Counter())
        let (first, second) = (Log<Int>(), Log<Int>())
        signal.observeValues {
            if inside.add() != 1 { overlaps.add() }
            first.add($0)
            inside.add(-1)
        }
        signal.observeValues { second.add($0) }
        DispatchQueue.concurrentPerform(iterations: 4) { thread in
            for number in 0..<5_000 { input.send(value: thread * 5_000 + number) }
        }
        #expect(overlaps.value == 0)
        #expect(first.all == second.all)
        #expect(first.all.sorted() == Array(0..<20_000))
        #expect((0..<4).allSatisfy { thread in first.all.filter { $0 / 5_000 == thread }.isSorted })
    }

    @Test func eventsAreDeliveredOnTheSendingThread() {  // R5
        let (signal, input) = Signal<Int, Never>.pipe()
        let threads = Log<ObjectIdentifier>()
        signal.observeValues { _ in threads.add(ObjectIdentifier(Thread.current)) }
        input.send(value: 1)
        #expect(threads.all == [ObjectIdentifier(Thread.current)])
    }

    @Test func aValueSentByAnObserverFollowsTheOneItObserves() {  // R3, R37
        let (signal, input) = Signal<Int, Never>.pipe()
        let log = Log<String>()
        signal.observeValues { value in
            log.add("A\(value)")
            guard value == 1 else { return }
            input.send(value: 2)
            input.send(value: 3)
            log.add("A1 done")
        }
        signal.observeValues { log.add("B\($0)") }
        input.send(value: 1)
        #expect(log.all == ["A1", "A1 done", "B1", "A2", "B2", "A3", "B3"])
    }

    @Test func aTerminationSentByAnObserverFollowsTheValueAndDropsLaterOnes() {  // R3
        let (signal, input) = Signal<Int, TestError>.pipe()
        let log = Log<String>()
        signal.observe { event in
            log.add("A \(event)")
            guard event == .value(1) else { return }
            input.sendCompleted()
            input.send(value: 2)
            input.send(error: .a)
        }
        signal.observe { log.add("B \($0)") }
        input.send(value: 1)
        #expect(log.all == ["A VALUE 1", "B VALUE 1", "A COMPLETED", "B COMPLETED"])
    }

    @Test func aMillionReentrantValuesTakeConstantStack() {  // R37
        let (signal, input) = Signal<Int, Never>.pipe()
        let count = Counter()
        signal.observeValues { value in
            count.add()
            if value < 1_000_000 { input.send(value: value + 1) }
        }
        input.send(value: 1)
        #expect(count.value == 1_000_000)
    }

    @Test func oneOfTwoConcurrentTerminationsWinsForAllObservers() {  // R1, R3
        let unfair = unfairContests {
            let (signal, input) = Signal<Int, TestError>.pipe()
            let (first, second) = (Log<Event>(), Log<Event>())
            signal.observe { first.add($0) }
            signal.observe { second.add($0) }
            return Contest(
                left: { input.send(error: .a) },
                right: { input.sendCompleted() },
                isFair: { first.all == second.all && (first.all == [.failed(.a)] || first.all == [.completed]) }
            )
        }
        #expect(unfair == 0)
    }

    @Test func observingASignalThatHasEndedIsInterruptedAtOnce() {  // R6
        let (signal, input) = Signal<Int, TestError>.pipe()
        input.sendCompleted()
        let log = Log<Event>()
        #expect(signal.observe { log.add($0) } == nil)
        #expect(Signal<Int, TestError>.empty.observe { log.add($0) } == nil)
        #expect(log.all == [.interrupted, .interrupted])
    }

    @Test func observingDuringTheCompletionIsInterrupted() {  // R6
        let (signal, input) = Signal<Int, TestError>.pipe()
        let log = Log<String>()
        signal.observeCompleted {
            log.add("completed")
            signal.observe { log.add("late \($0)") }
        }
        input.sendCompleted()
        #expect(log.all == ["completed", "late INTERRUPTED"])
    }

    @Test func anObserverAddedDuringADeliveryReceivesTheNextValue() {
        let (signal, input) = Signal<Int, Never>.pipe()
        let log = Log<String>()
        signal.observeValues { value in
            guard value == 1 else { return }
            signal.observeValues { log.add("late \($0)") }
        }
        input.send(value: 1)
        input.send(value: 2)
        #expect(log.all == ["late 2"])
    }

    @Test func detachingAnObserverIsSilent() {  // R7
        let (signal, input) = Signal<Int, TestError>.pipe()
        let log = Log<Event>()
        let observation = signal.observe { log.add($0) }
        input.send(value: 1)
        observation?.dispose()
        #expect(observation?.isDisposed == true)
        input.send(value: 2)
        input.sendCompleted()
        #expect(log.all == [.value(1)])
    }

    @Test func anObserverDetachedByAnEarlierOneReceivesNothingMore() {  // R7
        let (signal, input) = Signal<Int, TestError>.pipe()
        let (second, log) = (SerialDisposable(), Log<Event>())
        let limited = signal.take(first: 1)
        limited.observe { if case .value = $0 { second.dispose() } }
        second.inner = limited.observe { log.add($0) }
        input.send(value: 1)
        #expect(log.all == [])
    }

    @Test func anObserverMayDetachItself() {  // R7
        let (signal, input) = Signal<Int, TestError>.pipe()
        let (own, log) = (SerialDisposable(), Log<Event>())
        own.inner = signal.observe { event in
            log.add(event)
            own.dispose()
        }
        input.send(value: 1)
        input.send(value: 2)
        #expect(log.all == [.value(1)])
    }

    @Test func releasingTheInputInterruptsTheSignal() {  // R8
        let log = Log<Event>()
        var pipe: (output: Signal<Int, TestError>, input: Signal<Int, TestError>.Observer)? = Signal.pipe()
        let signal = pipe?.output
        signal?.observe { log.add($0) }
        pipe?.input.send(value: 1)
        pipe = nil
        #expect(log.all == [.value(1), .interrupted])
    }

    @Test func anUnreferencedUnobservedSignalEndsSilently() {  // R8
        let log = Log<String>()
        var signal: Signal<Int, TestError>?
        var input: Signal<Int, TestError>.Observer?
        signal = Signal { observer, lifetime in
            input = observer
            lifetime.observeEnded(log("disposed"))
        }
        let observation = signal?.observe { log.add($0.description) }
        signal = nil
        input?.send(value: 1)
        #expect(log.all == ["VALUE 1"])
        observation?.dispose()
        #expect(log.all == ["VALUE 1", "disposed"])
    }

    @Test func anObservedSignalStaysAliveWithoutAReference() {  // R8
        let log = Log<Event>()
        let input: Signal<Int, TestError>.Observer
        do {
            let pipe = Signal<Int, TestError>.pipe()
            pipe.output.map { $0 * 10 }.observe { log.add($0) }
            input = pipe.input
        }
        input.send(value: 1)
        input.sendCompleted()
        #expect(log.all == [.value(10), .completed])
    }

    @Test func resourcesAreReleasedAfterTheTerminalEvent() {  // R9
        let log = Log<String>()
        let (signal, input) = Signal<Int, TestError>.pipe(disposable: AnyDisposable(log("disposed")))
        signal.observe { log.add($0.description) }
        input.sendCompleted()
        #expect(log.all == ["COMPLETED", "disposed"])
    }

    @Test func aSignalThatNeverSendsStaysSilent() {
        let log = Log<Event>()
        let observation = Signal<Int, TestError>.never.observe { log.add($0) }
        #expect(log.all == [])
        #expect(observation?.isDisposed == false)
    }

    @Test func observersComeAndGoOnTwoThreadsWhileValuesAreSent() {  // R2, R7
        let (signal, input) = Signal<Int, Never>.pipe()
        let unfair = unfairContests {
            let log = Log<Int>()
            let observation = signal.observeValues { log.add($0) }
            return Contest(left: { input.send(value: 1) }, right: { observation?.dispose() }) {
                log.all.count <= 64 && observation?.isDisposed == true
            }
        }
        #expect(unfair == 0)
    }
}

extension [Int] {
    fileprivate var isSorted: Bool { zip(self, dropFirst()).allSatisfy(<) }
}
