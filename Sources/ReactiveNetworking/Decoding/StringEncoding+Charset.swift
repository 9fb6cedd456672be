import Foundation

extension String.Encoding {
    /// Creates the encoding with this lowercase charset name; `nil` for charsets that Foundation does not decode on all
    /// platforms, such as EUC-JP.
    init?(charset: String) {
        guard
            let encoding = Self.charsets[charset]
                ?? Self.coreFoundationCharsets[charset].map(Self.init(coreFoundation:))
        else { return nil }
        self = encoding
    }

    /// Creates an encoding from its Core Foundation number.
    private init(coreFoundation number: UInt) {
        self.init(rawValue: 1 << 31 | number)
    }

    private static let charsets: [String: String.Encoding] = [
        "utf-8": .utf8, "utf8": .utf8, "unicode-1-1-utf-8": .utf8,
        "utf-16": .utf16, "utf-16be": .utf16BigEndian, "utf-16le": .utf16LittleEndian,
        "utf-32": .utf32, "utf-32be": .utf32BigEndian, "utf-32le": .utf32LittleEndian,
        "us-ascii": .ascii, "ascii": .ascii,
        "iso-8859-1": .isoLatin1, "iso8859-1": .isoLatin1, "iso_8859-1": .isoLatin1,
        "latin1": .isoLatin1, "l1": .isoLatin1,
        "iso-8859-2": .isoLatin2, "iso8859-2": .isoLatin2, "iso_8859-2": .isoLatin2,
        "latin2": .isoLatin2, "l2": .isoLatin2,
        "windows-1250": .windowsCP1250, "cp1250": .windowsCP1250, "x-cp1250": .windowsCP1250,
        "windows-1251": .windowsCP1251, "cp1251": .windowsCP1251, "x-cp1251": .windowsCP1251,
        "windows-1252": .windowsCP1252, "cp1252": .windowsCP1252, "x-cp1252": .windowsCP1252,
        "windows-1253": .windowsCP1253, "cp1253": .windowsCP1253, "x-cp1253": .windowsCP1253,
        "windows-1254": .windowsCP1254, "cp1254": .windowsCP1254, "x-cp1254": .windowsCP1254,
        "macintosh": .macOSRoman, "x-mac-roman": .macOSRoman,
        "shift_jis": .shiftJIS, "shift-jis": .shiftJIS, "sjis": .shiftJIS, "x-sjis": .shiftJIS,
        "iso-2022-jp": .iso2022JP,
    ]

    private static let coreFoundationCharsets: [String: UInt] = [
        "iso-8859-3": 0x203, "iso-8859-4": 0x204, "iso-8859-5": 0x205, "iso-8859-6": 0x206, "iso-8859-7": 0x207,
        "iso-8859-8": 0x208, "iso-8859-9": 0x209, "iso-8859-10": 0x20A, "iso-8859-13": 0x20D, "iso-8859-14": 0x20E,
        "iso-8859-15": 0x20F, "latin-9": 0x20F, "latin9": 0x20F, "l9": 0x20F, "iso-8859-16": 0x210,
        "windows-1255": 0x505, "windows-1256": 0x506, "windows-1257": 0x507, "windows-1258": 0x508,
        "koi8-r": 0xA02, "koi8-u": 0xA08,
        // GB 18030 contains the older two (WHATWG Encoding, section 10.1).
        "gb18030": 0x632, "gbk": 0x632, "gb2312": 0x632,
        "big5": 0xA03, "euc-kr": 0x940,
    ]
}
