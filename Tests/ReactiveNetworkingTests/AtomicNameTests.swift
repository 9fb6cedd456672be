import ReactiveNetworking
import Synchronization
import Testing

struct AtomicNameTests {
    /// In a file that imports `ReactiveCore` instead, the type of the constant would have to be qualified.
    @Test func besideSynchronizationTheNameAtomicIsSwiftsOwnType() {
        let number: Atomic<Int> = Atomic(1)
        let sum = number.add(1, ordering: .relaxed).newValue
        #expect(sum == 2)
    }
}
