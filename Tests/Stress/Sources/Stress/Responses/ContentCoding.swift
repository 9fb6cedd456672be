/// A content coding that stores the bytes as they are.
enum ContentCoding: String, CaseIterable {
    case gzip
    case deflate

    /// Returns the bytes in this coding.
    func encoded(_ bytes: [UInt8]) -> [UInt8] {
        switch self {
        case .gzip:
            [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF] + Self.stored(bytes) + Self.littleEndian(Self.crc32(bytes))
                + Self.littleEndian(UInt32(truncatingIfNeeded: bytes.count))
        case .deflate: [0x78, 0x01] + Self.stored(bytes) + Self.littleEndian(Self.adler32(bytes)).reversed()
        }
    }

    /// Stored blocks (RFC 1951 §3.2.4).
    private static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        var rest = bytes[...]
        repeat {
            let block = rest.prefix(0xFFFF)
            rest = rest.dropFirst(block.count)
            let count = littleEndian(UInt32(block.count)).prefix(2)
            output += [rest.isEmpty ? 1 : 0] + count + count.map { ~$0 } + block
        } while !rest.isEmpty
        return output
    }

    private static func littleEndian(_ number: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    private static func crc32(_ bytes: [UInt8]) -> UInt32 {
        var sum = ~UInt32(0)
        for byte in bytes {
            sum ^= UInt32(byte)
            var bit = 0
            while bit < 8 {
                sum = (sum >> 1) ^ (sum & 1 == 1 ? 0xEDB8_8320 : 0)
                bit += 1
            }
        }
        return ~sum
    }

    private static func adler32(_ bytes: [UInt8]) -> UInt32 {
        var (low, high) = (UInt32(1), UInt32(0))
        for byte in bytes {
            low = (low + UInt32(byte)) % 65_521
            high = (high + low) % 65_521
        }
        return high << 16 | low
    }
}
