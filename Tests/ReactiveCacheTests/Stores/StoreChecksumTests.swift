import Foundation
import Testing

@testable import ReactiveCache
@testable import ReactiveNetworking

@Suite struct StoreChecksumTests {
    @Test(arguments: [1, 7, 8, 63, 64, 65, 200]) func eachChangeOfABitChangesTheChecksum(count: Int) {  // H41
        let bytes = Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37) })
        let sum = StoreChecksum.of(bytes, seed: 5)
        var sums: Set = [sum, StoreChecksum.of(bytes, seed: 6), StoreChecksum.of(bytes + [0], seed: 5)]
        #expect(sums.count == 3)
        for bit in 0..<(count * 8) {
            var changed = bytes
            changed[bit / 8] ^= 1 << (bit % 8)
            sums.insert(StoreChecksum.of(changed, seed: 5))
        }
        #expect(sums.count == 3 + count * 8)
    }

    @Test func wordsInAnotherOrderHaveAnotherChecksum() {  // H41
        let words = (0..<32).map { Data(repeating: UInt8($0), count: 8) }
        let sum = StoreChecksum.of(words.reduce(Data(), +), seed: 0)
        for first in 0..<32 {
            for second in (first + 1)..<32 {
                var exchanged = words
                exchanged.swapAt(first, second)
                #expect(StoreChecksum.of(exchanged.reduce(Data(), +), seed: 0) != sum)
            }
        }
    }

    @Test(arguments: 0..<64) func eachWordAffectsTheChecksumWhateverTheOthersAre(index: Int) {  // H41
        // A factor of zero would.
        let seed: UInt64 = 5
        var words = [UInt64](repeating: 0, count: 64)
        var sums: Set<UInt64> = []
        for word: UInt64 in [0, 1, .max, seed, 0x9E37_79B9_7F4A_7C15] {
            words = words.map { _ in word }
            for value: UInt64 in [word, 7, 1 << 63, word ^ 1 << 32] {
                words[index] = value
                sums.insert(words.withUnsafeBytes { StoreChecksum.of($0, seed: seed) })
            }
        }
        #expect(sums.count == 20)
    }

    @Test func knownBytesHaveKnownChecksums() {  // H41
        let bytes = Data((0..<100).map { UInt8($0) })
        #expect(String(StoreChecksum.of(Data(), seed: 0), radix: 16) == "b1a8f7ee7791c8fa")
        #expect(String(StoreChecksum.of(bytes, seed: 1), radix: 16) == "4fe6b7249d5cd6a8")
        #expect(String(StoreChecksum.of(bytes.dropFirst(3), seed: 1), radix: 16) == "43c82343100d492e")
    }
}
