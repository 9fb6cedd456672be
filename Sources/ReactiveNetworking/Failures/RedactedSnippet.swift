/// A short, one-line excerpt of a body for an error, with secrets redacted. In doubt it redacts too much rather than
/// too little.
package struct RedactedSnippet {
    /// The number of characters of an excerpt.
    static let limit = 120

    private var text = ""
    private let secretNames = Redaction.standard.memberNames

    package static func bounded(_ text: String) -> String {
        text.count > limit ? text.prefix(limit - 1) + "…" : text
    }

    /// Returns the beginning of `value`.
    static func text(of value: JSONValue) -> String {
        var excerpt = RedactedSnippet()
        excerpt.write(value)
        return bounded(excerpt.text)
    }

    private var isFull: Bool { text.utf8.count > 4 * Self.limit }

    private mutating func write(_ value: JSONValue) {
        switch value {
        case .string(let string): write(string)
        case .array(let elements):
            text += "["
            for (index, element) in elements.enumerated() where !isFull {
                if index > 0 { text += "," }
                write(element)
            }
            text += "]"
        case .object(let members):
            text += "{"
            for (index, key) in members.keys.sorted().enumerated() where !isFull {
                if index > 0 { text += "," }
                write(key)
                text += ":"
                if secretNames.contains(key) {
                    text += Redaction.placeholder
                } else {
                    write(members[key] ?? .null)
                }
            }
            text += "}"
        default: text += value.description
        }
    }

    private mutating func write(_ string: String) {
        let isURL = string.contains("://")
        text += "\"" + (isURL ? Redaction.standard.url(string) : Redaction.printable(Self.bounded(string))) + "\""
    }
}

extension RedactedSnippet {
    /// Returns a text that is not JSON, without the parts that follow the names of secrets.
    static func withoutSecrets(_ text: String) -> String {
        var scanner = SecretScanner(Array(text.utf8)[...])
        return scanner.redacted()
    }

    private static let maxScannedByteCount = 64 << 10

    /// Returns the text around the offset at which `data` stops being valid JSON. For markup, returns only the first
    /// tag, because the names of its values can be anywhere.
    package static func text(of data: Data, upTo offset: Int) -> String? {
        // Beyond this size, finding the secrets is too expensive, so nothing is shown.
        guard offset <= maxScannedByteCount, let bytes = try? JSONReader.utf8(data) else { return nil }
        let trimmed = bytes.drop { $0 <= 0x20 }
        if trimmed.first == UInt8(ascii: "<") {
            let tag = trimmed.prefix(32).prefix { $0 > 0x20 && $0 != UInt8(ascii: ">") }
            return Redaction.printable(String(decoding: tag, as: UTF8.self)) + "…"
        }
        let half = limit / 2
        var scanner = SecretScanner(bytes.prefix(offset + half))
        let shown = Redaction.printable(scanner.redacted())
        let begin = shown.count > 2 * half ? "…" + shown.suffix(2 * half - 2) : shown
        return offset + half < bytes.count ? begin + "…" : begin
    }
}

/// Redacts what follows the names of secrets, in text that is not valid JSON.
private struct SecretScanner {
    private var rest: ArraySlice<UInt8>
    private var result: [UInt8] = []
    private let secretNames = Redaction.standard.memberNames

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    mutating func redacted() -> String {
        var isAfterSecretName = false
        while let byte = rest.first {
            switch byte {
            case UInt8(ascii: ":"), UInt8(ascii: "="):
                emit(rest.prefix(1))
                if isAfterSecretName { hideValue() }
                isAfterSecretName = false
            case ...0x20: emit(rest.prefix(1))
            default:
                let token = nextToken()
                isAfterSecretName = secretNames.contains(String(decoding: token, as: UTF8.self))
                emit(token)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private mutating func emit(_ token: ArraySlice<UInt8>) {
        result += token
        rest = rest[token.endIndex...]
    }

    /// Returns a string, a word, or a single other character.
    private func nextToken() -> ArraySlice<UInt8> {
        guard let first = rest.first, first != UInt8(ascii: "\""), first != UInt8(ascii: "'") else { return string() }
        let word = rest.prefix { $0.isWordCharacter }
        return word.isEmpty ? rest.prefix(1) : word
    }

    private func string() -> ArraySlice<UInt8> {
        var end = rest.startIndex + 1
        while end < rest.endIndex, rest[end] != rest[rest.startIndex] {
            end += rest[end] == UInt8(ascii: "\\") ? 2 : 1
        }
        return rest[..<min(end + 1, rest.endIndex)]
    }

    private mutating func hideValue() {
        emit(rest.prefix { $0 <= 0x20 })
        guard let first = rest.first else { return }
        let value: ArraySlice<UInt8>
        switch first {
        case UInt8(ascii: "\""), UInt8(ascii: "'"): value = string()
        // In broken text, the end of a nested value cannot be determined.
        case UInt8(ascii: "{"), UInt8(ascii: "["): value = rest
        default: value = rest.prefix { !Array(",;&\n}".utf8).contains($0) }
        }
        result += Redaction.placeholder.utf8
        rest = rest[value.endIndex...]
    }
}

extension UInt8 {
    fileprivate var isWordCharacter: Bool {
        switch self {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: "-"), 0x80...: true
        default: false
        }
    }
}
