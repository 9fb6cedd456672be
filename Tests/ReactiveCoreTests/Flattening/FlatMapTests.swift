import ReactiveCore
import ReactiveTesting
import Testing

/// A convertible that is neither a producer nor a signal, like a property.
struct Constant<Value: Sendable>: SignalProducerConvertible {
    let value: Value
    var producer: SignalProducer<Value, Never> { SignalProducer(value: value) }
}

/// The overloads of `flatMap`: the test is that these calls compile with these types.
@Suite struct FlatMapTests {
    let failing = SignalProducer<Int, TestError>([1, 2])
    let unfailing = SignalProducer<Int, Never>([1, 2])

    @Test func contextualLiteralsCompileInTheClosure() {  // R44
        let empty = failing.flatMap(.merge) { _ in .empty }
        let error = failing.flatMap(.merge) { _ in .init(error: .b) }
        let value = failing.flatMap(.merge) { SignalProducer(value: "\($0)") }
        let eitherType = failing.flatMap(.merge) { $0 == 1 ? .empty : SignalProducer<String, TestError>(value: "2") }
        let sameType = unfailing.flatMap(.merge) { $0 == 1 ? .empty : .init(value: $0) }
        let several = failing.flatMap(.latest) { value in
            if value == 1 { return .empty }
            return .init(value: value)
        }
        let never = unfailing.flatMap(.latest) { _ in .never }
        let replaced = failing.flatMap(.latest) { failing.map(value: "\($0)").flatMapError { _ in .empty } }
        #expect(record(empty).text == "|")
        #expect(record(error).text == "x")
        #expect(record(value).text == "1 2 |")
        #expect(record(eitherType).text == "2 |")
        #expect(record(sameType).text == "2 |")
        #expect(record(several).text == "2 |")
        #expect(record(never).text == "")
        #expect(record(replaced).text == "1 1 2 2 |")
    }

    @Test func outerAndInnerFailureTypesMayDiffer() {  // R44
        let inner = failing.flatMap(.concat) { SignalProducer<Int, Never>(value: $0 * 10) }
        let outer: SignalProducer<Int, TestError> = unfailing.flatMap(.concat) {
            value -> SignalProducer<Int, TestError> in
            value == 1 ? .init(value: value) : .init(error: .b)
        }
        let neither = unfailing.flatMap(.concat) { SignalProducer<Int, Never>(value: $0 * 10) }
        #expect(record(inner).text == "10 20 |")
        #expect(record(outer).all.map(\.event) == [.value(1), .failed(.b)])
        #expect(record(neither).text == "10 20 |")
    }

    @Test func theClosureMayReturnAnyConvertible() {  // R44
        let (signal, input) = Signal<Int, Never>.pipe()
        let constants = record(failing.flatMap(.concat) { Constant(value: $0) })
        let unfailingConstants = record(unfailing.flatMap(.concat) { Constant(value: $0) })
        let signals = record(unfailing.flatMap(.merge) { _ in signal })
        let promoted = record(unfailing.flatMap(.merge) { _ in signal.promoteError(TestError.self) })
        input.send(value: 3)
        input.sendCompleted()
        #expect(constants.text == "1 2 |")
        #expect(unfailingConstants.text == "1 2 |")
        #expect(signals.text == "3 3 |")
        #expect(promoted.text == "3 3 |")
    }

    @Test func signalsSupportTheSameOverloadsOfFlatMap() {  // R44
        let (signal, input) = Signal<Int, Never>.pipe()
        let (failingSignal, failingInput) = Signal<Int, TestError>.pipe()
        let same = record(signal.flatMap(.merge) { .init(value: $0) })
        let constants = record(failingSignal.flatMap(.merge) { Constant(value: "\($0)") })
        let outer = record(signal.flatMap(.merge) { _ in SignalProducer<Int, TestError>(error: .a) })
        let inner = record(failingSignal.flatMap(.merge) { SignalProducer<Int, Never>(value: $0) })
        input.send(value: 1)
        failingInput.send(value: 2)
        #expect([same.text, constants.text, outer.text, inner.text] == ["1", "2", "x", "2"])
    }

    @Test func flattenSupportsTheOverloadsOfFlatMap() {  // R44
        #expect(record(failing.map(value: failing).flatten(.concat)).text == "1 2 1 2 |")
        #expect(record(failing.map(value: unfailing).flatten(.concat)).text == "1 2 1 2 |")
        #expect(record(unfailing.map(value: failing).flatten(.concat)).text == "1 2 1 2 |")
        #expect(record(unfailing.map(value: unfailing).flatten(.concat)).text == "1 2 1 2 |")
        #expect(record(unfailing.map { Constant(value: $0) }.flatten(.concat)).text == "1 2 |")
    }

    @Test func theClosureRunsOnceForEachValueOfEachStart() {  // R11
        let count = Locked(0)
        let producer = failing.flatMap(.merge) { value -> SignalProducer<Int, TestError> in
            count.withLock { $0 += 1 }
            return .init(value: value)
        }
        #expect(count.withLock { $0 } == 0)
        #expect(record(producer).text == "1 2 |")
        #expect(record(producer).text == "1 2 |")
        #expect(count.withLock { $0 } == 4)
    }
}
