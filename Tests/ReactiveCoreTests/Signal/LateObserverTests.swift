import ReactiveCore
import Testing

/// Observers that are added during an event, also on another thread.
struct LateObserverTests {
    @Test func observingDuringTheCompletionIsInterruptedAtOnce() {  // R6, R9
        let (signal, input) = Signal<Int, TestError>.pipe()
        let log = Log<String>()
        signal.observeCompleted {
            let observation = signal.observe { log.add("late \($0)") }
            log.add(observation == nil ? "nothing to dispose of" : "a disposable")
        }
        signal.observe { log.add("second \($0)") }
        input.sendCompleted()
        #expect(log.all == ["late INTERRUPTED", "nothing to dispose of", "second COMPLETED"])
    }

    @Test func observingADerivedSignalDuringItsCompletionIsInterruptedAtOnce() {  // R6, R9
        let (signal, input) = Signal<Int, TestError>.pipe()
        let (derived, log) = (signal.map { $0 }.take(first: 1), Log<String>())
        derived.observeCompleted { log.add(derived.observe { log.add("late \($0)") } == nil ? "nil" : "a disposable") }
        input.send(value: 1)
        #expect(log.all == ["late INTERRUPTED", "nil"])
    }

    @Test func aBlockingStartDuringTheCompletionEndsAtOnce() {  // R6
        let (signal, input) = Signal<Int, Never>.pipe()
        let log = Log<Bool>()
        signal.observeCompleted { log.add(SignalProducer(signal).first() == nil) }
        input.sendCompleted()
        #expect(log.all == [true])
    }

    @Test func anObserverAddedDuringADeliveryReceivesTheRestOfIt() {
        let (arrays, input) = Signal<[Int], Never>.pipe()
        let (numbers, late) = (arrays.flatten(), Log<Int>())
        numbers.observeValues { value in
            if value == 1 { numbers.observeValues { late.add($0) } }
        }
        input.send(value: [1, 2])
        input.send(value: [3])
        #expect(late.all == [2, 3])
    }

    @Test func anObserverAddedDuringTheLastValueReceivesTheCompletion() {
        let (signal, input) = Signal<Int, Never>.pipe()
        let (first, log) = (signal.take(first: 1), Log<String>())
        first.observeValues { _ in first.observe { log.add("late \($0)") } }
        input.send(value: 1)
        #expect(log.all == ["late COMPLETED"])
    }

    @Test func observersAddedDuringAValueKeepTheirOrder() {  // R2
        let (signal, input) = Signal<Int, Never>.pipe()
        let log = Log<String>()
        signal.observeValues { value in
            guard value == 1 else { return }
            for name in ["a", "b", "c"] { signal.observeValues { log.add("\(name)\($0)") } }
            input.send(value: 2)
        }
        input.send(value: 1)
        #expect(log.all == ["a2", "b2", "c2"])
    }

    @Test func anObserverDetachedBeforeItsFirstEventReceivesNothing() {  // R7
        let (arrays, input) = Signal<[Int], Never>.pipe()
        let (numbers, log) = (arrays.flatten(), Log<Int>())
        numbers.observeValues { value in
            if value == 1 { numbers.observeValues { log.add($0) }?.dispose() }
        }
        input.send(value: [1, 2])
        #expect(log.all == [])
    }

    @Test func observersAddedDuringDeliveriesOnAnotherThreadMissNothing() {  // R2
        let unfair = unfairContests {
            let (signal, input) = Signal<Int, Never>.pipe()
            let log = Log<String>()
            let send: @Sendable () -> Void = {
                for value in 0..<4 { input.send(value: value) }
                input.sendCompleted()
            }
            return Contest(left: send, right: { signal.observe { log.add($0.description) } }) {
                // A tail of the sent values, or an interruption if the observer was added too late.
                let whole = ["VALUE 0", "VALUE 1", "VALUE 2", "VALUE 3", "COMPLETED"]
                return log.all == ["INTERRUPTED"] || !log.all.isEmpty && log.all == whole.suffix(log.all.count)
            }
        }
        #expect(unfair == 0)
    }
}
