import ReactiveCore
import ReactiveTesting
import Testing

/// Forms that must compile: each is used once, on producers and on signals, with every kind of convertible. The
/// operators' own tests cover their behavior, and `MixedFailuresTests` covers different failure types.
struct VocabularyTests {
    private struct User: Sendable {
        var name: String
    }

    let producer = SignalProducer<Int, TestError>(values: 1, 2)
    let safe = SignalProducer<Int, Never>(values: 1, 2)
    let property = MutableProperty(3)
    let trigger = MutableProperty(())
    let scheduler = TestScheduler()
    let pipe = Signal<Int, TestError>.pipe()
    let safePipe = Signal<Int, Never>.pipe()
    let started = Log<any Disposable>()

    var signal: Signal<Int, TestError> { pipe.output }
    var safeSignal: Signal<Int, Never> { safePipe.output }

    /// One at a time, because long literals of generic chains are slow to type-check.
    private func start<Value, Failure>(_ stream: some SignalProducerConvertible<Value, Failure>) {
        started.add(stream.producer.start())
    }

    /// Returns a Boolean value that indicates whether every start ended.
    private func allEnd() -> Bool {
        pipe.input.send(value: 1)
        safePipe.input.send(value: 1)
        property.value = 4
        trigger.value = ()
        scheduler.advance(by: .seconds(60))
        pipe.input.sendCompleted()
        safePipe.input.sendCompleted()
        scheduler.advance(by: .seconds(60))
        return started.all.allSatisfy(\.isDisposed)
    }

    @Test func everyFormOfTransformingOperatorsCompiles() {
        let users = SignalProducer(value: User(name: "Ada"))
        #expect(users.map(\.name).record().values == ["Ada"])
        #expect(users.map(value: 7).record().values == [7])
        start(signal.map { "\($0)" })
        start(signal.map(value: "x"))
        start(signal.compactMap { Int?($0) })
        start(signal.map { Int?($0) }.skipNil())
        start(producer.map { Int?($0) }.skipNil())
        start(producer.lazyMap(on: scheduler) { "\($0)" })
        start(signal.lazyMap(on: scheduler) { "\($0)" })
        start(producer.reduce(0, +))
        start(producer.reduce(into: [Int]()) { $0.append($1) })
        start(signal.reduce(0, +))
        start(signal.reduce(into: [Int]()) { $0.append($1) })
        start(producer.scan(0, +))
        start(producer.scan(into: [Int]()) { $0.append($1) })
        start(signal.scan(0, +))
        start(signal.scan(into: [Int]()) { $0.append($1) })
        start(producer.scanMap(0) { ($0 + $1, "\($0)") })
        start(signal.scanMap(0) { ($0 + $1, "\($0)") })
        #expect(allEnd())
    }

    @Test func triggersMayBeInlineExpressions() {
        start(producer.take(until: .init(value: ())))
        start(signal.take(until: .init(value: ())))
        start(producer.take(until: .never))
        start(signal.take(until: .empty))
        start(producer.skip(until: .init(value: ())))
        start(signal.skip(until: .init(value: ())))
        start(producer.skip(until: .empty))
        start(producer.sample(on: .init(value: ())))
        start(signal.sample(on: .init(value: ())))
        start(producer.sample(with: .init(value: "x")))
        start(signal.sample(with: .init(value: "x")))
        start(producer.take(until: trigger))
        start(producer.take(until: trigger.signal))
        start(producer.sample(with: property).take(first: 1))
        #expect(allEnd())
    }

    @Test func namesOfReactiveSwiftCompile() {
        let log = Log<String>()
        let action: Signal<Int, TestError>.Observer.Action = { log.add($0.description) }
        producer.start(.init(action))
        #expect(log.all == ["VALUE 1", "VALUE 2", "COMPLETED"])
        #expect(unwrapped(SignalProducer<Int?, Never>(values: 1, nil, 3)).record().values == [1, 3])
        #expect(Int?(reconstructing: 1) == 1)
    }

    private func unwrapped<Value: OptionalProtocol, Failure>(
        _ producer: SignalProducer<Value, Failure>
    ) -> SignalProducer<Value.Wrapped, Failure> where Value.Wrapped: Sendable {
        producer.compactMap { $0.optional }
    }

