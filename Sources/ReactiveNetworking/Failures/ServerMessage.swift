/// The first words of the message in the body of a rejected response, on one line, with secrets redacted.
enum ServerMessage {
    private static let maxJSONByteCount = 64 << 10
    private static let maxTextByteCount = 4 << 10

    /// Returns the human-readable member of JSON, the title of a page, or the beginning of a text; `nil` if there is
    /// none.
    static func text(in data: Data) -> String? {
        switch data.first(where: { $0 > 0x20 }) {
        case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\""):
            guard data.count <= maxJSONByteCount, let value = try? JSONValue(parsing: data) else { return nil }
            return words(of: value)
        case UInt8(ascii: "<"): return beginning(of: data).flatMap(title).flatMap(shown)
        default:
            guard let text = beginning(of: data), !text.utf8.contains(0) else { return nil }
            return shown(text)
        }
    }

    private static func beginning(of data: Data) -> String? {
        data.prefix(maxTextByteCount).text(isWhole: data.count <= maxTextByteCount)
    }

    /// The members with error messages, including those of RFC 9457 (`detail`, `title`) and OAuth
    /// (`error_description`).
    private static let names = [
        "message", "error_description", "error", "detail", "title", "description", "reason", "errors",
    ]

    private static func words(of value: JSONValue, depth: Int = 0) -> String? {
        guard depth < 4 else { return nil }
        return switch value {
        case .string(let text): shown(text)
        case .array(let elements): elements.first.flatMap { words(of: $0, depth: depth + 1) }
        case .object(let members):
            names.lazy.compactMap { members[$0] }.compactMap { words(of: $0, depth: depth + 1) }.first
        default: nil
        }
    }

    private static func title(of page: String) -> String? {
        page.firstMatch(of: /(?i)<title[^>]*>(.*?)<\/title/.dotMatchesNewlines()).map { String($0.output.1) }
    }

    private static func shown(_ text: String) -> String? {
        let line = onOneLine(text.prefix(maxTextByteCount))
        guard !line.isEmpty else { return nil }
        let withoutURLs = line.contains("://") ? Redaction.standard.wholeURL(line) : line
        return RedactedSnippet.bounded(withoutOpaqueWords(RedactedSnippet.withoutSecrets(withoutURLs)))
    }

    /// Redacts credentials that a server repeats: the word after the name of a scheme, and words that look like a key
    /// or a token.
    private static func withoutOpaqueWords(_ line: String) -> String {
        var isAfterScheme = false
        return line.split(separator: " ", omittingEmptySubsequences: false).map { word in
            // In "Basic authentication is required", the next word is not a credential.
            let isCredential = isAfterScheme && !schemeWords.contains { word.lowercased().hasPrefix($0) }
            isAfterScheme = ["bearer", "basic"].contains(word.lowercased().filter { !$0.isPunctuation })
            guard !isCredential else { return Redaction.placeholder }
            return String(word).replacing(/[A-Za-z0-9_+=\/.\-]{20,}/) { match in
                isOpaque(match.output) ? Redaction.placeholder : String(match.output)
            }
        }
        .joined(separator: " ")
    }

    private static let schemeWords = ["auth", "token", "credential", "scheme", "realm"]

    /// Returns whether a word has letters and digits and is not a UUID, which usually is a request id rather than a
    /// secret.
    private static func isOpaque(_ word: Substring) -> Bool {
        guard word.contains(where: \.isLetter), word.contains(where: \.isNumber) else { return false }
        // Host names and paths usually have no capitals, unlike base64.
        if word.contains(where: { $0 == "/" || $0 == "." }) {
            return word.contains(where: \.isUppercase) && word.contains(where: \.isLowercase)
        }
        return UUID(uuidString: String(word)) == nil
    }

    /// Returns the text without control characters and with single spaces.
    private static func onOneLine(_ text: Substring) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            case _ where scalar.properties.isWhitespace:
                if result.last != " " { result.append(" ") }
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: break
            default: result.append(scalar)
            }
        }
        return HTTP.Headers.trimmed(String(result))
    }
}
