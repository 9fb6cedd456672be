/// The blocks of a message that arrives in pieces, for hash functions that process 64 bytes at a time and end with the
/// length of the message.
struct MessageBlocks: Sendable {
    static let blockByteCount = 64

    /// The bytes that are not a whole block yet.
    private var rest: [UInt8] = []
    private var byteCount: UInt64 = 0

    /// Adds bytes, and calls `compress` with the bytes and the offset of each whole block.
    mutating func append(_ data: Data, _ compress: ([UInt8], Int) -> Void) {
        byteCount &+= UInt64(data.count)
        append(contentsOf: data, compress)
    }

    /// Adds the padding and the number of bits (RFC 1321 §3.1, FIPS 180-4 §5.1.1), which complete the last block.
    ///
    /// - Parameter isBigEndian: Whether the number begins with its highest byte.
    mutating func finish(isBigEndian: Bool, _ compress: ([UInt8], Int) -> Void) {
        let bitCount = byteCount &* 8
        let zeroCount = (2 * Self.blockByteCount - 9 - rest.count) % Self.blockByteCount
        let shifts = stride(from: UInt64(0), to: 64, by: 8)
        let length = (isBigEndian ? shifts.reversed() : Array(shifts)).map { UInt8(truncatingIfNeeded: bitCount >> $0) }
        append(contentsOf: [0x80] + [UInt8](repeating: 0, count: zeroCount) + length, compress)
    }

    private mutating func append(contentsOf bytes: some Sequence<UInt8>, _ compress: ([UInt8], Int) -> Void) {
        rest.append(contentsOf: bytes)
        let end = rest.count - rest.count % Self.blockByteCount
        for start in stride(from: 0, to: end, by: Self.blockByteCount) { compress(rest, start) }
        rest.removeFirst(end)
    }
}
