import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting
import Testing

@Suite struct TextDecodingTests {
    private func reply(_ data: Data, _ contentType: String? = nil) -> StubTransport.Reply {
        .status(.ok, headers: contentType.map { ["Content-Type": $0] } ?? [:], body: data)
    }

    @Test func theCharsetDeterminesTheEncoding() {  // F-37
        let latin = Data([0x62, 0xF8, 0x72, 0x6B])
        #expect(decoded(reply(latin, "text/plain; charset=ISO-8859-1"), by: .text()) == .success("børk"))
        #expect(decoded(reply(Data([0x80]), "text/plain; charset=windows-1252"), by: .text()) == .success("€"))
        #expect(decoded(reply(Data("é".utf8), "text/plain; charset=\"UTF-8\""), by: .text()) == .success("é"))
        #expect(decoded(reply(Data("e".utf8), "text/plain; charset=us-ascii"), by: .text()) == .success("e"))
        for (name, encoding) in [("utf-16le", String.Encoding.utf16LittleEndian), ("utf-32be", .utf32BigEndian)] {
            let data = "日本😃".data(using: encoding) ?? Data()
            #expect(decoded(reply(data, "text/plain; charset=\(name)"), by: .text()) == .success("日本😃"))
        }
    }

    @Test func anExplicitEncodingOverridesTheCharset() {  // F-37
        let data = Data([0xE9])
        #expect(decoded(reply(data, "text/plain; charset=utf-8"), by: .text(.isoLatin1)) == .success("é"))
    }

