import ReactiveCore
import ReactiveTesting
import Testing

/// The static forms with every kind of argument: producers, signals and properties, with and without failures.
struct MixedStaticsTests {
    let failing = SignalProducer<Int, TestError>(value: 1)
    let safe = SignalProducer<Int, Never>(value: 2)
    let property = Property(value: 3)
    let failingPipe = Signal<Int, TestError>.pipe()
    let safePipe = Signal<Int, Never>.pipe()
    let recorders = Log<EventRecorder<String, TestError>>()

    var failingSignal: Signal<Int, TestError> { failingPipe.output }
    var safeSignal: Signal<Int, Never> { safePipe.output }

    private func texts() -> [String] {
        failingPipe.input.send(value: 4)
        safePipe.input.send(value: 5)
        safePipe.input.sendCompleted()
        failingPipe.input.send(error: .a)
        return recorders.all.map(\.text)
    }

    private func pairs(_ producer: SignalProducer<(Int, Int), TestError>) {
        recorders.add(producer.map { "\($0)\($1)" }.record())
    }

    private func triples(_ producer: SignalProducer<(Int, Int, Int), TestError>) {
        recorders.add(producer.map { "\($0)\($1)\($2)" }.record())
    }

    private func values(_ producer: SignalProducer<Int, TestError>) {
        recorders.add(producer.map { "\($0)" }.record())
    }

    @Test func combineLatestOfTwo() {  // R22, R44
        pairs(SignalProducer.combineLatest(failing, property))
        pairs(SignalProducer.combineLatest(property, failing))
        pairs(SignalProducer.combineLatest(failing, safeSignal))
        pairs(SignalProducer.combineLatest(safe, failingSignal))
        pairs(SignalProducer.combineLatest(safe, property).promoteError())
        pairs(Signal.combineLatest(failingSignal, safeSignal).producer)
        pairs(Signal.combineLatest(safeSignal, failingSignal).producer)
        #expect(texts() == ["13 |", "31 |", "15 |", "24 x", "23 |", "45 x", "54 x"])
    }

    @Test func combineLatestOfThree() {  // R22, R44
        triples(SignalProducer.combineLatest(failing, property, safeSignal.promoteError()))
        triples(SignalProducer.combineLatest(failing, safe, failing))
        triples(SignalProducer.combineLatest(failing, failing, property))
        triples(SignalProducer.combineLatest(property, failing, failing))
        triples(SignalProducer.combineLatest(property, failing, safe.promoteError()))
        triples(SignalProducer.combineLatest(property, safe.promoteError(), failingSignal))
        triples(SignalProducer.combineLatest(safe, property, safeSignal).promoteError())
        triples(SignalProducer.combineLatest(safe, property, safeSignal.promoteError()).promoteError())
        #expect(texts() == ["135 |", "121 |", "113 |", "311 |", "312 |", "324 x", "235 |", "235 |"])
    }

    @Test func zip() {  // R22, R44
        pairs(SignalProducer.zip(failing, property))
        pairs(SignalProducer.zip(property, failingSignal))
        triples(SignalProducer.zip(failing, property, safeSignal.promoteError()))
        triples(SignalProducer.zip(property, safe.promoteError(), failing))
        triples(SignalProducer.zip(property, safe, safe).promoteError())
        pairs(Signal.zip(failingSignal, safeSignal).producer)
        pairs(Signal.zip(safeSignal, failingSignal).producer)
        #expect(texts() == ["13 |", "34 |", "135 |", "321 |", "322 |", "45 |", "54 |"])
    }

    @Test func merge() {  // R44
        values(SignalProducer.merge(failing, property))
        values(SignalProducer.merge(property, failing))
        values(SignalProducer.merge(safe, failing))
        values(SignalProducer.merge(failing, safe, property.producer.promoteError()))
        values(SignalProducer.merge(safe, property.producer.promoteError(), failing))
        values(SignalProducer.merge(safe, property, safeSignal).promoteError())
        values(SignalProducer.merge(failing, .empty))
        values(Signal.merge(failingSignal, safeSignal).producer)
        values(Signal.merge(safeSignal, failingSignal).producer)
        #expect(
            texts() == ["1 3 |", "3 1 |", "2 1 |", "1 2 3 |", "2 3 1 |", "2 3 5 |", "1 |", "4 5 x", "4 5 x"]
        )
    }

    @Test func booleans() {
        let yes = SignalProducer<Bool, TestError>(value: true)
        let no = MutableProperty(false)
        #expect(yes.and(no).first() == .success(false))
        #expect(yes.or(no).first() == .success(true))
        #expect(no.producer.and(yes).first() == .success(false))
        #expect(no.producer.or(yes).first() == .success(true))
        #expect(no.producer.and(no).first() == .success(false))
        #expect(no.producer.or(no).first() == .success(false))
    }

    @Test func neverAndEmptyCanBeUsedWhereverATriggerIsExpected() {  // R23, R44
        values(failing.take(until: .never))
        values(failing.take(until: .empty))
        values(failing.skip(until: .empty))
        values(failing.take(untilReplacement: .never))
        values(failing.sample(on: .empty))
        values(failing.withLatest(from: .never).map { (value: Int, _: Int) in value })
        values(failingSignal.take(until: .never).producer)
        values(failingSignal.skip(until: .never).producer)
        values(failingSignal.take(untilReplacement: .never).producer)
        #expect(texts() == ["1 |", "|", "1 |", "1", "|", "|", "4 x", "x", "4 x"])
    }
}
