/// Validates JSON by its grammar (RFC 8259), without creating values. Decoders do not notice errors in members that
/// they skip, accept a trailing comma, and take the first of repeated keys.
///
/// Each byte is examined once.
package struct JSONGrammar {
    /// The result for a text.
    package struct Finding {
        /// The position of the first byte that violates the grammar or the depth limit, or `nil`.
        package let firstInvalidOffset: Int?
        /// A Boolean value that indicates whether an object has a key twice.
        package let repeatsKeys: Bool
    }

    private enum Expectation {
        case value
        /// A value or the end of an array.
        case firstElement
        case key
        /// A key or the end of an object.
        case firstKey
        /// A comma or the end of the innermost container.
        case comma
    }

    private let bytes: UnsafeRawBufferPointer
    private var position = 0
    private var depth = 0
    /// One bit for each open level, the innermost lowest: set for an object.
    private var objects: UInt128 = 0
    private var keys: JSONKeys
    /// A Boolean value that indicates whether the last key has a backslash.
    private var hasEscape = false

    /// Examines a text.
    package static func examine(_ bytes: UnsafeRawBufferPointer) -> Finding {
        var grammar = JSONGrammar(bytes)
        let isValid = grammar.readsWhole()
        return Finding(
            firstInvalidOffset: isValid ? nil : grammar.position,
            repeatsKeys: grammar.keys.areRepeated
        )
    }

    private init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
        keys = JSONKeys(of: bytes)
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func readsWhole() -> Bool {
        var expectation = Expectation.value
        repeat {
            skipBlanks()
            guard let byte = next, let following = read(byte, expectation) else { return false }
            expectation = following
        } while depth > 0
        skipBlanks()
        return position == bytes.count
    }

    /// Reads the token that begins with `byte`.
    ///
    /// - Returns: The next expectation, or `nil` if the token is not allowed here.
    private mutating func read(_ byte: UInt8, _ expectation: Expectation) -> Expectation? {
        switch (expectation, byte) {
        case (.comma, UInt8(ascii: ",")):
            position += 1
            return objects & 1 == 1 ? .key : .value
        case (.comma, UInt8(ascii: "]")), (.firstElement, UInt8(ascii: "]")): return close(object: false)
        case (.comma, UInt8(ascii: "}")), (.firstKey, UInt8(ascii: "}")): return close(object: true)
        case (.key, UInt8(ascii: "\"")), (.firstKey, UInt8(ascii: "\"")):
            hasEscape = false
            let start = position + 1
            guard readString() else { return nil }
            keys.note(start..<(position - 1), isEscaped: hasEscape)
            skipBlanks()
            guard skip(UInt8(ascii: ":")) else { return nil }
            return .value
        case (.value, _), (.firstElement, _): return readValue(byte)
        default: return nil
        }
    }

    private mutating func readValue(_ byte: UInt8) -> Expectation? {
        switch byte {
        case UInt8(ascii: "\""): readString() ? .comma : nil
        case UInt8(ascii: "{"): open(object: true) ? .firstKey : nil
        case UInt8(ascii: "["): open(object: false) ? .firstElement : nil
        case UInt8(ascii: "t"): readWord("true") ? .comma : nil
        case UInt8(ascii: "f"): readWord("false") ? .comma : nil
        case UInt8(ascii: "n"): readWord("null") ? .comma : nil
        default: readNumber() ? .comma : nil
        }
    }

    private mutating func open(object isObject: Bool) -> Bool {
        guard depth < JSONValue.maxDepth else { return false }
        depth += 1
        objects = objects << 1 | (isObject ? 1 : 0)
        if isObject { keys.openObject() }
        position += 1
        return true
    }

    private mutating func close(object isObject: Bool) -> Expectation? {
        guard depth > 0, (objects & 1 == 1) == isObject else { return nil }
        depth -= 1
        objects >>= 1
        if isObject { keys.closeObject() }
        position += 1
        return .comma
    }

    private mutating func skipBlanks() {
        while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }

    private mutating func skip(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        position += 1
        return true
    }

    private mutating func readWord(_ word: StaticString) -> Bool {
        let end = position + word.utf8CodeUnitCount
        guard end <= bytes.count else { return false }
        for index in position..<end where bytes[index] != word.utf8Start[index - position] { return false }
        position = end
        return true
    }
}

extension JSONGrammar {
    private mutating func readString() -> Bool {
        position += 1
        while true {
            skipPlainCharacters()
            guard let byte = next, byte >= 0x20 else { return false }
            position += 1
            if byte == UInt8(ascii: "\"") { return true }
            guard byte == UInt8(ascii: "\\") else { continue }
            hasEscape = true
            if !readEscape() { return false }
        }
    }

    /// Skips bytes of a string up to a quote, a backslash, or a control character, as long as eight bytes are left.
    private mutating func skipPlainCharacters() {
        let ones: UInt64 = 0x0101_0101_0101_0101
        while position + 8 <= bytes.count {
            let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self))
            let quotes = word ^ (ones &* 0x22)
            let backslashes = word ^ (ones &* 0x5C)
            // The lowest bit that is set belongs to the first such byte.
            let found =
                ((quotes &- ones) & ~quotes | (backslashes &- ones) & ~backslashes | (word &- ones &* 0x20) & ~word)
                & 0x8080_8080_8080_8080
            guard found == 0 else {
                position += found.trailingZeroBitCount >> 3
                return
            }
            position += 8
        }
    }

    private mutating func readEscape() -> Bool {
        guard let byte = next else { return false }
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            position += 1
        case UInt8(ascii: "u"):
            position += 1
            for _ in 0..<4 {
                guard let digit = next, digit.isHexDigit else { return false }
                position += 1
            }
        default: return false
        }
        return true
    }

    private mutating func readNumber() -> Bool {
        _ = skip(UInt8(ascii: "-"))
        if !skip(UInt8(ascii: "0")) {
            guard skipDigits() else { return false }
        }
        if skip(UInt8(ascii: ".")), !skipDigits() { return false }
        if let byte = next, byte | 0x20 == UInt8(ascii: "e") {
            position += 1
            if !skip(UInt8(ascii: "+")) { _ = skip(UInt8(ascii: "-")) }
            guard skipDigits() else { return false }
        }
        return true
    }

    /// - Returns: Whether there was a digit.
    private mutating func skipDigits() -> Bool {
        let start = position
        while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { position += 1 }
        return position > start
    }
}

extension UInt8 {
    fileprivate var isHexDigit: Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self)
            || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self | 0x20)
    }
}