    @Test func everyFormOfOperatorsWithStateCompiles() {
        let sum: @Sendable (inout Int, Int) -> String = { sum, value in
            sum += value
            return "\(sum)"
        }
        start(producer.scanMap(into: 0, sum))
        start(signal.scanMap(into: 0, sum))
        start(producer.combinePrevious())
        start(producer.combinePrevious(0))
        start(signal.combinePrevious())
        start(signal.combinePrevious(0))
        start(producer.skipRepeats())
        start(producer.skipRepeats { $0 == $1 })
        start(signal.skipRepeats())
        start(signal.skipRepeats { $0 == $1 })
        start(producer.uniqueValues())
        start(producer.uniqueValues { $0 })
        start(signal.uniqueValues())
        start(signal.uniqueValues { $0 })
        start(producer.collect())
        start(producer.collect(count: 2))
        start(signal.collect())
        start(producer.collect { $0.count == 2 })
        start(producer.collect { $1 == 2 && $0.count == 1 })
        start(signal.collect(count: 2))
        start(signal.collect { $0.count == 2 })
        start(producer.map { [$0] }.flatten())
        start(signal.map { [$0] }.flatten())
        #expect(allEnd())
    }

    @Test func everyFormOfFilteringOperatorsCompiles() {
        start(producer.filter { $0 > 1 })
        start(signal.filter { $0 > 1 })
        start(producer.take(first: 1))
        start(producer.take(last: 1))
        start(signal.take(first: 1))
        start(signal.take(last: 1))
        start(producer.take(while: { $0 < 2 }))
        start(signal.take(while: { $0 < 2 }))
        start(producer.take(until: { $0 < 2 }))
        start(signal.take(until: { $0 < 2 }))
        start(producer.take(until: trigger))
        start(producer.take(until: trigger.signal))
        start(producer.take(until: trigger.producer))
        start(signal.take(until: trigger))
        start(signal.take(until: trigger.signal))
        start(signal.take(until: trigger.producer))
        start(producer.take(during: .empty))
        start(signal.take(during: .empty))
        start(signal.take(untilReplacement: producer))
        start(signal.take(untilReplacement: signal))
        start(producer.skip(first: 1))
        start(signal.skip(first: 1))
        start(producer.skip(while: { $0 < 2 }))
        start(signal.skip(while: { $0 < 2 }))
        start(producer.skip(until: trigger))
        start(producer.skip(until: trigger.signal))
        start(signal.skip(until: trigger.producer))
        #expect(allEnd())
    }

    @Test func everyFormOfSamplingOperatorsCompiles() {
        start(producer.sample(with: safe))
        start(producer.sample(with: safeSignal))
        start(producer.sample(on: safe))
        start(producer.sample(on: safeSignal))
        start(signal.sample(with: safe))
        start(signal.sample(with: safeSignal))
        start(signal.sample(on: safe))
        start(signal.sample(on: safeSignal.map(value: ())))
        start(producer.withLatest(from: safe))
        start(producer.withLatest(from: safeSignal))
        start(producer.withLatest(from: property))
        start(signal.withLatest(from: safe))
        start(signal.withLatest(from: safeSignal))
        start(signal.withLatest(from: property))
        #expect(allEnd())
        #expect(producer.sample(on: property).record().values == [2])
        #expect(producer.sample(with: property).map { $1 }.record().values == [4])
        #expect(safeSignal.sample(on: property).record().text == "!")
    }

    @Test func everyFormOfCombiningOperatorsCompiles() {
        start(SignalProducer.combineLatest(producer, producer, producer))
        start(SignalProducer.combineLatest(producer, signal))
        start(SignalProducer.combineLatest(producer, safeSignal.promoteError(TestError.self), safe.promoteError()))
        start(SignalProducer.combineLatest([producer, producer]))
        start(SignalProducer.combineLatest([signal]))
        start(SignalProducer.combineLatest([producer], emptySentinel: [1]))
        start(Signal.combineLatest(signal, signal))
        start(Signal.combineLatest(signal, signal, signal))
        start(Signal.combineLatest([signal, signal]))
        start(signal.combineLatest(with: signal))
        start(SignalProducer.zip(producer, producer, producer))
        start(SignalProducer.zip(safe, safeSignal))
        start(SignalProducer.zip([producer, producer]))
        start(SignalProducer.zip([producer], emptySentinel: []))
        start(Signal.zip(signal, signal))
        start(Signal.zip(signal, signal, signal))
        start(Signal.zip([signal, signal]))
        start(signal.zip(with: signal))
        start(SignalProducer.merge(producer, producer))
        start(SignalProducer.merge([producer]))
        start(SignalProducer.merge(producer, signal))
        start(SignalProducer.merge([signal, signal]))
        start(SignalProducer.merge(producer, .empty))
        start(Signal.merge(signal, signal))
        start(Signal.merge([signal, signal]))
        start(signal.merge(with: signal))
        #expect(allEnd())
        #expect(SignalProducer.combineLatest(property, property).map { $0 + $1 }.record().values == [8])
    }

