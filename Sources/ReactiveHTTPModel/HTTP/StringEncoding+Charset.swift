extension String.Encoding {
    /// Creates the encoding with this charset name, whatever its case; `nil` for charsets that Foundation does not
    /// decode on all platforms, such as EUC-JP.
    ///
    /// The names are the labels of the WHATWG's Encoding Standard (section 4.2), and those of UTF-32.
    package init?(charset: String) {
        guard let encoding = Self.charsets[HTTP.Headers.trimmed(charset).lowercased()] else { return nil }
        #if !canImport(ObjectiveC)
            if let charset = encoding.convertedCharset, !CharsetConversion.isAvailable(charset) { return nil }
        #endif
        self = encoding
    }

    #if !canImport(ObjectiveC)
        /// The system's name of an encoding that this part of Foundation lacks.
        var convertedCharset: String? { Self.convertedCharsets[self] }

        private static let convertedCharsets: [String.Encoding: String] = {
            let all = labels + coreFoundationLabels.map { (Self(coreFoundation: $0), $1) }
            let names = all.filter { !native.contains($0.0) }.map { ($0.0, String($0.1.prefix { $0 != " " })) }
            return Dictionary(names) { first, _ in first }
        }()

        private static let native: [String.Encoding] = [
            .utf8, .utf16, .utf16BigEndian, .utf16LittleEndian, .utf32, .utf32BigEndian, .utf32LittleEndian, .ascii,
            .isoLatin1,
        ]
    #endif

    /// Creates an encoding from its Core Foundation number.
    private init(coreFoundation number: UInt) {
        self.init(rawValue: 1 << 31 | number)
    }

    private static let charsets: [String: String.Encoding] = {
        var charsets: [String: String.Encoding] = [:]
        for (encoding, labels) in labels {
            for label in labels.split(separator: " ") { charsets[String(label)] = encoding }
        }
        for (number, labels) in coreFoundationLabels {
            for label in labels.split(separator: " ") { charsets[String(label)] = Self(coreFoundation: number) }
        }
        return charsets
    }()

    /// The labels of the encodings. The first one names the encoding for the system as well.
    private static let labels: [(String.Encoding, String)] = [
        (.utf8, "utf-8 utf8 unicode-1-1-utf-8 unicode11utf8 unicode20utf8 x-unicode20utf8"),
        (.utf16, "utf-16"), (.utf16BigEndian, "utf-16be unicodefffe"),
        (.utf16LittleEndian, "utf-16le csunicode iso-10646-ucs-2 ucs-2 unicode unicodefeff"),
        (.utf32, "utf-32"), (.utf32BigEndian, "utf-32be"), (.utf32LittleEndian, "utf-32le"),
        (.ascii, "us-ascii ascii ansi_x3.4-1968"),
        (
            .isoLatin1,
            "iso-8859-1 iso8859-1 iso88591 iso_8859-1 iso_8859-1:1987 iso-ir-100 latin1 l1 csisolatin1 cp819 ibm819"
        ),
        (.isoLatin2, "iso-8859-2 iso8859-2 iso88592 iso_8859-2 iso_8859-2:1987 iso-ir-101 latin2 l2 csisolatin2"),
        (.windowsCP1250, "windows-1250 cp1250 x-cp1250"), (.windowsCP1251, "windows-1251 cp1251 x-cp1251"),
        (.windowsCP1252, "windows-1252 cp1252 x-cp1252"), (.windowsCP1253, "windows-1253 cp1253 x-cp1253"),
        (.windowsCP1254, "windows-1254 cp1254 x-cp1254"),
        (.shiftJIS, "windows-31j shift_jis shift-jis sjis x-sjis csshiftjis ms_kanji ms932"),
        (.iso2022JP, "iso-2022-jp csiso2022jp"),
    ]

    private static let coreFoundationLabels: [(UInt, String)] = [
        // Foundation on Linux decodes `macOSRoman` by another table.
        (0, "macintosh x-mac-roman csmacintosh mac"),
        (0x203, "iso-8859-3 iso8859-3 iso88593 iso_8859-3 iso_8859-3:1988 iso-ir-109 latin3 l3 csisolatin3"),
        (0x204, "iso-8859-4 iso8859-4 iso88594 iso_8859-4 iso_8859-4:1988 iso-ir-110 latin4 l4 csisolatin4"),
        (0x205, "iso-8859-5 iso8859-5 iso88595 iso_8859-5 iso_8859-5:1988 iso-ir-144 cyrillic csisolatincyrillic"),
        (0x206, "iso-8859-6 iso8859-6 iso88596 iso_8859-6 iso_8859-6:1987 iso-ir-127 arabic asmo-708 ecma-114"),
        (0x206, "iso-8859-6-e iso-8859-6-i csiso88596e csiso88596i csisolatinarabic"),
        (0x207, "iso-8859-7 iso8859-7 iso88597 iso_8859-7 iso_8859-7:1987 iso-ir-126 greek greek8 ecma-118 elot_928"),
        (0x207, "csisolatingreek sun_eu_greek"),
        (0x208, "iso-8859-8 iso8859-8 iso88598 iso_8859-8 iso_8859-8:1988 iso-ir-138 hebrew visual logical"),
        (0x208, "iso-8859-8-e iso-8859-8-i csiso88598e csiso88598i csisolatinhebrew"),
        (0x209, "iso-8859-9 iso8859-9 iso88599 iso_8859-9 iso_8859-9:1989 iso-ir-148 latin5 l5 csisolatin5"),
        (0x20A, "iso-8859-10 iso8859-10 iso885910 iso-ir-157 latin6 l6 csisolatin6"),
        (0x20D, "iso-8859-13 iso8859-13 iso885913"), (0x20E, "iso-8859-14 iso8859-14 iso885914"),
        (0x20F, "iso-8859-15 iso8859-15 iso885915 iso_8859-15 latin-9 latin9 l9 csisolatin9"), (0x210, "iso-8859-16"),
        (0x505, "windows-1255 cp1255 x-cp1255"), (0x506, "windows-1256 cp1256 x-cp1256"),
        (0x507, "windows-1257 cp1257 x-cp1257"), (0x508, "windows-1258 cp1258 x-cp1258"),
        (0xA02, "koi8-r koi8_r koi8 koi cskoi8r"), (0xA08, "koi8-u koi8-ru"),
        // GB 18030 contains the older two (WHATWG Encoding, section 10.1).
        (0x632, "gb18030 gbk x-gbk gb2312 gb_2312 gb_2312-80 chinese csgb2312 csiso58gb231280 iso-ir-58"),
        // Big5 with the additions of Hong Kong (section 12.1).
        (0xA06, "big5-hkscs big5 cn-big5 csbig5 x-x-big5"),
        // Windows code page 949, which contains EUC-KR (section 14.1).
        (0x422, "cp949 windows-949 euc-kr ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601 korean cseuckr csksc56011987"),
        (0x422, "iso-ir-149"),
    ]
}
