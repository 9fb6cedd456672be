import ReactiveTestSupport
import Testing

@testable import ReactiveNetworking
@testable import ReactiveSocketEngine

@Suite struct SlotTableTests {
    /// With few hash values, most slots are beside their place and many share it.
    @Test(arguments: [3, 40, 1 << 60])
    func aTableAgreesWithADictionaryUnderRandomOperations(hashCount: Int) throws {
        var generator = SplitMix(state: 5)
        let hashes = (0..<200).map { _ in Int.random(in: 0..<hashCount, using: &generator) &* 16 }
        var table = SlotTable()
        var used: Set<Int> = []
        for number in 0..<4_000 {
            let slot = Int.random(in: 0..<hashes.count, using: &generator)
            if used.remove(slot) != nil {
                table.remove(slot, hash: hashes[slot])
            } else {
                table.insert(slot, hash: hashes[slot])
                used.insert(slot)
            }
            try #require(table.count == used.count)
            guard number.isMultiple(of: 100) else { continue }
            for slot in hashes.indices {
                let found = table.slot(hash: hashes[slot]) { $0 == slot }
                try #require(found == (used.contains(slot) ? slot : nil))
            }
        }
    }

    @Test func aSlotThatIsNotInTheTableIsNotRemoved() {
        var table = SlotTable()
        table.remove(1, hash: 7)
        table.insert(2, hash: 7)
        table.remove(1, hash: 7)
        #expect(table.count == 1)
        let found = table.slot(hash: 7) { _ in true }
        #expect(found == 2)
    }
}
