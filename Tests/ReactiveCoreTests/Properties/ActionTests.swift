import Dispatch
import ReactiveCore
import ReactiveTesting
import Testing

@Suite struct ActionTests {
    private typealias Pipe = (output: Signal<Int, TestError>, input: Signal<Int, TestError>.Observer)

    @Test func anApplicationSendsTheEventsOfItsRun() {  // R34
        let action = Action<Int, Int, TestError> { input in SignalProducer(values: input, input * 10) }
        #expect(events(of: action.apply(1)) == [.value(1), .value(10), .completed])
        #expect(events(of: action.apply(2)) == [.value(2), .value(20), .completed])
    }

    @Test func nothingIsExecutedBeforeTheStart() {  // R11
        let executed = Log<Int>()
        let action = Action<Int, Int, Never> { input in
            executed.add(input)
            return .empty
        }
        let application = action.apply(1)
        #expect(executed.all.isEmpty)
        application.start()
        application.start()
        #expect(executed.all == [1, 1])
    }

    @Test func aFailureIsDistinctFromADisabledAction() {  // R34
        let isEnabled = MutableProperty(true)
        let action = Action<Void, Int, TestError>(enabledIf: isEnabled) { SignalProducer(error: .a) }
        let errors = action.errors.record()
        let disabled = action.disabledErrors.map { 1 }.record()
        #expect(events(of: action.apply()) == [.failed(.producerFailed(.a))])
        isEnabled.value = false
        #expect(!action.isEnabled.value)
        #expect(events(of: action.apply()) == [.failed(.disabled)])
        #expect(errors.values == [.a])
        #expect(disabled.values == [1])
    }

    @Test func anApplicationDuringAnotherFailsAsDisabled() {  // R34
        let (output, input) = Signal<Int, TestError>.pipe()
        let action = Action<Void, Int, TestError> { output.producer }
        let first = action.apply().record()
        #expect(events(of: action.apply()) == [.failed(.disabled)])
        input.send(value: 1)
        input.sendCompleted()
        #expect(first.all == [.value(at: .zero, 1), .completed(at: .zero)])
        #expect(events(of: action.apply()) == [.interrupted])
    }

    @Test func isExecutingTogglesAroundEachRun() {  // R34
        let (output, input) = Signal<Int, TestError>.pipe()
        let action = Action<Void, Int, TestError> { output.producer }
        let executing = action.isExecuting.producer.record()
        let enabled = action.isEnabled.producer.record()
        let atTheEnd = Locked<Bool?>(nil)
        action.apply().startWithCompleted {
            let isExecuting = action.isExecuting.value
            atTheEnd.withLock { $0 = isExecuting }
        }
        #expect(action.isExecuting.value)
        #expect(!action.isEnabled.value)
        input.sendCompleted()
        #expect(atTheEnd.withLock { $0 } == true)
        #expect(executing.values == [false, true, false])
        #expect(enabled.values == [true, false, true])
    }

    @Test func disposingOfAnApplicationInterruptsIt() {  // R13, R34
        let disposed = Log<Int>()
        let action = Action<Void, Int, TestError> {
            SignalProducer<Int, TestError>.never.on(disposed: disposed(1))
        }
        let all = action.events.record()
        let handle = action.apply().start()
        handle.dispose()
        #expect(disposed.all == [1])
        #expect(!action.isExecuting.value)
        #expect(all.values == [.interrupted])
        action.apply().start()
        #expect(action.isExecuting.value)
    }

    @Test func theEventsOfAnActionAreThoseOfAllItsRuns() {  // R34
        let action = Action<Int, Int, TestError> { input in
            input > 0 ? SignalProducer(value: input) : SignalProducer(error: .b)
        }
        let all = action.events.record()
        let values = action.values.record()
        let errors = action.errors.record()
        let completed = action.completed.map { true }.record()
        for input in [1, 0, 2] { action.apply(input).start() }
        #expect(all.values == [.value(1), .completed, .failed(.b), .value(2), .completed])
        #expect(values.values == [1, 2])
        #expect(errors.values == [.b])
        #expect(completed.values == [true, true])
    }

