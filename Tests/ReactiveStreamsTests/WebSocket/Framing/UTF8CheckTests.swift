import ReactiveTestSupport
import Testing

@testable import ReactiveNetworking
@testable import ReactiveStreams

@Suite struct UTF8CheckTests {
    /// Returns the number of bytes up to and including the first wrong one, or `nil` if there is none.
    private func firstWrong(_ bytes: [UInt8]) -> Int? {
        var check = UTF8Check()
        for (index, byte) in bytes.enumerated() where !check.accept([byte].span) { return index + 1 }
        return nil
    }

    private func isText(_ bytes: [UInt8]) -> Bool {
        var check = UTF8Check()
        return check.accept(bytes.span) && check.isComplete
    }

    @Test(
        arguments: [
            ([0x80], 1), ([0xC0, 0x80], 1), ([0xC1], 1), ([0xC2, 0x41], 2), ([0xE0, 0x9F], 2), ([0xED, 0xA0], 2),
            ([0xE1, 0x80, 0x41], 3), ([0xF0, 0x8F], 2), ([0xF4, 0x90], 2), ([0xF5], 1), ([0xFF], 1),
        ] as [([UInt8], Int)]
    )
    func theFirstWrongByteIsRefused(bytes: [UInt8], count: Int) {  // W6
        #expect(firstWrong([0x41] + bytes) == count + 1)
    }

    /// The library's own check is the oracle.
    @Test func twoAndThreeBytesAreJudgedAsByTheStandardLibrary() {  // W6
        var wrong: [[UInt8]] = []
        for first in UInt8(0x7F)...0xFF {
            for second in stride(from: UInt8(0), through: 0xFC, by: 3) {
                for rest in [[], [0x41], [0x7F], [0x80], [0xBF], [0xC0]] as [[UInt8]] {
                    let bytes = [first, second] + rest
                    if isText(bytes) != (String(validating: bytes, as: UTF8.self) != nil) { wrong.append(bytes) }
                }
            }
        }
        #expect(wrong.isEmpty)
    }

    @Test func randomBytesAreJudgedAsByTheStandardLibrary() {  // W6
        var random = SplitMix(state: 3)
        var wrong: [[UInt8]] = []
        for _ in 0..<20_000 {
            var bytes = Array("ascii, and κόσμε 😀".utf8)
            bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: .min ... .max, using: &random)
            if isText(bytes) != (String(validating: bytes, as: UTF8.self) != nil) { wrong.append(bytes) }
        }
        #expect(wrong.isEmpty)
    }

    @Test func textThatEndsInsideACharacterIsNotComplete() {  // W6
        var check = UTF8Check()
        let beginning: [UInt8] = [0xF0, 0x9F, 0x98]
        let isAccepted = check.accept(beginning.span)
        #expect(isAccepted && !check.isComplete)
    }
}
