import ReactiveNetworking

extension Substring {
    /// The text without the blanks around it.
    var trimmed: String {
        let text = drop { $0 == " " || $0 == "\t" }
        return text.lastIndex { $0 != " " && $0 != "\t" }.map { String(text[...$0]) } ?? ""
    }

    /// The text with its escapes decoded, or as it is if they are no text.
    var unescaped: String {
        guard contains("%") else { return String(self) }
        var bytes: [UInt8] = []
        var rest = utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            let digits = rest.prefix(2)
            guard digits.count == 2, let value = UInt8(Substring(digits), radix: 16) else { return String(self) }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        return String(validating: bytes, as: UTF8.self) ?? String(self)
    }
}

extension Double {
    /// Returns the number in a format of `printf`, whatever the language.
    func text(_ format: String) -> String {
        var buffer = [CChar](repeating: 0, count: 64)
        let count = withVaList([self]) { vsnprintf(&buffer, buffer.count, format, $0) }
        return String(decoding: buffer.prefix(Int(count)).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
