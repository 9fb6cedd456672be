/// Writes the JSON of a record. Names have to be written in ascending order.
struct RecordText: Sendable {
    private(set) var bytes: [UInt8] = []
    private var needsComma = false

    mutating func reserve(_ byteCount: Int) { bytes.reserveCapacity(byteCount) }

    mutating func open(_ bracket: Unicode.Scalar) {
        separate()
        bytes.append(UInt8(ascii: bracket))
        needsComma = false
    }

    mutating func close(_ bracket: Unicode.Scalar) {
        bytes.append(UInt8(ascii: bracket))
        needsComma = true
    }

    mutating func name(_ name: StaticString) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        name.withUTF8Buffer { bytes.append(contentsOf: $0) }
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    mutating func number(_ number: Int64) {
        separate()
        if number < 0 { bytes.append(UInt8(ascii: "-")) }
        var rest = number.magnitude
        let start = bytes.count
        repeat {
            bytes.append(UInt8(ascii: "0") + UInt8(rest % 10))
            rest /= 10
        } while rest > 0
        // Reversing a slice would copy it.
        var (first, last) = (start, bytes.count - 1)
        while first < last {
            bytes.swapAt(first, last)
            first += 1
            last -= 1
        }
    }

    mutating func string(_ text: String) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                bytes.append(UInt8(ascii: "\\"))
                bytes.append(byte)
            case 0..<0x20:
                bytes.append(contentsOf: Array("\\u00".utf8))
                bytes.append(Self.digits[Int(byte >> 4)])
                bytes.append(Self.digits[Int(byte & 15)])
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private static let digits = Array("0123456789abcdef".utf8)

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }
}

/// Reads the JSON of a record, in any layout. After anything that is not JSON, or of another type than asked for, it is
/// not ``isWhole`` and reads nothing more.
struct RecordTextReader {
    private let bytes: [UInt8]
    private var position: Int
    private let end: Int
    private(set) var isWhole = true
    /// The nesting of values that are skipped, which is bounded.
    private var depth = 0

    /// Creates a reader of a part of `bytes`.
    init(_ bytes: [UInt8], _ range: Range<Int>) {
        self.bytes = bytes
        position = range.lowerBound
        end = range.upperBound
    }

    private mutating func fail() {
        isWhole = false
        position = end
    }

    /// The next byte that is no white space; zero at the end.
    private mutating func peek() -> UInt8 {
        while position < end {
            let byte = bytes[position]
            guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return byte }
            position += 1
        }
        return 0
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard peek() == byte else { return false }
        position += 1
        return true
    }

    mutating func open(_ bracket: Unicode.Scalar) -> Bool {
        guard take(UInt8(ascii: bracket)) else {
            fail()
            return false
        }
        return true
    }

    /// Returns the next name of an object, or `nil` at its end.
    mutating func nextName() -> RecordName? {
        guard isWhole, !take(UInt8(ascii: "}")) else { return nil }
        _ = take(UInt8(ascii: ","))
        let name = name()
        if !take(UInt8(ascii: ":")) { fail() }
        return isWhole ? name : nil
    }

    private mutating func name() -> RecordName {
        let text = peek() == UInt8(ascii: "\"") ? bytes[(position + 1)..<end] : []
        let name = text.prefix { $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
        guard name.endIndex < text.endIndex, text[name.endIndex] == UInt8(ascii: "\"") else {
            return RecordName(Array(string().utf8))
        }
        position = name.endIndex + 1
        return RecordName(name)
    }

    mutating func number() -> Int64 {
        let isNegative = take(UInt8(ascii: "-"))
        guard (0x30...0x39).contains(peek()) else {
            fail()
            return 0
        }
        var number: Int64 = 0
        while position < end, (0x30...0x39).contains(bytes[position]) {
            let (ten, overflows) = number.multipliedReportingOverflow(by: 10)
            let digit = Int64(bytes[position] - 0x30)
            let (sum, isTooLarge) = ten.addingReportingOverflow(isNegative ? -digit : digit)
            guard !overflows, !isTooLarge else {
                fail()
                return 0
            }
            number = sum
            position += 1
        }
        return number
    }

    mutating func string() -> String {
        guard take(UInt8(ascii: "\"")) else {
            fail()
            return ""
        }
        let start = position
        while position < end {
            switch bytes[position] {
            case UInt8(ascii: "\""):
                position += 1
                return String(decoding: bytes[start..<(position - 1)], as: UTF8.self)
            case UInt8(ascii: "\\"): return escapedString(from: start)
            default: position += 1
            }
        }
        fail()
        return ""
    }

    private mutating func escapedString(from start: Int) -> String {
        var text = Array(bytes[start..<position])
        while position < end {
            let byte = bytes[position]
            position += 1
            switch byte {
            case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"):
                guard let scalar = escape() else {
                    fail()
                    return ""
                }
                text.append(contentsOf: Array(String(scalar).utf8))
            default: text.append(byte)
            }
        }
        fail()
        return ""
    }

    private mutating func escape() -> Unicode.Scalar? {
        guard position < end else { return nil }
        let byte = bytes[position]
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"):
            guard position + 4 <= end else { return nil }
            let digits = String(decoding: bytes[position..<(position + 4)], as: UTF8.self)
            position += 4
            return UInt32(digits, radix: 16).flatMap { Unicode.Scalar($0) }
        default: return nil
        }
    }

    /// Reads an array of pairs of strings.
    mutating func pairs() -> [(name: String, value: String)] {
        var pairs: [(name: String, value: String)] = []
        guard open("[") else { return [] }
        while isWhole, !take(UInt8(ascii: "]")) {
            _ = take(UInt8(ascii: ","))
            guard open("[") else { return [] }
            let name = string()
            if !take(UInt8(ascii: ",")) { fail() }
            let value = string()
            if !take(UInt8(ascii: "]")) { fail() }
            pairs.append((name, value))
        }
        return isWhole ? pairs : []
    }

    /// Skips a value of any type.
    mutating func skip() {
        switch peek() {
        case UInt8(ascii: "\""): _ = string()
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            position += 1
            depth += 1
            guard depth < 64 else { return fail() }
            while isWhole, !take(UInt8(ascii: "}")), !take(UInt8(ascii: "]")) {
                guard take(UInt8(ascii: ",")) || take(UInt8(ascii: ":")) || peek() != 0 else { return fail() }
                skip()
            }
            depth -= 1
        default:
            let start = position
            while position < end, !",:]} \n\t\r\"{[".utf8.contains(bytes[position]) { position += 1 }
            if position == start { fail() }
        }
    }
}
