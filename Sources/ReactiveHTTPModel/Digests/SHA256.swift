/// The SHA-256 digest (FIPS 180-4 §6.2), which the toolchain on Linux lacks.
package struct SHA256: Sendable {
    static let byteCount = 32

    private var state = SHA256.initialState
    private var blocks = MessageBlocks()

    package static func digest(of data: Data) -> Data {
        var hash = SHA256()
        hash.update(data)
        return hash.digest
    }

    /// Adds bytes to the message.
    mutating func update(_ data: Data) {
        var state = state
        var rounds = Rounds()
        blocks.append(data) { rounds.compress($0, $1, into: &state) }
        self.state = state
    }

    /// The digest of the message so far.
    var digest: Data {
        var (state, blocks) = (state, blocks)
        var rounds = Rounds()
        blocks.finish(isBigEndian: true) { rounds.compress($0, $1, into: &state) }
        return Data(state.flatMap { word in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) } })
    }

    /// The memory of the rounds, used for many blocks.
    private struct Rounds {
        private let constants = SHA256.constants
        private var schedule = [UInt32](repeating: 0, count: 64)

        mutating func compress(_ message: [UInt8], _ start: Int, into state: inout [UInt32]) {
            for index in 0..<16 {
                let at = start + 4 * index
                schedule[index] =
                    UInt32(message[at]) << 24 | UInt32(message[at + 1]) << 16 | UInt32(message[at + 2]) << 8
                    | UInt32(message[at + 3])
            }
            for index in 16..<64 {
                let (early, late) = (schedule[index - 15], schedule[index - 2])
                let first = rotate(early, 7) ^ rotate(early, 18) ^ (early >> 3)
                let second = rotate(late, 17) ^ rotate(late, 19) ^ (late >> 10)
                schedule[index] = schedule[index - 16] &+ first &+ schedule[index - 7] &+ second
            }
            var (a, b, c, d) = (state[0], state[1], state[2], state[3])
            var (e, f, g, h) = (state[4], state[5], state[6], state[7])
            for index in 0..<64 {
                let mixed = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
                let choice = (e & f) ^ (~e & g)
                let first = h &+ mixed &+ choice &+ constants[index] &+ schedule[index]
                let turned = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)
                let majority = (a & b) ^ (a & c) ^ (b & c)
                (h, g, f, e) = (g, f, e, d &+ first)
                (d, c, b, a) = (c, b, a, first &+ turned &+ majority)
            }
            for (index, word) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= word }
        }

        private func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 { word >> count | word << (32 - count) }
    }

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
