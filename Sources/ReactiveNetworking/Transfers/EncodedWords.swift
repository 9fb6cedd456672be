/// The encoded words of mail (RFC 2047), such as `=?UTF-8?B?w6kucGRm?=`.
enum EncodedWords {
    /// Returns the text with its encoded words decoded. Words that cannot be decoded stay as they are.
    static func decoded(_ text: String) -> String {
        guard text.contains("=?") else { return text }
        // Blanks between two words belong to neither.
        return text.replacing(/=\?([^?\s]+)\?([QqBb])\?([^?]*)\?=(\s+(?==\?))?/) { match in
            let (whole, charset, encoding, content, _) = match.output
            let bytes = encoding.lowercased() == "b" ? Data(base64Encoded: String(content)) : quoted(content)
            let name = charset.prefix { $0 != "*" }.lowercased()
            guard let bytes, let text = String.Encoding(charset: name).flatMap(bytes.text)
            else { return String(whole) }
            return text
        }
    }

    private static func quoted(_ text: Substring) -> Data? {
        var bytes = Data()
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "_"): bytes.append(0x20)
            case UInt8(ascii: "="):
                guard let high = rest.popFirst()?.hexValue, let low = rest.popFirst()?.hexValue else { return nil }
                bytes.append(high << 4 | low)
            default: bytes.append(byte)
            }
        }
        return bytes
    }
}
