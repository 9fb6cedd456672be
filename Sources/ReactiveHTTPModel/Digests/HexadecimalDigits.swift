extension UnsafeRawBufferPointer {
    /// The bytes in hexadecimal digits, two for each, in lower case.
    var hexadecimalDigits: String {
        // SAFETY: the text has room for two digits of each byte, and both are written.
        String(unsafeUninitializedCapacity: 2 * count) { text in
            for (index, byte) in enumerated() {
                text.initializeElement(at: 2 * index, to: UInt8(hexadecimalDigitOf: byte >> 4))
                text.initializeElement(at: 2 * index + 1, to: UInt8(hexadecimalDigitOf: byte & 15))
            }
            return 2 * count
        }
    }
}

extension Data {
    /// The bytes in hexadecimal digits, two for each, in lower case.
    package var hexadecimalDigits: String { withUnsafeBytes { $0.hexadecimalDigits } }
}

extension FixedWidthInteger where Self: UnsignedInteger {
    /// The number in hexadecimal digits, in lower case, with leading zeros.
    package var hexadecimalDigits: String { withUnsafeBytes(of: bigEndian) { $0.hexadecimalDigits } }
}

extension UInt8 {
    /// Creates the digit of a number below 16, in lower case.
    fileprivate init(hexadecimalDigitOf value: UInt8) {
        self = value + (value < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10)
    }
}
