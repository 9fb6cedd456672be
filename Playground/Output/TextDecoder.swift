import Foundation

/// Makes text of bytes that come piece by piece and may be cut within a character.
struct TextDecoder {
    enum Charset {
        case utf8
        /// ISO 8859-1, and what is declared as it.
        case latin1
    }

    private let charset: Charset
    /// Whether bytes that are no text are shown as such, U+FFFD; else they are the sign of a binary body.
    private let isLenient: Bool
    private var incomplete = Data()

    init(_ charset: Charset, isLenient: Bool) {
        self.charset = charset
        self.isLenient = isLenient
    }

    /// The text of the next bytes, as far as its characters are complete.
    ///
    /// - Throws: ``BinaryBody`` for what is no text.
    mutating func text(of bytes: Data) throws(BinaryBody) -> String {
        guard !bytes.contains(0) else { throw BinaryBody() }
        switch charset {
        case .latin1:
            return bytes.reduce(into: "") { $0.unicodeScalars.append(Unicode.Scalar($1)) }
        case .utf8:
            let all = incomplete + bytes
            let whole = all.dropLast(Self.incompleteByteCount(at: all))
            incomplete = all.suffix(all.count - whole.count)
            return try decoded(whole)
        }
    }

    /// The text of what was cut at the very end.
    mutating func rest() throws(BinaryBody) -> String {
        defer { incomplete = Data() }
        return try decoded(incomplete)
    }

    private func decoded(_ bytes: Data) throws(BinaryBody) -> String {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        guard isLenient else { throw BinaryBody() }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// How many bytes at the end begin a character that is not complete.
    private static func incompleteByteCount(at bytes: Data) -> Int {
        for (distance, byte) in bytes.suffix(3).reversed().enumerated() {
            switch byte {
            case 0x80..<0xC0: continue
            case 0xC2..<0xE0: return distance < 1 ? distance + 1 : 0
            case 0xE0..<0xF0: return distance < 2 ? distance + 1 : 0
            case 0xF0..<0xF5: return distance < 3 ? distance + 1 : 0
            default: return 0
            }
        }
        return 0
    }
}

/// The refusal to write to a terminal what is no text.
struct BinaryBody: Error, Equatable, CustomStringConvertible {
    /// What the server says it is.
    var type: String?

    var description: String {
        "The body is binary\(type.map { " (\($0.prefix(80)))" } ?? ""): save it with -o <file>, or send it through a pipe."
    }
}
