import Foundation

/// The part of RFC 1950 to 1952 that is needed to build valid and invalid encoded bodies.
package enum Gzip {
    /// A gzip member that stores the bytes uncompressed.
    package static func member(_ bytes: some Collection<UInt8>, checksum: UInt32? = nil) -> [UInt8] {
        header + stored(Array(bytes)) + little(checksum ?? crc(bytes)) + little(UInt32(bytes.count))
    }

    /// A gzip member of zeros, 150 times smaller than its content, with a wrong trailer, for readers that stop before
    /// the end.
    package static func bomb(_ repetitions: Int) -> [UInt8] {
        header + zeros(repetitions) + little(0) + little(0)
    }

    /// A gzip member of one zero and a number of runs of 258 zeros.
    package static func manyZeros(_ repetitions: Int) -> [UInt8] {
        let count = 1 + repetitions * 258
        return header + zeros(repetitions) + little(crc(repeatElement(0, count: count))) + little(UInt32(count))
    }

    private static func zeros(_ repetitions: Int) -> [UInt8] {
        var bits = BitWriter()
        bits.write(0b011, 3)  // the last block, with the fixed codes
        bits.writeCode(0x30, 8)  // the byte 0
        for _ in 0..<repetitions {
            bits.writeCode(0xC5, 8)  // 258 times more
            bits.writeCode(0, 5)  // from one byte back
        }
        bits.writeCode(0, 7)
        return bits.bytes
    }

    /// The bytes in a zlib wrapper, the meaning of "deflate".
    package static func zlib(_ bytes: [UInt8]) -> [UInt8] {
        let (low, high) = bytes.reduce((UInt32(1), UInt32(0))) { sums, byte in
            let low = (sums.0 + UInt32(byte)) % 65_521
            return (low, (sums.1 + low) % 65_521)
        }
        return [0x78, 0x01] + stored(bytes) + little(high << 16 | low).reversed()
    }

    /// Fewer than 64 KiB of bytes in a stored block without any wrapper.
    package static func stored(_ bytes: [UInt8]) -> [UInt8] {
        let count = UInt16(bytes.count)
        return [0x01, UInt8(count & 0xFF), UInt8(count >> 8), UInt8(~count & 0xFF), UInt8(~count >> 8)] + bytes
    }

    private static let header: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF]

    private static func little(_ word: UInt32) -> [UInt8] { withUnsafeBytes(of: word.littleEndian) { Array($0) } }

    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { word, _ in word & 1 == 1 ? word >> 1 ^ 0xEDB8_8320 : word >> 1 }
    }

    private static func crc(_ bytes: some Sequence<UInt8>) -> UInt32 {
        ~bytes.reduce(~UInt32(0)) { $0 >> 8 ^ table[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] }
    }

    private struct BitWriter {
        private(set) var bytes: [UInt8] = []
        private var bitCount = 0

        mutating func write(_ value: UInt32, _ count: Int) {
            for index in 0..<count {
                if bitCount % 8 == 0 { bytes.append(0) }
                bytes[bytes.count - 1] |= UInt8(value >> UInt32(index) & 1) << UInt8(bitCount % 8)
                bitCount += 1
            }
        }

        /// Huffman codes are written with their highest bit first.
        mutating func writeCode(_ code: UInt32, _ count: Int) {
            for index in (0..<count).reversed() { write(code >> UInt32(index) & 1, 1) }
        }
    }
}
