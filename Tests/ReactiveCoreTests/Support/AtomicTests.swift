import ReactiveCore
import Testing

/// `Atomic` with `ReactiveCore` as the only import that declares it.
struct AtomicTests {
    private let numbers: Atomic<[Int]> = Atomic([])

    @Test func theNameIsATypeAndCreatesInstances() {
        numbers.modify { $0.append(1) }
        #expect(numbers.value == [1])
        #expect(Atomic(2).swap(3) == 2)
        #expect(Atomic<Int>(4).withValue { $0 + 1 } == 5)
    }
}
