/// The MD5 digest (RFC 1321), for protocols that require it. It is not secure.
package struct MD5: Sendable {
    static let byteCount = 16

    private var state: [UInt32] = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476]
    private var blocks = MessageBlocks()

    package static func digest(of data: Data) -> Data {
        var hash = MD5()
        hash.update(data)
        return hash.digest
    }

    /// Adds bytes to the message.
    mutating func update(_ data: Data) {
        var state = state
        let tables = Tables()
        blocks.append(data) { tables.compress($0, $1, into: &state) }
        self.state = state
    }

    /// The digest of the message so far.
    var digest: Data {
        var (state, blocks) = (state, blocks)
        let tables = Tables()
        blocks.finish(isBigEndian: false) { tables.compress($0, $1, into: &state) }
        return Data(state.flatMap { word in [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: word >> $0) } })
    }

    /// The constants of the rounds, looked up once for many blocks.
    private struct Tables {
        private let constants = MD5.constants
        private let rotations = MD5.rotations

        func compress(_ message: [UInt8], _ start: Int, into state: inout [UInt32]) {
            var (a, b, c, d) = (state[0], state[1], state[2], state[3])
            for step in 0..<64 {
                let (mixed, index) =
                    switch step / 16 {
                    case 0: ((b & c) | (~b & d), step)
                    case 1: ((d & b) | (~d & c), (5 * step + 1) % 16)
                    case 2: (b ^ c ^ d, (3 * step + 5) % 16)
                    default: (c ^ (b | ~d), 7 * step % 16)
                    }
                let at = start + 4 * index
                let word =
                    UInt32(message[at]) | UInt32(message[at + 1]) << 8 | UInt32(message[at + 2]) << 16
                    | UInt32(message[at + 3]) << 24
                let sum = a &+ mixed &+ constants[step] &+ word
                let count = rotations[step / 16 * 4 + step % 4]
                (a, d, c, b) = (d, c, b, b &+ (sum << count | sum >> (32 - count)))
            }
            state[0] &+= a
            state[1] &+= b
            state[2] &+= c
            state[3] &+= d
        }
    }

    private static let rotations: [UInt32] = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21]

    /// The table of RFC 1321 §3.4: the first 32 bits of the fractional parts of sines.
    private static let constants = (1...64).map { UInt32(abs(sin(Double($0))) * 4_294_967_296) }
}
