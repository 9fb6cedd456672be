import Testing

@testable import ReactiveCore

struct BagTests {
    @Test func theOrderOfInsertionSurvivesRemovals() {
        var bag = Bag<Int>()
        let tokens = (0..<10).map { bag.insert($0) }
        for index in [0, 3, 4, 9] { bag.remove(using: tokens[index]) }
        #expect(bag.slots.compactMap(\.element) == [1, 2, 5, 6, 7, 8])
        #expect(bag.count == 6)
    }

    @Test func eachElementIsRemovedOnce() {
        var bag = Bag<String>()
        let token = bag.insert("a")
        #expect(bag.remove(using: token) == "a")
        #expect(bag.remove(using: token) == nil)
        #expect(bag.isEmpty)
    }

    @Test func removingFromAnEmptyBagIsANoOp() {  // R38
        var other = Bag<Int>()
        let token = other.insert(1)
        var bag = Bag<Int>()
        #expect(bag.remove(using: token) == nil)
    }

    @Test func aBagReusesTheGapsOfRemovedElements() {
        var bag = Bag<Int>()
        for round in 0..<10_000 {
            let token = bag.insert(round)
            bag.remove(using: token)
        }
        #expect(bag.slots.count <= 1)
    }

    @Test func theCollectionOmitsTheGaps() {
        var bag = Bag("abcdef")
        let token = bag.insert("g")
        let first = bag.insert("h")
        #expect(String(bag) == "abcdefgh")
        bag.remove(using: token)
        #expect(String(bag) == "abcdefh")
        #expect(String(bag.reversed()) == "hfedcba")
        #expect(bag.last == "h")
        bag.remove(using: first)
        #expect(bag.count == 6)
        #expect(bag.indices.map { bag[$0] } == Array("abcdef"))
        #expect(Bag<Int>().first == nil)
    }

    @Test func leadingGapsAreOmitted() {
        var bag = Bag<Int>()
        let tokens = (0..<5).map { bag.insert($0) }
        bag.remove(using: tokens[0])
        bag.remove(using: tokens[1])
        #expect(bag.first == 2)
        #expect(Array(bag) == [2, 3, 4])
    }

    @Test(arguments: [10, 1_000]) func remainingElementsAreIndexedFromZero(count: Int) {
        var bag = Bag(0..<0)
        let tokens = (0..<count).map { bag.insert($0) }
        for index in stride(from: 0, to: count, by: 3) { bag.remove(using: tokens[index]) }
        let expected = (0..<count).filter { !$0.isMultiple(of: 3) }
        #expect(Array(bag) == expected)
        #expect(bag.indices.map { bag[$0] } == expected)
        #expect(bag.last == expected.last)
        #expect(bag.index(bag.startIndex, offsetBy: 3) == 3)
        #expect(bag.distance(from: bag.startIndex, to: bag.endIndex) == expected.count)
    }
}
