import Foundation
import Testing

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

    @Test func theFormatStaysWhatItIs() {  // H41
        let bytes = Data((0..<100).map { UInt8($0) })
        #expect(String(StoreChecksum.of(Data(), seed: 0), radix: 16) == "82385b721160129f")
        #expect(String(StoreChecksum.of(bytes, seed: 1), radix: 16) == "967d35deb3b04f91")
        #expect(String(StoreChecksum.of(bytes.dropFirst(3), seed: 1), radix: 16) == "329c95f2ec326809")
    }
}
