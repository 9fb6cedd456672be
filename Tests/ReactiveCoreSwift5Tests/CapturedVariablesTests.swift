@preconcurrency import ReactiveCore
import ReactiveCoreSwift5
import Testing

/// Code from before Swift 6: closures that change variables of the enclosing function, and classes without `Sendable`.
/// Half of the test is that this target compiles without warnings (R35).
struct CapturedVariablesTests {
    final class Basket {
        var items: [Int] = []
    }

    @Test func closuresOfOperatorsAndStartsChangeVariables() {
        var doubled: [Int] = []
        var sum = 0
        var hasCompleted = false
        SignalProducer(values: 1, 2, 3)
            .map { $0 * 2 }
            .on(completed: { hasCompleted = true }, value: { sum += $0 })
            .scan(0) { partial, value in
                doubled.append(value)
                return partial + value
            }
            .start()
        #expect(doubled == [2, 4, 6])
        #expect(sum == 12)
        #expect(hasCompleted)
    }

    @Test func closuresForEachKindOfEventChangeVariables() {
        var (seen, endCount) = ([Int](), 0)
        SignalProducer<Int, Never>(values: 1, 2).start(value: { seen.append($0) }, completed: { endCount += 1 })
        SignalProducer<Int, Never>.never.start(interrupted: { endCount += 1 }).dispose()
        SignalProducer<Int, Never>(value: 3).start { if let value = $0.value { seen.append(value) } }
        #expect(seen == [1, 2, 3])
        #expect(endCount == 2)
    }

    @Test func observersOfSignalsChangeVariables() {
        var seen: [Int] = []
        var hasCompleted = false
        let (signal, input) = Signal<Int, Never>.pipe()
        signal.observeValues { seen.append($0) }
        signal.observeCompleted { hasCompleted = true }
        input.send(value: 1)
        input.sendCompleted()
        #expect(seen == [1])
        #expect(hasCompleted)
    }

    @Test func startHandlersAndDisposablesChangeVariables() {
        var startCount = 0
        var isDisposed = false
        let producer = SignalProducer<Int, Never> { observer, lifetime in
            startCount += 1
            observer.send(value: startCount)
            lifetime.observeEnded { isDisposed = true }
        }
        var seen: [Int] = []
        producer.flatMap(.merge) { SignalProducer(values: $0, $0) }.startWithValues { seen.append($0) }.dispose()
        #expect(seen == [1, 1])
        #expect(isDisposed)
    }

    @Test func actionsAndBindingsChangeVariables() {
        var inputs: [Int] = []
        let action = Action<Int, Int, Never> { input in
            inputs.append(input)
            return SignalProducer(value: input)
        }
        action.apply(1).start()
        let (lifetime, token) = Lifetime.make()
        let target = BindingTarget<Int>(lifetime: lifetime) { inputs.append($0) }
        target <~ SignalProducer(value: 2)
        token.dispose()
        #expect(inputs == [1, 2])
    }

    @Test func valuesNeedNotBeSendable() {
        let basket = Basket()
        let property = MutableProperty(basket)
        property.producer.startWithValues { $0.items.append(1) }
        #expect(basket.items == [1])
    }

    @Test func operatorFunctionsCanBeUsedAsClosures() {
        var seen: [Int] = []
        SignalProducer(values: 1, 2, 2).skipRepeats(==).scan(0, +).reduce(0, +).startWithValues { seen.append($0) }
        let (signal, input) = Signal<Int, Never>.pipe()
        signal.skipRepeats(==).scan(0, +).reduce(0, max).map(String.init).map(\.count).observeValues { seen.append($0) }
        input.send(value: 7)
        input.sendCompleted()
        MutableProperty(5).skipRepeats(==).map { -$0 }.producer.startWithValues { seen.append($0) }
        #expect(seen == [4, 1, -5])
    }

    @Test func everyKindOfClosureChangesVariables() {
        var count = 0
        let count1: (Int) -> Void = { _ in count += 1 }
        let source = SignalProducer<Int, Never>(values: 1, 2)
        source.filter { _ in
            count += 1
            return true
        }.start()
        source.compactMap { value -> Int? in
            count += 1
            return value
        }.start()
        source.on(starting: { count += 1 }, value: count1).start()
        source.reduce(into: 0) {
            $0 += $1
            count += 1
        }.start()
        source.attemptMap { value -> Result<Int, Never> in
            count += 1
            return .success(value)
        }.start()
        source.flatMap(.latest) { value -> SignalProducer<Int, Never> in
            count += 1
            return .init(value: value)
        }.start()
        source.take(while: { _ in
            count += 1
            return true
        }).start()
        source.start { _ in count += 1 }
        source.startWithCompleted { count += 1 }
        source.lift { signal in
            signal.map {
                count += 1
                return $0
            }
        }.start()
        SignalProducer<Int, Never> { () -> Int in
            count += 1
            return 1
        }.start()
        #expect(count == 2 + 2 + 3 + 2 + 2 + 2 + 2 + 3 + 1 + 2 + 1)
    }

    @Test func schedulersAndDisposablesAcceptNonSendableClosures() {
        var count = 0
        let scheduler: any Scheduler = ImmediateScheduler()
        scheduler.schedule { count += 1 }
        ImmediateScheduler().schedule { count += 1 }
        let composite = CompositeDisposable()
        composite += { count += 1 }
        composite.add { count += 1 }
        composite.dispose()
        AnyDisposable { count += 1 }.dispose()
        let observer = Signal<Int, Never>.Observer(value: { count += $0 })
        observer.send(value: 1)
        #expect(count == 6)
    }

    @MainActor final class Screen {
        var shown = 0

        func show(_ numbers: SignalProducer<Int, Never>) {
            numbers.on(value: { self.shown += $0 }).startWithValues { self.shown += $0 }
        }
    }

    @Test @MainActor func closuresMayUseStateOfTheMainActor() {
        let screen = Screen()
        screen.show(SignalProducer(values: 1, 2))
        #expect(screen.shown == 6)
    }

    /// A custom scheduler written as before.
    final class OwnScheduler: Scheduler, @unchecked Sendable {
        private var actions: [() -> Void] = []

        func schedule(_ action: @escaping () -> Void) -> Disposable? {
            actions.append(action)
            return nil
        }

        func run() { while !actions.isEmpty { actions.removeFirst()() } }
    }

    @Test func aCustomSchedulerNeedsNoAttributes() {
        var seen: [Int] = []
        let scheduler = OwnScheduler()
        SignalProducer(values: 1, 2).observe(on: scheduler).startWithValues { seen.append($0) }
        scheduler.run()
        #expect(seen == [1, 2])
    }
}
