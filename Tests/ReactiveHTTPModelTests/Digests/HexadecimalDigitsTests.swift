import Foundation
import Testing

@testable import ReactiveHTTPModel
@testable import ReactiveNetworking

@Suite struct HexadecimalDigitsTests {
    @Test func everyByteHasTwoDigitsInLowerCase() {  // F-57
        let bytes = (0...255).map { UInt8($0) }
        let expected = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        #expect(Data(bytes).hexadecimalDigits == expected)
        #expect(expected.hasPrefix("000102") && expected.hasSuffix("fdfeff"))
    }

    @Test func emptyDataHasNoDigits() {  // F-57
        #expect(Data().hexadecimalDigits == "")
    }

    @Test func aSliceHasTheDigitsOfItsOwnBytes() {  // F-57
        #expect(Data([0x12, 0x34, 0xAB, 0x56])[1..<3].hexadecimalDigits == "34ab")
    }

    @Test func aNumberHasLeadingZeros() {  // F-57
        #expect(UInt8(0).hexadecimalDigits == "00")
        #expect(UInt16(0x3FF).hexadecimalDigits == "03ff")
        #expect(UInt32(1).hexadecimalDigits == "00000001")
        #expect(UInt64(0x0123_4567_89AB_CDEF).hexadecimalDigits == "0123456789abcdef")
        #expect(UInt64.max.hexadecimalDigits == "ffffffffffffffff")
    }
}
