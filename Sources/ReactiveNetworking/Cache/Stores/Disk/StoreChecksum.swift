/// A checksum of 64 bits for blocks on a disk.
///
/// Words are mixed into eight independent lanes, because the speed of a hit depends on it. Each step is a bijection of
/// the word and of the lane, so damage within one word of 64 bits is always found, and other damage almost always. It
/// is no defense against somebody who may write to the files.
enum StoreChecksum {
    private static let multiplier: UInt64 = 0x9E37_79B9_7F4A_7C15
    private static let laneCount = 8

    // SAFETY: every load is within the buffer: whole words end at `wordCount * 8`, and the rest is read byte by byte.
    static func of(_ bytes: UnsafeRawBufferPointer, seed: UInt64) -> UInt64 {
        var lanes = SIMD8<UInt64>(repeating: seed ^ UInt64(truncatingIfNeeded: bytes.count))
        for lane in 0..<laneCount { lanes[lane] = step(lanes[lane], UInt64(lane)) }
        let wordCount = bytes.count / 8
        var word = 0
        if wordCount >= laneCount {
            var (first, second, third, fourth) = (lanes[0], lanes[1], lanes[2], lanes[3])
            var (fifth, sixth, seventh, eighth) = (lanes[4], lanes[5], lanes[6], lanes[7])
            while word + laneCount <= wordCount {
                let offset = word &* 8
                first = step(first, load(bytes, offset))
                second = step(second, load(bytes, offset &+ 8))
                third = step(third, load(bytes, offset &+ 16))
                fourth = step(fourth, load(bytes, offset &+ 24))
                fifth = step(fifth, load(bytes, offset &+ 32))
                sixth = step(sixth, load(bytes, offset &+ 40))
                seventh = step(seventh, load(bytes, offset &+ 48))
                eighth = step(eighth, load(bytes, offset &+ 56))
                word &+= laneCount
            }
            lanes = SIMD8(first, second, third, fourth, fifth, sixth, seventh, eighth)
        }
        while word < wordCount {
            lanes[word % laneCount] = step(lanes[word % laneCount], load(bytes, word * 8))
            word += 1
        }
        var rest: UInt64 = 0
        for byte in bytes[(wordCount * 8)...] { rest = rest << 8 | UInt64(byte) }
        var sum = step(seed, rest)
        for lane in 0..<laneCount { sum = mixed(step(sum, lanes[lane])) }
        return sum
    }

    @inline(__always)
    private static func load(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
        UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }

    @inline(__always)
    private static func step(_ lane: UInt64, _ word: UInt64) -> UInt64 {
        let product = (lane ^ word) &* multiplier
        return product ^ product >> 32
    }

    /// Lets each bit depend on all bits of a word.
    private static func mixed(_ sum: UInt64) -> UInt64 {
        var mixed = (sum ^ sum >> 32) &* 0xD6E8_FEB8_6659_FD93
        mixed = (mixed ^ mixed >> 32) &* 0xD6E8_FEB8_6659_FD93
        return mixed ^ mixed >> 32
    }
}
