import ReactiveHTTPModel

extension UInt8 {
    package static let lineFeed: UInt8 = 0x0A
    package static let carriageReturn: UInt8 = 0x0D

    /// A Boolean value that indicates whether the byte is a space or a tab.
    var isBlank: Bool { self == 0x20 || self == 0x09 }

    fileprivate var isBlankOrLineEnd: Bool { isBlank || self == .lineFeed || self == .carriageReturn }

    package var isDigit: Bool { (0x30...0x39).contains(self) }

    /// The value of a hexadecimal digit.
    var hexadecimalValue: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}

extension Span<UInt8> {
    /// Returns the position of the first byte of that value from `start` on.
    func firstIndex(of byte: UInt8, from start: Int) -> Int? {
        start < count ? firstIndex(of: byte, in: start..<count) : nil
    }

    /// Returns the position of the first byte of that value in the range.
    func firstIndex(of byte: UInt8, in range: Range<Int>) -> Int? {
        extracting(range).withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress, let found = memchr(base, Int32(byte), bytes.count) else { return nil }
            return range.lowerBound + (UnsafeRawPointer(found) - base)
        }
    }

    /// Returns the positions from `start` on, at most `maxCount` of them, or `nil` if there are none.
    func range(from start: Int, atMost maxCount: Int64) -> Range<Int>? {
        guard start < count, maxCount > 0 else { return nil }
        return start..<(start + Int(Swift.min(maxCount, Int64(count - start))))
    }

    /// Returns the range without blanks and line ends around it.
    func trimmed(_ range: Range<Int>) -> Range<Int> {
        var start = range.lowerBound
        var end = range.upperBound
        while start < end, self[start].isBlankOrLineEnd { start += 1 }
        while start < end, self[end - 1].isBlankOrLineEnd { end -= 1 }
        return start..<end
    }

    /// Returns whether these bytes are a text in lower case, ignoring the case of ASCII letters.
    func isSame(as text: StaticString) -> Bool {
        guard count == text.utf8CodeUnitCount else { return false }
        for index in 0..<count where HTTP.lowercased(self[index]) != text.utf8Start[index] { return false }
        return true
    }
}

extension Int64 {
    /// Creates a number of decimal digits, or `nil` if they are anything else or too many.
    init?(digits: Span<UInt8>) {
        guard !digits.isEmpty else { return nil }
        var number: Int64 = 0
        for index in 0..<digits.count {
            guard digits[index].isDigit else { return nil }
            let (product, isTooLarge) = number.multipliedReportingOverflow(by: 10)
            let (sum, overflows) = product.addingReportingOverflow(Int64(digits[index] - 0x30))
            guard !isTooLarge, !overflows else { return nil }
            number = sum
        }
        self = number
    }
}

/// Reads the members of a list in a field's value, with empty ones (RFC 9110 §5.6.1).
struct ListReader {
    private var position = 0

    /// Returns the next member, without blanks around it, or `nil` after the last one.
    mutating func next(in value: Span<UInt8>) -> Range<Int>? {
        guard position <= value.count else { return nil }
        let end = value.firstIndex(of: UInt8(ascii: ","), from: position) ?? value.count
        defer { position = end + 1 }
        return value.trimmed(position..<end)
    }
}
