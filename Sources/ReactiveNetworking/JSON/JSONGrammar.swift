/// Validates JSON by its grammar (RFC 8259), without creating values. Decoders do not notice errors in members that
/// they skip, and accept a trailing comma.
///
/// Each byte is examined once, and no memory is allocated.
struct JSONGrammar {
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

    /// Returns the position of the first byte that violates the grammar or the depth limit, or `nil`.
    static func firstInvalidOffset(in bytes: UnsafeRawBufferPointer) -> Int? {
        var grammar = JSONGrammar(bytes)
        return grammar.readsWhole() ? nil : grammar.position
    }

    private init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
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
            guard readString() else { return nil }
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
        position += 1
        return true
    }

    private mutating func close(object isObject: Bool) -> Expectation? {
        guard depth > 0, (objects & 1 == 1) == isObject else { return nil }
        depth -= 1
        objects >>= 1
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
        while let byte = next {
            if byte == UInt8(ascii: "\"") {
                position += 1
                return true
            }
            guard byte >= 0x20 else { return false }
            position += 1
            if byte == UInt8(ascii: "\\"), !readEscape() { return false }
        }
        return false
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
