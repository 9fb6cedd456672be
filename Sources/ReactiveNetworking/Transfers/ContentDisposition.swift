/// A parser for `Content-Disposition` (RFC 6266) that reads malformed fields as browsers do.
enum ContentDisposition {
    /// Returns the suggested name unchanged, or `nil` if there is none.
    static func fileName(_ field: String) -> String? { fileNames(field).first }

    /// Returns the suggested names unchanged, the best one first: the value of `filename*`, which allows any character
    /// (RFC 8187), and that of `filename`.
    static func fileNames(_ field: String) -> [String] {
        let parameters = parameters(of: field)
        return [parameters["filename*"].flatMap(extended), parameters["filename"].map(EncodedWords.decoded)]
            .compactMap(\.self)
    }

    /// Returns the parameters by their lowercase names; the first of several with the same name.
    private static func parameters(of field: String) -> [String: String] {
        var result: [String: String] = [:]
        var rest = field[...]
        // A type is a token. Where a parameter is in its place, the type is missing.
        let type = rest.prefix { $0 != ";" }
        if !type.contains("=") { rest = rest[type.endIndex...] }
        while !rest.isEmpty {
            rest = rest.drop { $0 == ";" || $0.isWhitespace }
            let name = rest.prefix { $0 != "=" && $0 != ";" }
            rest = rest[name.endIndex...]
            guard rest.first == "=" else { continue }
            rest = rest.dropFirst().drop(while: \.isWhitespace)
            let value = quoted(&rest) ?? plain(&rest)
            // Without the semicolon behind it, a type stands before the name.
            let key = name.split(whereSeparator: \.isWhitespace).last?.lowercased() ?? ""
            if result[key] == nil { result[key] = value }
            rest = rest.drop { $0 != ";" }
        }
        return result
    }

    /// Takes a text without quotation marks, or with the first one alone.
    private static func plain(_ rest: inout Substring) -> String {
        if rest.first == "\"" { rest = rest.dropFirst() }
        let value = rest.prefix { $0 != ";" }
        rest = rest[value.endIndex...]
        return HTTP.Headers.trimmed(value)
    }

    private static func quoted(_ text: inout Substring) -> String? {
        guard text.first == "\"" else { return nil }
        var value = ""
        var rest = text.dropFirst()
        while let character = rest.popFirst() {
            guard character != "\"" else {
                text = rest
                return value
            }
            value.append(character == "\\" ? rest.popFirst() ?? character : character)
        }
        return nil
    }

    /// Decodes `charset'language'percent-encoded`; returns `nil` for a malformed value, or for a charset other than the
    /// two of RFC 8187, whose other names count as well.
    private static func extended(_ value: String) -> String? {
        let parts = value.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, let bytes = decoded(parts[2]) else { return nil }
        switch String.Encoding(charset: parts[0].lowercased()) {
        case .utf8, .ascii: return String(validating: bytes, as: UTF8.self)
        case .isoLatin1, .windowsCP1252:
            // Browsers read the first as the last, whose letters take the place of controls.
            return Data(bytes).text(in: .windowsCP1252)
                ?? String(bytes.map { Character(Unicode.Scalar($0)) })
        default: return nil
        }
    }

    private static func decoded(_ text: Substring) -> [UInt8]? {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst()?.hexValue, let low = rest.popFirst()?.hexValue else {
                return nil
            }
            bytes.append(high << 4 | low)
        }
        return bytes
    }
}
