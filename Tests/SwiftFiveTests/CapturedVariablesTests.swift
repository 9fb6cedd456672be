@preconcurrency import ReactiveCore
import Testing

/// Code as it was written before Swift 6: closures that change variables of the function around them, and classes that
/// know nothing of `Sendable`. That this target compiles without a warning is half of what it tests (decision 1).
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
}
