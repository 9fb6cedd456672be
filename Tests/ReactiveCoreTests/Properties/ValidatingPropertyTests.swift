import Dispatch
import ReactiveCore
import ReactiveTesting
import Testing

@Suite struct ValidatingPropertyTests {
    private typealias Number = ValidatingProperty<Int, TestError>

    /// Accepts 0 to 9, coerces larger values to 9, and rejects 13.
    @Sendable private static func judge(_ value: Int) -> Number.Decision {
        switch value {
        case 13: .coerced(9, .b)
        case ..<0: .invalid(.a)
        case 10...: .coerced(9, nil)
        default: .valid
        }
    }

    @Test func onlyValidProposalsAreAccepted() {
        let property = Number(0, Self.judge)
        let values = property.producer.record()
        let results = property.result.producer.record()
        for value in [1, -1, 13, 99] { property.value = value }
        #expect(values.values == [0, 1, 9, 9])
        #expect(
            results.values == [
                .valid(0), .valid(1), .invalid(-1, .a), .coerced(replacement: 9, proposed: 13, error: .b),
                .coerced(replacement: 9, proposed: 99, error: nil),
            ]
        )
    }

    @Test func resultsExposeTheirValueAndError() {
        #expect(Number.Result.valid(1).value == 1)
        #expect(Number.Result.invalid(1, .a).value == nil)
        #expect(Number.Result.invalid(1, .a).error == .a)
        #expect(Number.Result.invalid(1, .a).isInvalid)
        let coerced = Number.Result.coerced(replacement: 1, proposed: 2, error: .b)
        #expect(coerced.value == 1)
        #expect(coerced.error == nil)
        #expect(!coerced.isInvalid)
    }

    @Test func anInvalidInitialValueIsKeptAndMarkedInvalid() {
        let property = Number(-5, Self.judge)
        #expect(property.value == -5)
        #expect(property.result.value == .invalid(-5, .a))
    }

    @Test func theReleaseOfAReplacedValueOrResultCanUseTheProperty() async {  // R46
        await #expect(processExitsWith: .success) {
            typealias Held = ScopedDisposable<AnyDisposable>
            for isValid in [true, false] {
                let property = ValidatingProperty<Held?, TestError>(nil) { held in
                    held == nil || isValid ? .valid : .invalid(.a)
                }
                let released = Locked<[Bool]>([])
                property.value = ScopedDisposable(
                    AnyDisposable {
                        released.modify { $0.append(property.result.value.isInvalid) }
                        property.value = nil
                    }
                )
                property.value = nil
                #expect(released.value == [false])
            }
        }
    }

    @Test func aValueSetOnTheInnerPropertyIsValidatedAndKept() {
        let inner = MutableProperty(0)
        let property = Number(inner, Self.judge)
        let results = property.result.signal.record()
        inner.value = -1
        #expect(property.value == -1)
        #expect(property.result.value == .invalid(-1, .a))
        inner.value = 20
        #expect(property.value == 20)
        property.value = 20
        #expect(inner.value == 9)
        #expect(
            results.values == [
                .invalid(-1, .a), .coerced(replacement: 9, proposed: 20, error: nil),
                .coerced(replacement: 9, proposed: 20, error: nil),
            ]
        )
    }

    @Test func eachProposalIsValidatedOnce() {
        let judged = Log<Int>()
        let property = Number(0) { value in
            judged.add(value)
            return Self.judge(value)
        }
        for value in [1, -1, 13] { property.value = value }
        #expect(judged.all == [0, 1, -1, 13])
    }

    @Test func aResultCanBeReadWithItsValueByEveryObserver() {  // R33
        let property = Number(0, Self.judge)
        let seen = Log<[Int?]>()
        property.signal.observeValues { seen.add([$0, property.value, property.result.value.value]) }
        property.result.signal.observeValues { seen.add([$0.value, property.value, property.result.value.value]) }
        property.value = 3
        property.value = 13
        #expect(seen.all == [[3, 3, 3], [3, 3, 3], [9, 9, 9], [9, 9, 9]])
    }

    @Test func aProposalOfAnObserverFollowsTheCurrentOne() {  // R37
        let property = Number(0, Self.judge)
        let values = Log<Int>()
        let results = Log<Number.Result>()
        property.signal.observeValues { value in
            if value < 3 { property.value = value + 1 }
        }
        property.result.signal.observeValues { results.add($0) }
        property.signal.observeValues { values.add($0) }
        property.value = 1
        #expect(values.all == [1, 2, 3])
        #expect(results.all == [.valid(1), .valid(2), .valid(3)])
    }

    @Test func aCoercedValueProposedByAnObserverOfTheInnerPropertyStaysCoerced() {  // R37
        let inner = MutableProperty(0)
        let property = Number(inner, Self.judge)
        inner.signal.take(first: 1).observeValues { _ in property.value = 99 }
        inner.value = 1
        #expect(inner.value == 9)
        #expect(property.result.value == .coerced(replacement: 9, proposed: 99, error: nil))
    }

    @Test func aChangeOfTheOtherPropertyRevalidatesTheLastProposal() {
        let limit = MutableProperty(10)
        let property = Number(0, with: limit) { $0 <= $1 ? .valid : .invalid(.c) }
        property.value = 20
        #expect(property.value == 0)
        limit.value = 30
        #expect(property.value == 20)
        #expect(property.result.value == .valid(20))
        limit.value = 5
        #expect(property.value == 20)
        #expect(property.result.value == .invalid(20, .c))
    }

    @Test func aValidatingPropertyIsComparedByItsLastProposal() {
        let password = Number(1) { $0 > 0 ? .valid : .invalid(.a) }
        let repeated = Number(MutableProperty(1), with: password) { $0 == $1 ? .valid : .invalid(.c) }
        #expect(repeated.result.value == .valid(1))
        password.value = -7
        #expect(repeated.result.value == .invalid(1, .c))
        repeated.value = -7
        #expect(repeated.result.value == .valid(-7))
        let third = Number(5, with: password) { $0 == $1 ? .valid : .invalid(.c) }
        #expect(third.result.value == .invalid(5, .c))
    }

    @Test func aValidatingPropertyIsABindingTargetAndCompletesWhenReleased() {  // R33
        let (signal, input) = Signal<Int, Never>.pipe()
        let limit = MutableProperty(9)
        var property: Number? = Number(0, with: limit) { $0 <= $1 ? .valid : .invalid(.c) }
        weak let released = property
        let values = property!.producer.record()
        let results = property!.result.signal.record()
        let binding = property! <~ signal
        input.send(value: 2)
        input.send(value: 99)
        property = nil
        #expect(released == nil)
        #expect(binding?.isDisposed == true)
        #expect(values.all == [.value(at: .zero, 0), .value(at: .zero, 2), .completed(at: .zero)])
        #expect(
            results.all == [
                .value(at: .zero, .valid(2)), .value(at: .zero, .invalid(99, .c)), .completed(at: .zero),
            ]
        )
    }

    @Test func aValidatingPropertyDoesNotRetainTheOtherProperty() {
        var limit: MutableProperty<Int>? = MutableProperty(10)
        weak let released = limit
        let property = Number(0, with: limit!) { $0 <= $1 ? .valid : .invalid(.c) }
        limit = nil
        #expect(released == nil)
        property.value = 10
        #expect(property.value == 10)
    }

    @Test(arguments: 0..<20)
    func valueAndResultStayConsistentOnManyThreads(_ round: Int) {
        let inner = MutableProperty(0)
        let limit = MutableProperty(100)
        let property = Number(inner, with: limit) { $0 <= $1 ? .valid : .coerced($1, nil) }
        DispatchQueue.concurrentPerform(iterations: 3) { worker in
            for step in 0..<150 {
                switch worker {
                case 0: property.value = step
                case 1: inner.value = -step
                default: limit.value = 50 + (step + round) % 3
                }
            }
        }
        property.value = 99
        let last = limit.value
        #expect(property.value == last)
        #expect(property.result.value == .coerced(replacement: last, proposed: 99, error: nil))
        inner.value = 7
        #expect(property.result.value == .valid(7))
    }

    @Test func theLastProposalFromManyThreadsIsTheValue() {
        for _ in 0..<300 {
            let property = Number(0) { $0 % 2 == 0 ? .valid : .coerced($0 + 1, nil) }
            DispatchQueue.concurrentPerform(iterations: 2) { worker in
                for step in 0..<10 { property.value = worker * 100 + step }
            }
            #expect(property.result.value.value == property.value)
        }
    }
}
