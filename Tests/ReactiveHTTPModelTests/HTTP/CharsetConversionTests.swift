import Foundation
import Testing

@testable import ReactiveHTTPModel

@Suite struct CharsetConversionTests {
    @Test(
        arguments: [
            ("windows-1252", [0xE4, 0x80], "ä€"), ("Shift_JIS", [0x8A, 0xBF], "漢"), ("ISO-8859-2", [0xB1], "ą"),
            ("koi8-r", [0xC1], "а"), ("big5", [0xA4, 0xA4], "中"), ("euc-kr", [0xB0, 0xA1], "가"),
            ("gb2312", [0xD6, 0xD0], "中"), ("iso-2022-jp", [0x1B, 0x24, 0x42, 0x34, 0x41, 0x1B, 0x28, 0x42], "漢"),
        ] as [(String, [UInt8], String)]
    )
    func aCharsetOfTheSystemIsConvertedBothWays(charset: String, bytes: [UInt8], text: String) throws {  // AC-9
        let encoding = try #require(String.Encoding(charset: charset))
        #expect(Data(bytes).text(in: encoding) == text)
        #expect(text.data(in: encoding) == Data(bytes))
    }

    @Test func anUnknownCharsetIsNone() {  // AC-9
        #expect(String.Encoding(charset: "x-none") == nil)
    }

    @Test func bytesThatAreNoTextOfTheCharsetAreNone() throws {  // AD8
        let encoding = try #require(String.Encoding(charset: "shift_jis"))
        #expect(Data([0x8A]).text(in: encoding) == nil)
        #expect(Data([0xFF, 0x41]).text(in: encoding) == nil)
        #expect("a🙂".data(in: encoding) == nil)
        #expect(Data().text(in: encoding)?.isEmpty == true)
    }

    @Test func aLongTextIsConvertedWhole() throws {  // AD8
        let encoding = try #require(String.Encoding(charset: "windows-1252"))
        let text = String(repeating: "ä€x", count: 10_000)
        let data = try #require(text.data(in: encoding))
        #expect(data.count == 30_000)
        #expect(data.text(in: encoding) == text)
    }
}
