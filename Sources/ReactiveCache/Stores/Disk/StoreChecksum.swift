import ReactiveNetworking

/// A checksum of 64 bits for blocks on a disk.
///
/// Each step multiplies two words in one of four independent lanes, because the speed of a hit depends on it. The words
/// are first combined with a key that only the store knows, so that no body can contain a word that blinds a step.
/// Damage is found almost always. The checksum is no defense against somebody who may write to the files.
enum StoreChecksum {
    private static let stepByteCount = 16

    // SAFETY: every load is within the buffer: a step loads 16 bytes at an offset that has at least 16 bytes behind it,
    // and the rest is read byte by byte.
    static func of(_ bytes: UnsafeRawBufferPointer, seed: UInt64) -> UInt64 {
        let key = mixed(seed &+ 0x9E37_79B9_7F4A_7C15)
        var first = mixed(key &+ UInt64(truncatingIfNeeded: bytes.count))
        var (second, third, fourth) = (mixed(first), ~first, ~key)
        var offset = 0
        let quadEnd = bytes.count & ~(4 * stepByteCount - 1)
        while offset < quadEnd {
            first = step(first, bytes, offset, key)
            second = step(second, bytes, offset &+ 16, key)
            third = step(third, bytes, offset &+ 32, key)
            fourth = step(fourth, bytes, offset &+ 48, key)
            offset &+= 4 * stepByteCount
        }
        while bytes.count - offset >= stepByteCount {
            first = step(first, bytes, offset, key)
            offset += stepByteCount
        }
        var rest: (UInt64, UInt64) = (0, 0)
        for (index, byte) in bytes[offset...].enumerated() {
            if index < 8 { rest.0 = rest.0 << 8 | UInt64(byte) } else { rest.1 = rest.1 << 8 | UInt64(byte) }
        }
        first = product(rest.0 ^ key, rest.1 ^ first)
        let sum = product(first ^ key, second ^ seed)
        return mixed(product(third ^ key, fourth ^ sum) ^ sum)
    }

    @inline(__always)
    private static func step(_ lane: UInt64, _ bytes: UnsafeRawBufferPointer, _ offset: Int, _ key: UInt64) -> UInt64 {
        product(load(bytes, offset) ^ key, load(bytes, offset &+ 8) ^ lane)
    }

    @inline(__always)
    private static func load(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
        UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }

    /// Folds the product of two words, which has twice as many bits, into one word.
    @inline(__always)
    private static func product(_ one: UInt64, _ other: UInt64) -> UInt64 {
        let product = one.multipliedFullWidth(by: other)
        return product.high ^ product.low
    }

    /// Lets each bit depend on all bits of a word.
    private static func mixed(_ word: UInt64) -> UInt64 {
        var mixed = (word ^ word >> 32) &* 0xD6E8_FEB8_6659_FD93
        mixed = (mixed ^ mixed >> 32) &* 0xD6E8_FEB8_6659_FD93
        return mixed ^ mixed >> 32
    }
}
