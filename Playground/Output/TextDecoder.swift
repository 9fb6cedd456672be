import Foundation

/// Decodes text from bytes that arrive in pieces, which may end within a character.
struct TextDecoder {
    enum Charset {
        case utf8
        /// ISO 8859-1, and encodings treated like it.
        case latin1
    }

    private let charset: Charset
    /// A Boolean value that indicates whether invalid bytes are replaced with U+FFFD. Otherwise they indicate a binary
    /// body.
    private let isLenient: Bool
    private var incomplete = Data()

    init(_ charset: Charset, isLenient: Bool) {
        self.charset = charset
        self.isLenient = isLenient
    }

    /// Decodes the complete characters of the next bytes.
    ///
    /// - Throws: ``BinaryBody`` if the bytes are not text.
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

    /// Decodes an incomplete character at the very end.
    mutating func rest() throws(BinaryBody) -> String {
        defer { incomplete = Data() }
        return try decoded(incomplete)
    }

    private func decoded(_ bytes: Data) throws(BinaryBody) -> String {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        guard isLenient else { throw BinaryBody() }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns the number of bytes at the end that begin an incomplete character.
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

/// An error that prevents binary data from being written to a terminal.
struct BinaryBody: Error, Equatable, CustomStringConvertible {
    /// The media type that the server declared.
    var type: String?

    var description: String {
        "The body is binary\(type.map { " (\($0.prefix(80)))" } ?? ""): save it with -o <file>, or send it through a pipe"
    }
}
