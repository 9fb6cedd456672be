@preconcurrency import ReactiveCore
import ReactiveCoreSwift5

// Each marked line is an error in Swift 6 mode, and compiles without a warning in Swift 5 mode.
#if REFUSED
    func capturedVariables(_ producer: SignalProducer<Int, Never>, _ signal: Signal<Int, Never>) {
        var sum = 0
        _ = producer.map { sum += $0 }  // refused: mutation of captured var 'sum'
        _ = producer.filter { _ in sum > 0 }  // refused: reference to captured var 'sum'
        _ = producer.on(completed: { sum += 1 })  // refused: mutation of captured var 'sum'
        _ = producer.on(value: { sum += $0 })  // refused: mutation of captured var 'sum'
        _ = producer.scan(0) { sum + $0 + $1 }  // refused: reference to captured var 'sum'
        _ = producer.reduce(into: 0) { $0 += $1 + sum }  // refused: reference to captured var 'sum'
        _ = producer.skipRepeats { sum + $0 == $1 }  // refused: reference to captured var 'sum'
        _ = producer.flatMap(.merge) { SignalProducer(value: $0 + sum) }  // refused: reference to captured var 'sum'
        _ = producer.take(while: { _ in sum < 3 })  // refused: reference to captured var 'sum'
        _ = producer.compactMap { sum + $0 }  // refused: reference to captured var 'sum'
        _ = SignalProducer<Int, Never> { sum }  // refused: reference to captured var 'sum'
        _ = SignalProducer<Int, Never> { _, _ in sum += 1 }  // refused: mutation of captured var 'sum'
        producer.start { _ in sum += 1 }  // refused: mutation of captured var 'sum'
        producer.startWithValues { sum += $0 }  // refused: mutation of captured var 'sum'
        producer.startWithCompleted { sum += 1 }  // refused: mutation of captured var 'sum'
        _ = signal.map { sum += $0 }  // refused: mutation of captured var 'sum'
        signal.observe { _ in sum += 1 }  // refused: mutation of captured var 'sum'
        signal.observeValues { sum += $0 }  // refused: mutation of captured var 'sum'
        _ = Signal<Int, Never>.Observer(value: { sum += $0 })  // refused: mutation of captured var 'sum'
    }

    func capturedVariables(_ property: MutableProperty<Int>, _ lifetime: Lifetime, _ scheduler: any TimedScheduler) {
        var sum = 0
        _ = property.filter(initial: 0) { _ in sum > 0 }  // refused: reference to captured var 'sum'
        _ = Action<Int, Int, Never> { _ in SignalProducer(value: sum) }  // refused: reference to captured var 'sum'
        _ = BindingTarget<Int>(lifetime: lifetime) { sum += $0 }  // refused: mutation of captured var 'sum'
        lifetime.observeEnded { sum += 1 }  // refused: mutation of captured var 'sum'
        _ = AnyDisposable { sum += 1 }  // refused: mutation of captured var 'sum'
        CompositeDisposable().add { sum += 1 }  // refused: mutation of captured var 'sum'
        CompositeDisposable() += { sum += 1 }  // refused: mutation of captured var 'sum'
        scheduler.schedule { sum += 1 }  // refused: mutation of captured var 'sum'
        scheduler.schedule(after: .seconds(1)) { sum += 1 }  // refused: mutation of captured var 'sum'
        QueueScheduler.main.schedule { sum += 1 }  // refused: mutation of captured var 'sum'
        UIScheduler().schedule { sum += 1 }  // refused: mutation of captured var 'sum'
    }
#else
    func capturedConstants(_ producer: SignalProducer<Int, Never>, _ signal: Signal<Int, Never>) {
        let sum = Locked(0)
        let limit = 3
        let isEven: @Sendable (Int) -> Bool = { $0.isMultiple(of: 2) }
        _ = producer.map { value in sum.withLock { $0 += value } }
        _ = producer.filter(isEven).take(while: { $0 < limit }).reduce(0, +)
        _ = producer.scan(0, +).skipRepeats(==).combinePrevious(0)
        _ = signal.reduce(0, +).skipRepeats(==)
        _ = signal.scan(0, max).map(String.init)
        _ = MutableProperty(1).skipRepeats(==)
        producer.startWithValues { value in sum.withLock { $0 += value } }
        signal.observeValues { value in sum.withLock { $0 += value } }
    }

    func capturedConstants(_ lifetime: Lifetime, _ scheduler: any TimedScheduler) {
        let sum = Locked(0)
        lifetime.observeEnded { sum.withLock { $0 += 1 } }
        CompositeDisposable() += { sum.withLock { $0 += 1 } }
        scheduler.schedule { sum.withLock { $0 += 1 } }
        QueueScheduler.main.schedule { sum.withLock { $0 += 1 } }
    }
#endif
