import Dispatch
import ReactiveCore
import Testing

struct LockedTests {
    @Test func lockedOffersTheOperationsOfAtomic() {
        struct Refusal: Error {}
        let number = Locked(1)
        #expect(number.swap(2) == 1)
        #expect(
            number.modify { value in
                value += 1
                return value * 10
            } == 30
        )
        #expect(number.withValue { $0 + 1 } == 4)
        #expect(throws: Refusal.self) { try number.modify { (_: inout Int) throws in throw Refusal() } }
        number.value = 7
        #expect(number.value == 7)
    }

    @Test func theValueCanBeReadInsideWithValue() {  // R46
        let number = Locked(1)
        #expect(number.withValue { $0 + number.value } == 2)
    }

    @Test func modificationsFromManyThreadsAreAllKept() {
        let number = Locked(0)
        DispatchQueue.concurrentPerform(iterations: 4) { _ in
            for _ in 0..<5_000 { number.modify { $0 += 1 } }
        }
        #expect(number.value == 20_000)
    }
}
