import ReactiveCore
import Synchronization
import Testing

/// Compiles beside `Synchronization`, whose `Atomic` the unqualified name means.
final class SynchronizationTests: Sendable {
    private let flag = Atomic(false)

    @Test func atomicMeansSwiftsOwnType() {
        let number = Atomic<Int>(1)
        number.add(1, ordering: .relaxed)
        flag.store(true, ordering: .releasing)
        let (sum, isSet) = (number.load(ordering: .relaxed), flag.load(ordering: .acquiring))
        #expect(sum == 2)
        #expect(isSet)
    }

    @Test func theCoresAtomicHasAQualifiedName() {
        let number = ReactiveCore.Atomic(1)
        #expect(number.swap(2) == 1)
    }
}
