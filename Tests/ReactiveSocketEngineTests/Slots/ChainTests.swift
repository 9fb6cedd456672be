import ReactiveTestSupport
import Testing

@testable import ReactiveNetworking
@testable import ReactiveSocketEngine

@Suite struct ChainTests {
    @Test func chainsAgreeWithArraysUnderRandomOperations() throws {
        var generator = SplitMix(state: 3)
        var links = Links()
        var chains = [Chain(), Chain()]
        var arrays: [[Int]] = [[], []]
        for _ in 0..<5_000 {
            let slot = Int.random(in: 0..<30, using: &generator)
            if let number = arrays.firstIndex(where: { $0.contains(slot) }) {
                arrays[number].removeAll { $0 == slot }
                links.remove(slot, from: &chains[number])
            } else {
                let number = Int.random(in: 0..<2, using: &generator)
                let index = Int.random(in: 0...arrays[number].count, using: &generator)
                links.insert(slot, after: index == 0 ? nil : arrays[number][index - 1], in: &chains[number])
                arrays[number].insert(slot, at: index)
            }
            for (chain, array) in zip(chains, arrays) {
                try #require(slots(of: chain, in: links) == array)
                try #require(chain.first == array.first)
                try #require(chain.isEmpty == array.isEmpty)
            }
        }
    }

    /// Returns the slots in order, read from the end.
    private func slots(of chain: Chain, in links: Links) -> [Int] {
        var slots: [Int] = []
        var next = chain.last
        while let slot = next {
            slots.append(slot)
            next = links.slot(before: slot)
        }
        return slots.reversed()
    }
}
