/// Redacts the values of secret members in JSON, and copies everything else verbatim. Everything after the first syntax
/// error, or after the end of a truncated text, is hidden, because secrets cannot be recognized there.
struct JSONRedactor {
    private enum Expected {
        case value
        case firstElement
        case firstKey
        case key
        case colon
        case separator
        case nothing
    }

    private enum Container {
        case array
        case object
    }

    private let redaction: Redaction
    private var secretNames: SecretNames
    private var rest: ArraySlice<UInt8>
    private var result: [UInt8] = []
    private var containers: [Container] = []
    private var expected = Expected.value
    /// A Boolean value that indicates whether the last key is the name of a secret.
    private var isSecretNext = false
    /// The number of open containers around the value that is being hidden, if any.
    private var hiddenDepth: Int?

    private static let grantType = Array(#""grant_type""#.utf8)

    /// - Parameter data: The JSON text in UTF-8, UTF-16, or UTF-32.
    static func text(of data: Data, redactedBy redaction: Redaction) -> String {
        guard let bytes = try? JSONReader.utf8(data) else { return Redaction.placeholder }
        var redactor = JSONRedactor(redaction, bytes[...])
        return redactor.redacted()
    }

    private init(_ redaction: Redaction, _ bytes: ArraySlice<UInt8>) {
        self.redaction = redaction
        secretNames = redaction.memberNames
        let code = Redaction.authorizationCode
        if redaction.queryNames.contains(code), bytes.firstRange(of: Self.grantType) != nil {
            secretNames.insert(code)
        }
        rest = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes
    }

    private mutating func redacted() -> String {
        while true {
            copy(rest.prefix { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 })
            guard let byte = rest.first else { break }
            guard step(byte) else {
                if hiddenDepth == nil { result += Redaction.placeholder.utf8 }
                break
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Consumes the token that begins with `byte`.
    ///
    /// - Returns: Whether the token is allowed here.
    private mutating func step(_ byte: UInt8) -> Bool {
        switch (expected, byte) {
        case (.firstKey, UInt8(ascii: "}")), (.firstElement, UInt8(ascii: "]")): return close()
        case (.firstKey, _), (.key, _): return takeKey()
        case (.colon, UInt8(ascii: ":")): return takeColon()
        case (.separator, UInt8(ascii: ",")):
            copy(rest.prefix(1))
            expected = containers.last == .object ? .key : .value
            return true
        case (.separator, UInt8(ascii: "}")): return containers.last == .object && close()
        case (.separator, UInt8(ascii: "]")): return containers.last == .array && close()
        case (.value, _), (.firstElement, _): return takeValue(byte)
        default: return false
        }
    }

    private mutating func close() -> Bool {
        copy(rest.prefix(1))
        containers.removeLast()
        endValue()
        return true
    }

    private mutating func takeKey() -> Bool {
        guard let token = string(), let name = Self.text(of: token) else { return false }
        copy(token)
        isSecretNext = secretNames.contains(name)
        expected = .colon
        return true
    }

    private mutating func takeColon() -> Bool {
        copy(rest.prefix(1))
        expected = .value
        guard isSecretNext, hiddenDepth == nil else { return true }
        copy(rest.prefix { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 })
        result += "\"\(Redaction.placeholder)\"".utf8
        hiddenDepth = containers.count
        return true
    }

    private mutating func takeValue(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            copy(rest.prefix(1))
            containers.append(byte == UInt8(ascii: "{") ? .object : .array)
            expected = byte == UInt8(ascii: "{") ? .firstKey : .firstElement
            return true
        case UInt8(ascii: "\""):
            guard let token = string(), let text = Self.text(of: token) else { return false }
            copy(token, as: shown(text), insteadOf: text)
        default:
            let word = rest.prefix { !Self.endsWord($0) }
            guard Self.isWord(word) else { return false }
            copy(word)
        }
        endValue()
        return true
    }

    /// Returns a string as it may be shown. The string may be a URL, or contain JSON itself.
    private func shown(_ text: String) -> String {
        if let first = text.utf8.first(where: { $0 > 0x20 }), first == UInt8(ascii: "{") || first == UInt8(ascii: "["),
            (try? JSONValue(parsing: Data(text.utf8))) != nil
        {
            return Self.text(of: Data(text.utf8), redactedBy: redaction)
        }
        let mayBeURL =
            text.contains("://") || (text.utf8.contains(UInt8(ascii: "?")) && text.utf8.contains(UInt8(ascii: "=")))
        return mayBeURL ? redaction.wholeURL(text) : text
    }

    private mutating func endValue() {
        if hiddenDepth == containers.count { hiddenDepth = nil }
        expected = containers.isEmpty ? .nothing : .separator
    }

    /// Consumes a token, which is shown unless a secret is being hidden.
    private mutating func copy(_ token: ArraySlice<UInt8>) {
        if hiddenDepth == nil { result += token }
        rest = rest[token.endIndex...]
    }

    private mutating func copy(_ token: ArraySlice<UInt8>, as shown: String, insteadOf text: String) {
        guard shown != text, hiddenDepth == nil else { return copy(token) }
        result += JSONValue.string(shown).description.utf8
        rest = rest[token.endIndex...]
    }
}

extension JSONRedactor {
    /// Returns the string at the current position, including its quotes, or `nil` if there is none or it does not end.
    private func string() -> ArraySlice<UInt8>? {
        guard rest.first == UInt8(ascii: "\"") else { return nil }
        var end = rest.startIndex + 1
        while end < rest.endIndex, rest[end] != UInt8(ascii: "\"") {
            guard rest[end] >= 0x20 else { return nil }
            end += rest[end] == UInt8(ascii: "\\") ? 2 : 1
        }
        return end < rest.endIndex ? rest[...end] : nil
    }

    /// Returns the text of a quoted string, or `nil` if it is invalid.
    private static func text(of token: ArraySlice<UInt8>) -> String? {
        let inside = token.dropFirst().dropLast()
        guard inside.contains(UInt8(ascii: "\\")) else { return String(validating: inside, as: UTF8.self) }
        guard case .string(let text)? = try? JSONValue(parsing: Data(token)) else { return nil }
        return text
    }

    private static func endsWord(_ byte: UInt8) -> Bool { byte <= 0x20 || ",:{}[]\"".utf8.contains(byte) }

    /// Returns whether a token is `true`, `false`, `null`, or a number.
    private static func isWord(_ token: ArraySlice<UInt8>) -> Bool {
        !token.isEmpty && token.count <= 4_096 && (try? JSONValue(parsing: Data(token))) != nil
    }
}
