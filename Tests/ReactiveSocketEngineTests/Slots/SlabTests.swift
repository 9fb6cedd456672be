import ReactiveTestSupport
import Testing

@testable import ReactiveNetworking
@testable import ReactiveSocketEngine

@Suite struct SlabTests {
    @Test func anElementKeepsItsSlotUntilItIsRemoved() {
        var slab = Slab<String>()
        let slots = ["a", "b", "c"].map { slab.insert($0) }
        slab[slots[2]] += "!"
        let removed = slab.remove(at: slots[1])
        #expect(removed == "b")
        #expect(slab.count == 2)
        #expect(slab[slots[0]] == "a")
        #expect(slab[slots[2]] == "c!")
    }

    @Test func freeSlotsAreUsedAgain() {
        var slab = Slab<Int>()
        for number in 0..<1_000 {
            let slots = (0..<3).map { slab.insert(number + $0) }
            #expect(Set(slots).count == 3)
            for slot in slots { _ = slab.remove(at: slot) }
        }
        #expect(slab.isEmpty)
        #expect(slab.slotCount == 3)
    }
}
