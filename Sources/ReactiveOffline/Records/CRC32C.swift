import ReactiveNetworking

/// The checksum CRC-32C (Castagnoli), reflected, with the polynomial 0x82F63B78 (J7).
///
/// It is written by hand, so that there is nothing to look up at run time. It finds accidents, not attackers.
package enum CRC32C {
    /// Eight tables, one behind the other: the n-th has the effect of a byte that n more bytes follow.
    private static let tables: [UInt32] = {
        var tables = [UInt32](repeating: 0, count: 8 * 256)
        for index in 0..<256 {
            var value = UInt32(index)
            for _ in 0..<8 { value = value & 1 == 0 ? value >> 1 : value >> 1 ^ 0x82F6_3B78 }
            tables[index] = value
        }
        for index in 256..<tables.count {
            let before = tables[index - 256]
            tables[index] = before >> 8 ^ tables[Int(before & 0xFF)]
        }
        return tables
    }()

    /// Returns the checksum of bytes.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - before: The checksum of the bytes before them, or zero if there are none.
    package static func checksum(_ bytes: some ContiguousBytes, after before: UInt32 = 0) -> UInt32 {
        bytes.withUnsafeBytes { checksum($0, after: before) }
    }

    // SAFETY: every load is within the buffer: sixteen bytes are read only while sixteen are left. The tables have
    // 2,048 numbers, and an index is a byte plus at most seven times 256.
    private static func checksum(_ bytes: UnsafeRawBufferPointer, after before: UInt32) -> UInt32 {
        tables.withUnsafeBufferPointer { tables in
            guard let tables = tables.baseAddress, var next = bytes.baseAddress else { return before }
            var sum = ~before
            var count = bytes.count
            while count >= 16 {
                sum = eight(sum, next, tables)
                sum = eight(sum, next + 8, tables)
                next += 16
                count &-= 16
            }
            while count > 0 {
                let byte = UInt8(truncatingIfNeeded: sum) ^ next.load(as: UInt8.self)
                sum = sum >> 8 ^ tables[Int(byte)]
                next += 1
                count &-= 1
            }
            return ~sum
        }
    }

    @inline(__always)
    private static func eight(_ sum: UInt32, _ next: UnsafeRawPointer, _ tables: UnsafePointer<UInt32>) -> UInt32 {
        let word = sum ^ UInt32(littleEndian: next.loadUnaligned(as: UInt32.self))
        @inline(__always)
        func byte(_ offset: Int) -> Int { Int(next.load(fromByteOffset: offset, as: UInt8.self)) }
        return tables[7 &* 256 &+ Int(UInt8(truncatingIfNeeded: word))]
            ^ tables[6 &* 256 &+ Int(UInt8(truncatingIfNeeded: word >> 8))]
            ^ tables[5 &* 256 &+ Int(UInt8(truncatingIfNeeded: word >> 16))] ^ tables[4 &* 256 &+ Int(word >> 24)]
            ^ tables[3 &* 256 &+ byte(4)] ^ tables[2 &* 256 &+ byte(5)] ^ tables[256 &+ byte(6)] ^ tables[byte(7)]
    }
}
