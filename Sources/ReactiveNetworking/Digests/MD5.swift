import Foundation

/// The MD5 digest (RFC 1321), for protocols that require it. It is not secure.
enum MD5 {
    static let byteCount = 16
    private static let blockByteCount = 64

    static func digest(of data: Data) -> Data {
        var message = [UInt8](data)
        message.append(0x80)
        while message.count % blockByteCount != blockByteCount - 8 { message.append(0) }
        withUnsafeBytes(of: (UInt64(data.count) &* 8).littleEndian) { message.append(contentsOf: $0) }
        var state: [UInt32] = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476]
        for start in stride(from: 0, to: message.count, by: blockByteCount) {
            compress(message[start..<(start + blockByteCount)], into: &state)
        }
        return Data(state.flatMap { word in withUnsafeBytes(of: word.littleEndian, Array.init) })
    }

    private static func compress(_ block: ArraySlice<UInt8>, into state: inout [UInt32]) {
        let words = stride(from: block.startIndex, to: block.endIndex, by: 4).map { index in
            block[index..<(index + 4)].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        }
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        for step in 0..<64 {
            let (mixed, index) =
                switch step / 16 {
                case 0: ((b & c) | (~b & d), step)
                case 1: ((d & b) | (~d & c), (5 * step + 1) % 16)
                case 2: (b ^ c ^ d, (3 * step + 5) % 16)
                default: (c ^ (b | ~d), 7 * step % 16)
                }
            let sum = a &+ mixed &+ constants[step] &+ words[index]
            let count = rotations[step / 16][step % 4]
            (a, d, c, b) = (d, c, b, b &+ (sum << count | sum >> (32 - count)))
        }
        state[0] &+= a
        state[1] &+= b
        state[2] &+= c
        state[3] &+= d
    }

    private static let rotations: [[UInt32]] = [[7, 12, 17, 22], [5, 9, 14, 20], [4, 11, 16, 23], [6, 10, 15, 21]]

    /// The table of RFC 1321 §3.4: the first 32 bits of the fractional parts of sines.
    private static let constants = (1...64).map { UInt32(abs(sin(Double($0))) * 4_294_967_296) }
}
