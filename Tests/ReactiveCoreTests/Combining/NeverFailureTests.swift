import ReactiveCore
import ReactiveTesting
import Testing

/// Every receiver with every kind of argument: producers, signals and properties, that can fail and that cannot.
struct NeverFailureTests {
    let failing = SignalProducer<Int, TestError>(value: 1)
    let safe = SignalProducer<Int, Never>(value: 2)
    let property = Property(value: 3)
    let failingPipe = Signal<Int, TestError>.pipe()
    let safePipe = Signal<Int, Never>.pipe()
    let recorders = Log<EventRecorder<String, TestError>>()

    var failingSignal: Signal<Int, TestError> { failingPipe.output }
    var safeSignal: Signal<Int, Never> { safePipe.output }

    /// Completes the signals and returns the received values.
    func texts() -> [String] {
        failingPipe.input.send(value: 4)
        safePipe.input.send(value: 5)
        safePipe.input.sendCompleted()
        failingPipe.input.send(error: .a)
        return recorders.all.map(\.text)
    }

    private func pairs(_ producer: SignalProducer<(Int, Int), TestError>) {
        recorders.add(producer.map { "\($0)\($1)" }.record())
    }

    func values(_ producer: SignalProducer<Int, TestError>) {
        recorders.add(producer.map { "\($0)" }.record())
    }

    @Test func combineLatestAcceptsInputsThatCannotFail() {  // R22
        pairs(failing.combineLatest(with: failing))
        pairs(failing.combineLatest(with: safe))
        pairs(failing.combineLatest(with: property))
        pairs(failing.combineLatest(with: safeSignal))
        pairs(safe.combineLatest(with: failing))
        pairs(safe.combineLatest(with: failingSignal))
        pairs(safe.combineLatest(with: safe).promoteError())
        pairs(safe.combineLatest(with: property).promoteError())
        #expect(texts() == ["11 |", "12 |", "13 |", "15 |", "21 |", "24 x", "22 |", "23 |"])
    }

    @Test func zipAcceptsInputsThatCannotFail() {  // R22
        pairs(failing.zip(with: failing))
        pairs(failing.zip(with: safe))
        pairs(failing.zip(with: property))
        pairs(failing.zip(with: safeSignal))
        pairs(safe.zip(with: failing))
        pairs(safe.zip(with: failingSignal))
        pairs(safe.zip(with: safe).promoteError())
        pairs(safe.zip(with: property).promoteError())
        #expect(texts() == ["11 |", "12 |", "13 |", "15 |", "21 |", "24 |", "22 |", "23 |"])
    }

    @Test func mergeAcceptsInputsThatCannotFail() {
        values(failing.merge(with: failing))
        values(failing.merge(with: safe))
        values(failing.merge(with: property))
        values(failing.merge(with: safeSignal))
        values(failing.merge(with: .empty))
        values(safe.merge(with: failing))
        values(safe.merge(with: failingSignal))
        values(safe.merge(with: safe).promoteError())
        values(safe.merge(with: property).promoteError())
        #expect(texts() == ["1 1 |", "1 2 |", "1 3 |", "1 5 |", "1 |", "2 1 |", "2 4 x", "2 2 |", "2 3 |"])
    }

    @Test func concatAcceptsInputsThatCannotFail() {
        values(failing.concat(failing))
        values(failing.concat(safe.promoteError()))
        values(failing.concat(property.producer.promoteError()))
        values(failing.concat(safeSignal.promoteError()))
        values(failing.concat(.empty))
        values(failing.concat(value: 9))
        values(failing.concat(error: .b))
        values(safe.promoteError().concat(failing))
        values(safe.promoteError().concat(failingSignal))
        values(safe.concat(safe).promoteError())
        values(safe.concat(property).promoteError())
        values(safe.concat(error: .b))
        let expected = [
            "1 1 |", "1 2 |", "1 3 |", "1 5 |", "1 |", "1 9 |", "1 x", "2 1 |", "2 4 x", "2 2 |", "2 3 |", "2 x",
        ]
        #expect(texts() == expected)
    }

    @Test func prefixAcceptsInputsThatCannotFail() {
        values(failing.prefix(failing))
        values(failing.prefix(safe.promoteError()))
        values(failing.prefix(property.producer.promoteError()))
        values(failing.prefix(safeSignal.promoteError()))
        values(failing.prefix(.empty))
        values(failing.prefix(value: 9))
        values(safe.promoteError().prefix(failing))
        values(safe.promoteError().prefix(failingSignal))
        values(safe.prefix(safe).promoteError())
        values(safe.prefix(property).promoteError())
        #expect(
            texts() == ["1 1 |", "2 1 |", "3 1 |", "5 1 |", "1 |", "9 1 |", "1 2 |", "4 x", "2 2 |", "3 2 |"]
        )
    }

    @Test func takeUntilReplacementAcceptsInputsThatCannotFail() {
        let never = SignalProducer<Int, TestError>.never
        let quiet = SignalProducer<Int, Never>.never
        values(never.take(untilReplacement: failing))
        values(never.take(untilReplacement: safe.promoteError()))
        values(never.take(untilReplacement: property.producer.promoteError()))
        values(never.take(untilReplacement: safeSignal.promoteError()))
        values(quiet.promoteError().take(untilReplacement: failing))
        values(quiet.promoteError().take(untilReplacement: failingSignal))
        values(quiet.take(untilReplacement: safe).promoteError())
        values(quiet.take(untilReplacement: property).promoteError())
        #expect(texts() == ["1 |", "2 |", "3 |", "5 |", "1 |", "4 x", "2 |", "3 |"])
    }

    @Test func thenAcceptsProducersThatCannotFail() {  // R19
        values(failing.then(failing))
        values(failing.then(safe))
        values(failing.then(property))
        values(failing.then(safeSignal))
        values(failing.then(.empty))
        values(safe.then(failing))
        values(safe.then(failingSignal))
        values(safe.then(safe).promoteError())
        values(safe.then(property).promoteError())
        #expect(texts() == ["1 |", "2 |", "3 |", "5 |", "|", "1 |", "4 x", "2 |", "3 |"])
    }

    @Test func operatorsOfSignalsAcceptInputsThatCannotFail() {
        pairs(failingSignal.combineLatest(with: safeSignal).producer)
        pairs(safeSignal.combineLatest(with: failingSignal).producer)
        pairs(failingSignal.zip(with: safeSignal).producer)
        pairs(safeSignal.zip(with: failingSignal).producer)
        values(failingSignal.merge(with: safeSignal).producer)
        values(safeSignal.merge(with: failingSignal).producer)
        values(safeSignal.merge(with: safeSignal).promoteError().producer)
        values(safeSignal.promoteError().concat(failing).producer)
        values(safeSignal.concat(safe).promoteError().producer)
        values(safeSignal.concat(property).promoteError().producer)
        values(safeSignal.concat(error: TestError.b).producer)
        values(failingSignal.concat(safe.promoteError()).producer)
        values(failingSignal.concat(failingSignal).producer)
        values(failingSignal.concat(.empty).producer)
        let expected = [
            "45 x", "54 x", "45 |", "54 |", "4 5 x", "4 5 x", "5 5 |", "5 1 |", "5 2 |", "5 3 |", "5 x", "4 x", "4 x",
            "4 x",
        ]
        #expect(texts() == expected)
    }
}
