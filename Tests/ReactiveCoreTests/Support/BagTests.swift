import Testing

@testable import ReactiveCore

struct BagTests {
    @Test func keepsTheOrderOfInsertionAcrossRemovals() {
        var bag = Bag<Int>()
        let tokens = (0..<10).map { bag.insert($0) }
        for index in [0, 3, 4, 9] { bag.remove(using: tokens[index]) }
        #expect(bag.slots.compactMap(\.element) == [1, 2, 5, 6, 7, 8])
        #expect(bag.count == 6)
    }

    @Test func removesEachElementOnce() {
        var bag = Bag<String>()
        let token = bag.insert("a")
        #expect(bag.remove(using: token) == "a")
        #expect(bag.remove(using: token) == nil)
        #expect(bag.isEmpty)
    }

    @Test func removingFromAnEmptyBagIsANoOp() {  // decision 4
        var other = Bag<Int>()
        let token = other.insert(1)
        var bag = Bag<Int>()
        #expect(bag.remove(using: token) == nil)
    }

    @Test func closesItsGaps() {
        var bag = Bag<Int>()
        for round in 0..<10_000 {
            let token = bag.insert(round)
            bag.remove(using: token)
        }
        #expect(bag.slots.count <= 1)
    }
}