    @Test func everyFormOfFailureOperatorsCompiles() {
        let promoted: SignalProducer<Int, TestError> = safe.promoteError()
        let typed: SignalProducer<Int, TestError> = SignalProducer<Never, TestError>.empty.promoteValue()
        start(promoted)
        start(typed)
        start(safeSignal.promoteError(TestError.self))
        start(SignalProducer<Never, TestError>.empty.promoteValue(Int.self))
        start(Signal<Never, TestError>.empty.promoteValue(Int.self))
        start(producer.materialize().dematerialize())
        start(signal.materialize().dematerialize())
        start(producer.materializeResults().dematerializeResults())
        start(signal.materializeResults().dematerializeResults())
        start(producer.mapError { $0 })
        start(signal.mapError { $0 })
        start(producer.attempt { _ in .success(()) })
        start(signal.attempt { _ in .success(()) })
        start(safe.attempt { (_: Int) throws in })
        start(safeSignal.attempt { (_: Int) throws in })
        start(producer.attemptMap { (value: Int) -> Result<Int, TestError> in .success(value) })
        start(safe.attemptMap { (value: Int) throws in "\(value)" })
        start(safeSignal.attemptMap { (value: Int) throws in "\(value)" })
        start(producer.flatMapError { _ in safe })
        start(producer.flatMapError { _ in producer })
        start(producer.flatMapError { _ in signal })
        start(signal.flatMapError { _ in safe })
        start(signal.flatMapError { _ in property })
        start(producer.flatMapError { _ in .empty } as SignalProducer<Int, Never>)
        start(signal.flatMapError { _ in .empty } as Signal<Int, Never>)
        #expect(allEnd())
    }

    @Test func everyFormOfFlatteningOperatorsCompiles() {
        start(producer.map { _ in producer }.flatten(.merge))
        start(producer.map { _ in safe }.flatten(.concat))
        start(safe.map { _ in producer }.flatten(.latest))
        start(safe.map { _ in safe }.flatten(.race))
        start(signal.map { _ in producer }.flatten(.merge))
        start(signal.map { _ in safe }.flatten(.concat))
        start(safeSignal.map { _ in producer }.flatten(.latest))
        start(safeSignal.map { _ in safe }.flatten(.race))
        start(producer.map { _ in signal }.flatten(.merge))
        start(producer.flatMap(.merge) { _ in signal })
        start(producer.flatMap(.merge) { _ in producer })
        start(producer.flatMap(.merge) { _ in safe })
        start(safe.flatMap(.merge) { _ in producer })
        start(safe.flatMap(.merge) { _ in safe })
        start(producer.flatMap(.merge) { _ in safeSignal })
        start(safe.flatMap(.merge) { _ in signal })
        start(signal.flatMap(.merge) { _ in producer })
        start(signal.flatMap(.merge) { _ in safe })
        start(safeSignal.flatMap(.merge) { _ in producer })
        start(safeSignal.flatMap(.merge) { _ in safe })
        #expect(allEnd())
        let chosen: SignalProducer<Int, TestError> = producer.flatMap(.concat) { $0 == 1 ? .empty : .never }
        #expect(chosen.record().text == "")
        #expect(producer.flatMap(.merge) { _ in property }.record().values == [4, 4])
        #expect(safe.flatMap(.latest) { _ in property }.record().values == [4, 4])
    }

    @Test func everyFormOfTimeOperatorsCompiles() {
        let isPaused = MutableProperty(false)
        start(signal.debounce(.seconds(1), on: scheduler))
        start(signal.throttle(.seconds(1), on: scheduler))
        start(signal.throttle(while: isPaused, on: scheduler))
        start(signal.delay(.seconds(1), on: scheduler))
        start(signal.throttle(while: isPaused.map { !$0 }, on: scheduler))
        start(signal.observe(on: scheduler))
        start(producer.observe(on: scheduler, buffering: .standard))
        start(producer.timeout(after: .seconds(1), raising: .a, on: scheduler))
        start(safe.timeout(after: .seconds(1), raising: TestError.a, on: scheduler))
        start(signal.timeout(after: .seconds(1), raising: .a, on: scheduler))
        start(producer.collect(every: .seconds(1), on: scheduler, discardWhenCompleted: false))
        start(signal.collect(every: .seconds(1), on: scheduler, skipEmpty: true))
        #expect(allEnd())
        #expect(scheduler.scheduledCount == 0)
    }
}
