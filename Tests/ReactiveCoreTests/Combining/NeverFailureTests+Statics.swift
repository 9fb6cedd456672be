import ReactiveCore
import ReactiveTesting
import Testing

/// Static forms with a second input that cannot fail, and literals where any trigger is accepted.
extension NeverFailureTests {
    private func triples(_ producer: SignalProducer<(Int, Int, Int), TestError>) {
        recorders.add(producer.map { "\($0)\($1)\($2)" }.record())
    }

    @Test func staticCombineLatestAcceptsInputsThatCannotFail() {  // R22
        triples(SignalProducer.combineLatest(failing, property, safeSignal.promoteError()))
        triples(SignalProducer.combineLatest(failing, safe, failing))
        triples(SignalProducer.combineLatest(failing, failing, property.producer.promoteError()))
        triples(SignalProducer.combineLatest(safe, property, safeSignal).promoteError())
        triples(SignalProducer.combineLatest(safe, property, safeSignal.promoteError()).promoteError())
        #expect(texts() == ["135 |", "121 |", "113 |", "235 |", "235 |"])
    }

    @Test func staticZipAcceptsInputsThatCannotFail() {  // R22
        triples(SignalProducer.zip(failing, property, safeSignal.promoteError()))
        triples(SignalProducer.zip(failing, safe.promoteError(), failing))
        triples(SignalProducer.zip(property, safe, safe).promoteError())
        #expect(texts() == ["135 |", "121 |", "322 |"])
    }

    @Test func staticMergeAcceptsInputsThatCannotFail() {
        values(SignalProducer.merge(failing, property.producer.promoteError()))
        values(SignalProducer.merge(failing, safe.promoteError(), property.producer.promoteError()))
        values(SignalProducer.merge(safe, property, safeSignal).promoteError())
        values(SignalProducer.merge(failing, .empty))
        #expect(texts() == ["1 3 |", "1 2 3 |", "2 3 5 |", "1 |"])
    }

    @Test func booleanOperatorsAcceptProducersAndProperties() {
        let yes = SignalProducer<Bool, Never>(value: true)
        let no = MutableProperty(false)
        #expect(yes.and(no).first() == .success(false))
        #expect(yes.or(no).first() == .success(true))
        #expect(no.producer.and(no).first() == .success(false))
        #expect(no.producer.or(no).first() == .success(false))
    }

    @Test func neverAndEmptyCompileWhereverATriggerIsAccepted() {  // R23
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
