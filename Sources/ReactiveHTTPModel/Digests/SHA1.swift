/// The SHA-1 digest (FIPS 180-4 §6.1), for the handshake of WebSockets (RFC 6455 §1.3). It protects nothing.
package enum SHA1 {
    private static let blockByteCount = 64

    package static func digest(of data: Data) -> Data {
        var message = [UInt8](data)
        message.append(0x80)
        while message.count % blockByteCount != blockByteCount - 8 { message.append(0) }
        withUnsafeBytes(of: (UInt64(data.count) * 8).bigEndian) { message.append(contentsOf: $0) }
        var state: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0]
        for start in stride(from: 0, to: message.count, by: blockByteCount) {
            compress(message[start..<(start + blockByteCount)], into: &state)
        }
        return Data(state.flatMap { word in withUnsafeBytes(of: word.bigEndian, Array.init) })
    }

    private static func compress(_ block: ArraySlice<UInt8>, into state: inout [UInt32]) {
        var schedule = stride(from: block.startIndex, to: block.endIndex, by: 4).map { index in
            block[index..<(index + 4)].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        }
        for index in 16..<80 {
            let mixed = schedule[index - 3] ^ schedule[index - 8] ^ schedule[index - 14] ^ schedule[index - 16]
            schedule.append(rotate(mixed, 1))
        }
        var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
        for index in schedule.indices {
            let (choice, constant) = round(index, b, c, d)
            let next = rotate(a, 5) &+ choice &+ e &+ constant &+ schedule[index]
            (a, b, c, d, e) = (next, a, rotate(b, 30), c, d)
        }
        for (index, word) in [a, b, c, d, e].enumerated() { state[index] &+= word }
    }

    private static func round(_ index: Int, _ b: UInt32, _ c: UInt32, _ d: UInt32) -> (UInt32, constant: UInt32) {
        switch index {
        case 0..<20: ((b & c) | (~b & d), 0x5A82_7999)
        case 20..<40: (b ^ c ^ d, 0x6ED9_EBA1)
        case 40..<60: ((b & c) | (b & d) | (c & d), 0x8F1B_BCDC)
        default: (b ^ c ^ d, 0xCA62_C1D6)
        }
    }

    private static func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 { word << count | word >> (32 - count) }
}
