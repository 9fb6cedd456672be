extension JSONValue {
    /// Parses JSON (RFC 8259) in UTF-8, UTF-16, or UTF-32, with or without a byte order mark.
    ///
    /// The last value of a repeated key wins. Parsing takes linear time; the nesting is limited to 128 levels.
    ///
    /// - Parameter data: The JSON text.
    /// - Throws: ``JSONError`` with the position, for invalid JSON and for numbers beyond the range of `Double`.
    public init(parsing data: Data) throws(JSONError) {
        var reader = JSONReader(try JSONReader.utf8(data))
        self = try reader.readWhole()
    }

    /// Parses JSON (RFC 8259) from a string.
    ///
    /// The last value of a repeated key wins. Parsing takes linear time; the nesting is limited to 128 levels.
    ///
    /// - Parameter text: The JSON text.
    /// - Throws: ``JSONError`` with the position, for invalid JSON and for numbers beyond the range of `Double`.
    public init(parsing text: String) throws(JSONError) {
        var reader = JSONReader(Array(text.utf8))
        self = try reader.readWhole()
    }
}

/// Parses JSON text. In contrast to Foundation's parser, it keeps the digits of integers of any size, and reports the
/// position of every error.
package struct JSONReader {
    private let bytes: [UInt8]
    private var position = 0
    private var depth = 0
    /// The places of members that a later one replaces, each up to the next member; `nil` if nobody asks for them.
    private var replaced: [Range<Int>]?

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    }

    /// Converts `data` to UTF-8. The text begins with two ASCII characters or has only one, so the positions of zero
    /// bytes reveal the encoding (RFC 4627 §3).
    package static func utf8(_ data: Data) throws(JSONError) -> [UInt8] {
        let start = [UInt8](data.prefix(4))
        let zeros = start.map { $0 == 0 }
        let encoding: String.Encoding? =
            switch (start, zeros) {
            case ([0, 0, 0xFE, 0xFF], _), ([0xFF, 0xFE, 0, 0], _): .utf32
            case (_, [true, true, true, false]): .utf32BigEndian
            case (_, [false, true, true, true]): .utf32LittleEndian
            default:
                if start.starts(with: [0xFE, 0xFF]) || start.starts(with: [0xFF, 0xFE]) {
                    .utf16
                } else if zeros.starts(with: [true, false]) {
                    .utf16BigEndian
                } else if zeros.starts(with: [false, true]) {
                    .utf16LittleEndian
                } else {
                    nil
                }
            }
        guard let encoding else { return [UInt8](data) }
        guard let text = data.text(in: encoding) else {
            throw JSONError("the text is not valid \(encoding)", at: 0)
        }
        return Array(text.utf8)
    }

    mutating func readWhole() throws(JSONError) -> JSONValue {
        let value = try read()
        skipBlanks()
        guard position == bytes.count else { throw error("there is more text after the value") }
        return value
    }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private func error(_ reason: String) -> JSONError {
        position < bytes.count ? JSONError(reason, at: position) : JSONError("the text ends too early", at: position)
    }

    private mutating func skipBlanks() {
        while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }

    private mutating func skip(_ byte: Character) -> Bool {
        skipBlanks()
        guard next == byte.asciiValue else { return false }
        position += 1
        return true
    }

    private mutating func read() throws(JSONError) -> JSONValue {
        skipBlanks()
        switch next {
        case UInt8(ascii: "{"): return .object(try nested { reader throws(JSONError) in try reader.readObject() })
        case UInt8(ascii: "["): return .array(try nested { reader throws(JSONError) in try reader.readArray() })
        case UInt8(ascii: "\""): return .string(try readString())
        case UInt8(ascii: "t"): return try readWord("true", .bool(true))
        case UInt8(ascii: "f"): return try readWord("false", .bool(false))
        case UInt8(ascii: "n"): return try readWord("null", .null)
        default: return try readNumber()
        }
    }

    private mutating func readWord(_ word: StaticString, _ value: JSONValue) throws(JSONError) -> JSONValue {
        let length = word.utf8CodeUnitCount
        let isThere = word.withUTF8Buffer { bytes[position...].prefix(length).elementsEqual($0) }
        guard isThere else { throw error("a value is expected here") }
        position += length
        return value
    }

    private mutating func nested<Value>(
        _ read: (inout JSONReader) throws(JSONError) -> Value
    ) throws(JSONError) -> Value {
        guard depth < JSONValue.maxDepth else { throw error("it is nested deeper than \(JSONValue.maxDepth) levels") }
        depth += 1
        position += 1
        let value = try read(&self)
        depth -= 1
        return value
    }

    private mutating func readArray() throws(JSONError) -> [JSONValue] {
        var elements: [JSONValue] = []
        if skip("]") { return elements }
        repeat {
            do throws(JSONError) {
                elements.append(try read())
            } catch {
                throw error.inside(.index(elements.count))
            }
        } while skip(",")
        guard skip("]") else { throw error("a comma or a ] is expected here") }
        return elements
    }

    /// Returns a text that is valid JSON with blanks in place of all but the last of repeated members, so that no other
    /// byte moves.
    package static func withoutRepetitions(_ data: Data) -> Data {
        var reader = JSONReader([UInt8](data))
        reader.replaced = []
        _ = try? reader.readWhole()
        var bytes = reader.bytes
        for range in reader.replaced ?? [] {
            for index in range { bytes[index] = UInt8(ascii: " ") }
        }
        return Data(bytes)
    }

    private mutating func readObject() throws(JSONError) -> [String: JSONValue] {
        var members: [String: JSONValue] = [:]
        if skip("}") { return members }
        var starts: [Int] = []
        var places: [String: Int] = [:]
        repeat {
            skipBlanks()
            guard next == UInt8(ascii: "\"") else { throw error("a name in quotes is expected here") }
            let start = position
            let key = try readString()
            guard skip(":") else { throw error("a colon is expected here") }
            do throws(JSONError) {
                members[key] = try read()
            } catch {
                throw error.inside(.key(key))
            }
            guard replaced != nil else { continue }
            starts.append(start)
            if let old = places.updateValue(starts.count - 1, forKey: key) {
                replaced?.append(starts[old]..<starts[old + 1])
            }
        } while skip(",")
        guard skip("}") else { throw error("a comma or a } is expected here") }
        return members
    }
}