    @Test func aByteOrderMarkDeterminesTheEncodingAndIsRemoved() {  // F-37
        let little: [UInt8] = [0xFF, 0xFE, 0x41, 0, 0x3D, 0xD8, 0x03, 0xDE]
        let big: [UInt8] = [0xFE, 0xFF, 0, 0x41, 0xD8, 0x3D, 0xDE, 0x03]
        let wideLittle: [UInt8] = [0xFF, 0xFE, 0, 0, 0x41, 0, 0, 0, 0x03, 0xF6, 0x01, 0]
        let wideBig: [UInt8] = [0, 0, 0xFE, 0xFF, 0, 0, 0, 0x41, 0, 0x01, 0xF6, 0x03]
        let narrow: [UInt8] = [0xEF, 0xBB, 0xBF, 0x41, 0xF0, 0x9F, 0x98, 0x83]
        for bytes in [little, big, wideLittle, wideBig, narrow] {
            #expect(decoded(reply(Data(bytes)), by: .text()) == .success("A😃"))
        }
        #expect(decoded(reply(Data(little), "text/plain; charset=utf-16"), by: .text()) == .success("A😃"))
        #expect(
            decoded(reply(Data(little.dropFirst(2)), "text/plain; charset=utf-16le"), by: .text()) == .success("A😃")
        )
        #expect(decoded(reply(Data(big.dropFirst(2)), "text/plain; charset=utf-16"), by: .text()) == .success("A😃"))
    }

    @Test func withoutACharsetTextIsUTF8OrLatin1() {  // F-37
        #expect(decoded(reply(Data("é".utf8)), by: .text()) == .success("é"))
        #expect(decoded(reply(Data([0xE9])), by: .text()) == .success("é"))
        #expect(decoded(reply(Data([0xE9]), "text/plain; charset="), by: .text()) == .success("é"))
    }

    @Test(
        arguments: [
            ("Shift_JIS", [0x93, 0xFA, 0x96, 0x7B, 0x8C, 0xEA], "日本語"),
            ("ISO-2022-JP", [0x1B, 0x24, 0x42, 0x46, 0x7C, 0x4B, 0x5C, 0x38, 0x6C, 0x1B, 0x28, 0x42], "日本語"),
            ("EUC-KR", [0xC7, 0xD1, 0xB1, 0xB9, 0xBE, 0xEE], "한국어"),
            ("Big5", [0xC1, 0x63, 0xC5, 0xE9], "繁體"),
            ("GB18030", [0xBA, 0xBA, 0xD7, 0xD6], "汉字"),
            ("GBK", [0xBA, 0xBA, 0xD7, 0xD6], "汉字"),
            ("gb2312", [0xBA, 0xBA, 0xD7, 0xD6], "汉字"),
            ("KOI8-R", [0xF0, 0xD2, 0xC9, 0xD7, 0xC5, 0xD4], "Привет"),
            ("koi8-u", [0xB7, 0xD6, 0xC1, 0xCB], "Їжак"),
            ("windows-1255", [0xF9, 0xEC, 0xE5, 0xED], "שלום"),
            ("windows-1256", [0xD3, 0xE1, 0xC7, 0xE3], "سلام"),
            ("windows-1257", [0xE0, 0xE8, 0xE6], "ąčę"),
            ("windows-1258", [0xD0, 0xF5], "Đơ"),
            ("ISO-8859-5", [0xBF, 0xE0, 0xD8, 0xD2, 0xD5, 0xE2], "Привет"),
            ("ISO-8859-7", [0xC3, 0xE5, 0xE9, 0xDC], "Γειά"),
            ("iso-8859-8", [0xF9, 0xEC, 0xE5, 0xED], "שלום"),
            ("ISO-8859-9", [0xF0, 0xFD, 0xFE], "ğış"),
            ("ISO-8859-15", [0xA4, 0xBD], "€œ"),
            ("ISO-8859-16", [0xFE, 0xBA], "țș"),
        ] as [(String, [UInt8], String)]
    )
    func commonCharsetsAreSupported(charset: String, bytes: [UInt8], text: String) {  // F-37
        let type = "text/plain; charset=\(charset)"
        #expect(decoded(reply(Data(bytes), type), by: .text()) == .success(text))
    }

    @Test(
        arguments: [
            ("Windows-31J", [0x93, 0xFA, 0x87, 0x40], "日①"), ("csShiftJIS", [0x93, 0xFA], "日"),
            ("ms_kanji", [0x41], "A"),
            ("MS932", [0x93, 0xFA], "日"), ("ks_c_5601-1987", [0xC7, 0xD1], "한"), ("KS_C_5601-1989", [0x81, 0x41], "갂"),
            ("windows-949", [0x81, 0x41], "갂"), ("korean", [0xC7, 0xD1], "한"), ("iso-ir-149", [0xC7, 0xD1], "한"),
            ("x-gbk", [0xBA, 0xBA], "汉"), ("GB_2312-80", [0xBA, 0xBA], "汉"), ("chinese", [0xBA, 0xBA], "汉"),
            ("Big5-HKSCS", [0x87, 0x40], "䏰"), ("cn-big5", [0xC1, 0x63], "繁"), ("x-x-big5", [0xC1, 0x63], "繁"),
            ("csISO2022JP", [0x1B, 0x24, 0x42, 0x46, 0x7C, 0x1B, 0x28, 0x42], "日"), ("koi", [0xF0], "П"),
            ("cskoi8r", [0xF0], "П"), ("KOI8-RU", [0xB7], "Ї"), ("x-cp1251", [0xCF], "П"), ("CP1256", [0xD3], "س"),
            ("ISO_8859-1:1987", [0xE9], "é"), ("l1", [0xE9], "é"), ("cp819", [0xE9], "é"), ("IBM819", [0xE9], "é"),
            ("iso88591", [0xE9], "é"), ("ANSI_X3.4-1968", [0x41], "A"), ("latin2", [0xB1], "ą"), ("l2", [0xB1], "ą"),
            ("iso8859-5", [0xBF], "П"), ("cyrillic", [0xBF], "П"), ("asmo-708", [0xD3], "س"), ("ELOT_928", [0xC3], "Γ"),
            ("iso-8859-8-i", [0xF9], "ש"), ("logical", [0xF9], "ש"), ("visual", [0xF9], "ש"), ("latin5", [0xF0], "ğ"),
            ("ISO885910", [0xA1], "Ą"), ("l9", [0xA4], "€"), ("mac", [0x8E], "é"), ("csMacintosh", [0x8E], "é"),
            ("unicode-1-1-utf-8", [0xC3, 0xA9], "é"), ("x-unicode20utf8", [0xC3, 0xA9], "é"),
            ("unicode", [0x41, 0], "A"), ("ucs-2", [0x41, 0], "A"), ("unicodeFFFE", [0, 0x41], "A"),
        ] as [(String, [UInt8], String)]
    )
    func aliasesOfACharsetAreRecognized(charset: String, bytes: [UInt8], text: String) {  // F-37
        for type in ["text/plain; charset=\(charset)", "text/plain;charset=\" \(charset.uppercased()) \""] {
            #expect(decoded(reply(Data(bytes), type), by: .text()) == .success(text), "\(type)")
        }
    }

    @Test func aTruncatedCharacterInALegacyCharsetIsAFailure() {  // F-37
        for (charset, byte) in [("shift_jis", 0x93), ("gb18030", 0xB1), ("big5", 0xBA), ("euc-kr", 0xC7)] {
            let half = reply(Data([UInt8(byte)]), "text/plain; charset=\(charset)")
            #expect(failure(of: half, by: .text()) != nil, "\(charset)")
        }
    }

    @Test func theErrorNamesAnUnknownCharset() {  // F-37
        let failing = failure(of: reply(Data("e".utf8), "text/plain; charset=Klingon"), by: .text())
        #expect(failing?.reason == .unknownCharset("klingon"))
        #expect(failing?.description == "String: the charset \"klingon\" is not known")
        #expect(decoded(reply(Data("e".utf8), "text/plain; charset=klingon"), by: .text(.utf8)) == .success("e"))
        #expect(
            decoded(reply(Data(), "text/plain; charset=klingon"), by: .text().emptyBody(.allowed)) == .success("")
        )
    }

    @Test func conflictingCharsetsAreAFailure() {  // F-37
        func reply(_ second: String) -> StubTransport.Reply {
            let headers: HTTP.Headers = ["Content-Type": "text/plain; charset=latin1", "content-type": second]
            return .status(.ok, headers: headers, body: Data([0xE9]))
        }
        #expect(decoded(reply("text/plain; charset=Latin1"), by: .text()) == .success("é"))
        #expect(decoded(reply("text/plain"), by: .text()) == .success("é"))
        let failing = failure(of: reply("text/plain; charset=utf-8"), by: .text())
        #expect(failing?.reason == .unusable("the response names several charsets: latin1, utf-8"))
    }

    @Test func theErrorNamesTheEncodingThatDoesNotMatch() {  // C-41
        let wide = Data([0xFF, 0xFE, 0, 0]) + ("string".data(using: .utf32LittleEndian) ?? Data())
        #expect(failure(of: reply(wide), by: .text(.utf8))?.reason == .undecodableText(.utf8))
        let big = "string".data(using: .utf16BigEndian) ?? Data()
        let failing = failure(of: reply(big, "text/plain; charset=utf-32"), by: .text())
        #expect(failing?.reason == .undecodableText(.utf32))
        #expect(failing?.description.contains("UTF-32") == true)
        #expect(failure(of: reply(Data([0x80])), by: .text(.ascii))?.reason == .undecodableText(.ascii))
        #expect(failure(of: reply(Data([0x81])), by: .text(.windowsCP1252))?.reason == .undecodableText(.windowsCP1252))
    }

    @Test func aByteOrderMarkOfTheOppositeOrderIsAFailure() {  // F-37
        let cases: [([UInt8], String.Encoding)] = [
            ([0xFE, 0xFF, 0, 0x41], .utf16LittleEndian), ([0xFF, 0xFE, 0x41, 0], .utf16BigEndian),
            ([0xFF, 0xFE, 0, 0, 0x41, 0, 0, 0], .utf32BigEndian),
            ([0, 0, 0xFE, 0xFF, 0, 0, 0, 0x41], .utf32LittleEndian),
            ([0xFF, 0xFE, 0x41, 0], .utf8),
        ]
        for (bytes, encoding) in cases {
            #expect(failure(of: reply(Data(bytes)), by: .text(encoding))?.reason == .undecodableText(encoding))
        }
    }

    @Test(arguments: [[0xD8, 0x3D], [0xDC, 0x00, 0x00, 0x41], [0x00]] as [[UInt8]])
    func aTruncatedUTF16CharacterIsAFailure(bytes: [UInt8]) {  // C-41
        #expect(
            failure(of: reply(Data(bytes)), by: .text(.utf16BigEndian))?.reason == .undecodableText(.utf16BigEndian)
        )
    }
}
