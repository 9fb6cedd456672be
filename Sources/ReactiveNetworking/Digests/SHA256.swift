import Foundation

/// The SHA-256 digest (FIPS 180-4 §6.2), which the toolchain on Linux lacks.
enum SHA256 {
    static let byteCount = 32
    private static let blockByteCount = 64

    static func digest(of data: Data) -> Data {
        var message = [UInt8](data)
        message.append(0x80)
        while message.count % blockByteCount != blockByteCount - 8 { message.append(0) }
        withUnsafeBytes(of: (UInt64(data.count) * 8).bigEndian) { message.append(contentsOf: $0) }
        var state = initialState
        for start in stride(from: 0, to: message.count, by: blockByteCount) {
            compress(message[start..<(start + blockByteCount)], into: &state)
        }
        return Data(state.flatMap { word in withUnsafeBytes(of: word.bigEndian, Array.init) })
    }

    private static func compress(_ block: ArraySlice<UInt8>, into state: inout [UInt32]) {
        var schedule = stride(from: block.startIndex, to: block.endIndex, by: 4).map { index in
            block[index..<(index + 4)].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        }
        for index in 16..<64 {
            let early = schedule[index - 15]
            let late = schedule[index - 2]
            let first = rotate(early, 7) ^ rotate(early, 18) ^ (early >> 3)
            let second = rotate(late, 17) ^ rotate(late, 19) ^ (late >> 10)
            schedule.append(schedule[index - 16] &+ first &+ schedule[index - 7] &+ second)
        }
        var work = state
        for index in 0..<64 {
            let mixed = rotate(work[4], 6) ^ rotate(work[4], 11) ^ rotate(work[4], 25)
            let choice = (work[4] & work[5]) ^ (~work[4] & work[6])
            let first = work[7] &+ mixed &+ choice &+ constants[index] &+ schedule[index]
            let turned = rotate(work[0], 2) ^ rotate(work[0], 13) ^ rotate(work[0], 22)
            let majority = (work[0] & work[1]) ^ (work[0] & work[2]) ^ (work[1] & work[2])
            work = [
                first &+ turned &+ majority, work[0], work[1], work[2], work[3] &+ first, work[4], work[5], work[6],
            ]
        }
        for index in state.indices { state[index] &+= work[index] }
    }

    private static func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 { word >> count | word << (32 - count) }

    private static let initialState = roots(of: primes.prefix(8)) { $0.squareRoot() }
    private static let constants = roots(of: primes.prefix(64), cbrt)

    /// Returns the first 32 bits of the fractional parts of the primes' roots, by which the standard defines its
    /// constants.
    private static func roots(of primes: some Sequence<Int>, _ root: (Double) -> Double) -> [UInt32] {
        primes.map { prime in
            let value = root(Double(prime))
            return UInt32((value - value.rounded(.down)) * 4_294_967_296)
        }
    }

    private static let primes: [Int] = (2...311).filter { candidate in
        (2..<candidate).allSatisfy { !candidate.isMultiple(of: $0) }
    }
}