extension JSONReader {
    private mutating func readNumber() throws(JSONError) -> JSONValue {
        let start = position
        if next == UInt8(ascii: "-") { position += 1 }
        let digits = position
        guard skipDigits() > 0 else {
            if start == digits { throw error("a value is expected here") }
            throw error("a digit is expected here")
        }
        guard bytes[digits] != UInt8(ascii: "0") || position == digits + 1 else {
            position = digits
            throw error("a number must not begin with a zero")
        }
        var isWhole = true
        if next == UInt8(ascii: ".") {
            position += 1
            isWhole = false
            guard skipDigits() > 0 else { throw error("a digit is expected here") }
        }
        if let byte = next, byte | 0x20 == UInt8(ascii: "e") {
            position += 1
            isWhole = false
            if let sign = next, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { position += 1 }
            guard skipDigits() > 0 else { throw error("a digit is expected here") }
        }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        if isWhole, let integer = Int64(text) { return .integer(integer) }
        guard let number = Double(text), number.isFinite else { throw JSONError("the number is too large", at: start) }
        return isWhole ? JSONValue.big(text) : .number(number)
    }

    private mutating func skipDigits() -> Int {
        let start = position
        while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { position += 1 }
        return position - start
    }

    private mutating func readString() throws(JSONError) -> String {
        position += 1
        let start = position
        while let byte = next, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 { position += 1 }
        guard next == UInt8(ascii: "\"") else { return try readEscapedString(from: start) }
        defer { position += 1 }
        return try text(of: bytes[start..<position], at: start)
    }

    private func text(of bytes: some Sequence<UInt8>, at start: Int) throws(JSONError) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw JSONError("the text is not UTF-8", at: start)
        }
        return text
    }

    private mutating func readEscapedString(from start: Int) throws(JSONError) -> String {
        var result = Array(bytes[start..<position])
        while let byte = next {
            switch byte {
            case UInt8(ascii: "\""):
                position += 1
                return try text(of: result, at: start)
            case UInt8(ascii: "\\"):
                position += 1
                try readEscape(into: &result)
            case ..<0x20: throw error("a control character must be escaped")
            default:
                result.append(byte)
                position += 1
            }
        }
        throw error("")
    }

    private mutating func readEscape(into result: inout [UInt8]) throws(JSONError) {
        guard let byte = next else { throw error("") }
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): result.append(byte)
        case UInt8(ascii: "b"): result.append(0x08)
        case UInt8(ascii: "f"): result.append(0x0C)
        case UInt8(ascii: "n"): result.append(0x0A)
        case UInt8(ascii: "r"): result.append(0x0D)
        case UInt8(ascii: "t"): result.append(0x09)
        case UInt8(ascii: "u"):
            position += 1
            return result.append(contentsOf: String(Character(try readScalar())).utf8)
        default: throw error("the escape is not valid")
        }
        position += 1
    }

    private mutating func readScalar() throws(JSONError) -> Unicode.Scalar {
        let start = position
        let high = try readHex()
        if let scalar = Unicode.Scalar(high) { return scalar }
        guard (0xD800..<0xDC00).contains(high), bytes[position...].starts(with: "\\u".utf8) else {
            throw JSONError("half of a surrogate pair", at: start)
        }
        position += 2
        let low = try readHex()
        guard (0xDC00..<0xE000).contains(low),
            let scalar = Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
        else { throw JSONError("half of a surrogate pair", at: start) }
        return scalar
    }

    private mutating func readHex() throws(JSONError) -> UInt32 {
        let digits = bytes[position...].prefix(4)
        guard digits.count == 4, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
            let value = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
        else { throw error("four hexadecimal digits are expected here") }
        position += 4
        return value
    }
}