    @Test func theNextApplicationIsPossibleOnceIsEnabledIsTrueButNotInsideTheCompletion() {  // R34, R37
        let action = Action<Int, Int, TestError> { SignalProducer(value: $0) }
        let results = Log<String>()
        let again = action.isEnabled.signal.filter { $0 }.take(first: 1)
        again.observeValues { _ in action.apply(2).start { results.add("second \($0)") } }
        action.apply(1).start { event in
            results.add("first \(event)")
            if event.isCompleted { action.apply(9).start { results.add("inside \($0)") } }
        }
        #expect(
            results.all == [
                "first VALUE 1", "first COMPLETED",
                "inside FAILED The action is disabled, or executing already", "second VALUE 2", "second COMPLETED",
            ]
        )
        #expect(action.isEnabled.value)
    }

    @Test func aRunUsesTheStateAtItsBeginning() {
        let state = MutableProperty(1)
        let action = Action<Int, Int, Never>(
            state: state,
            enabledIf: { $0 < 10 },
            execute: { SignalProducer(value: $0 + $1) }
        )
        let application = action.apply(100)
        state.value = 2
        #expect(events(of: application) == [.value(102), .completed])
        state.value = 10
        #expect(!action.isEnabled.value)
        let plain = Action<Void, Int, Never>(state: state) { SignalProducer(value: $0) }
        #expect(events(of: plain.apply()) == [.value(10), .completed])
    }

    @Test func unwrappingDisablesWithoutAValue() {
        let state = MutableProperty<String?>(nil)
        let action = Action<Int, String, Never>(unwrapping: state) { SignalProducer(value: $0 + "\($1)") }
        #expect(events(of: action.apply(1)) == [.failed(.disabled)])
        state.value = "a"
        #expect(events(of: action.apply(1)) == [.value("a1"), .completed])
        let plain = Action<Void, String, Never>(unwrapping: state) { SignalProducer(value: $0) }
        #expect(events(of: plain.apply()) == [.value("a"), .completed])
    }

    @Test func aValidatingActionIsEnabledWhileItsPropertyIsValid() {
        let number = ValidatingProperty<Int, TestError>(0) { $0 > 0 ? .valid : .invalid(.a) }
        let action = Action<Int, Int, Never>(validated: number) { SignalProducer(value: $0 * $1) }
        #expect(!action.isEnabled.value)
        number.value = 3
        #expect(events(of: action.apply(2)) == [.value(6), .completed])
        number.value = -1
        #expect(!action.isEnabled.value)
        let plain = Action<Void, Int, Never>(validated: number) { SignalProducer(value: $0) }
        #expect(events(of: plain.apply()) == [.failed(.disabled)])
    }

    @Test func anActionAsABindingTargetDropsInputsWhileItRuns() {  // R34
        let pipes = Log<Pipe>()
        let inputs = Log<Int>()
        let action = Action<Int, Int, TestError> { input in
            inputs.add(input)
            let pipe = Signal<Int, TestError>.pipe()
            pipes.add(pipe)
            return pipe.output.producer
        }
        let (signal, input) = Signal<Int, Never>.pipe()
        action <~ signal
        input.send(value: 1)
        input.send(value: 2)
        pipes.all.last?.input.sendCompleted()
        input.send(value: 3)
        #expect(inputs.all == [1, 3])
    }

    @Test func aReleasedActionCompletesAndEndsItsBindings() {
        let (signal, input) = Signal<Int, Never>.pipe()
        let state = MutableProperty(true)
        var action: Action<Int, Int, TestError>? = Action(enabledIf: state) { SignalProducer(value: $0) }
        weak let released = action
        let all = action!.events.record()
        let values = action!.values.record()
        let disabled = action!.disabledErrors.map { 1 }.record()
        let executing = action!.isExecuting
        let lifetime = action!.lifetime
        let binding = action! <~ signal
        input.send(value: 1)
        action = nil
        #expect(released == nil)
        #expect(lifetime.hasEnded)
        #expect(binding?.isDisposed == true)
        #expect(all.all.last == .completed(at: .zero))
        #expect(values.all == [.value(at: .zero, 1), .completed(at: .zero)])
        #expect(disabled.all == [.completed(at: .zero)])
        #expect(executing.producer.record().all == [.value(at: .zero, false), .completed(at: .zero)])
    }

    @Test func anActionRetainsItsStateAndARunRetainsItsAction() {
        var state: MutableProperty<Int>? = MutableProperty(1)
        weak let heldState = state
        var action: Action<Void, Int, Never>? = Action(state: state!) { _ in .never }
        weak let heldAction = action
        state = nil
        #expect(heldState != nil)
        let handle = action!.apply().start()
        action = nil
        #expect(heldAction != nil)
        handle.dispose()
        #expect(heldAction == nil)
        #expect(heldState == nil)
    }

    @Test func applicationsFromManyThreadsNeverOverlap() {  // R34: serially
        let running = Locked(0)
        let overlapCount = Locked(0)
        let action = Action<Int, Int, Never> { input in
            SignalProducer { () -> Int in
                let isAlone = running.withLock { count in
                    count += 1
                    return count == 1
                }
                if !isAlone { overlapCount.withLock { $0 += 1 } }
                running.withLock { $0 -= 1 }
                return input
            }
        }
        let counts = Locked((done: 0, refused: 0))
        let all = Counter()
        action.values.observeValues { _ in all.add() }
        DispatchQueue.concurrentPerform(iterations: 4) { _ in
            for input in 0..<1_000 {
                action.apply(input).start { event in
                    if event.isCompleted { counts.withLock { $0.done += 1 } }
                    if event.error != nil { counts.withLock { $0.refused += 1 } }
                }
            }
        }
        let (done, refused) = counts.withLock { $0 }
        #expect(overlapCount.withLock { $0 } == 0)
        #expect(done + refused == 4_000)
        #expect(all.value == done)
        #expect(!action.isExecuting.value)
        #expect(action.isEnabled.value)
    }

    @Test func errorsAreEqualIfTheirCausesAre() {
        #expect(ActionError<TestError>.disabled == .disabled)
        #expect(ActionError.producerFailed(TestError.a) != .producerFailed(.b))
        #expect(ActionError.producerFailed(TestError.a) != .disabled)
        #expect("\(ActionError.producerFailed(TestError.a))" == "a")
    }
}
