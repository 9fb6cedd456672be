import ReactiveNetworking

/// Checks that bytes that arrive in pieces are UTF-8 (RFC 3629 §4), up to the first byte that cannot be.
struct UTF8Check: Sendable {
    /// The number of bytes that the current character lacks.
    private var missing = 0
    /// The bytes that may follow next, which the first byte of a character restricts.
    private var allowed: ClosedRange<UInt8> = 0x80...0xBF

    /// A Boolean value that indicates whether the last character is whole.
    var isComplete: Bool { missing == 0 }

    /// Takes the next bytes.
    ///
    /// - Returns: False if one of them is wrong where it stands.
    mutating func accept(_ bytes: Span<UInt8>) -> Bool {
        var index = 0
        while true {
            if missing == 0 { index = bytes.endOfASCII(from: index) }
            guard index < bytes.count else { return true }
            guard accept(bytes[index]) else { return false }
            index += 1
        }
    }

    /// Takes the next byte.
    ///
    /// - Returns: False if it is wrong where it stands.
    mutating func accept(_ byte: UInt8) -> Bool {
        guard missing > 0 else { return byte < 0x80 || begin(byte) }
        guard allowed.contains(byte) else { return false }
        allowed = 0x80...0xBF
        missing -= 1
        return true
    }

    /// Begins a character of several bytes. Overlong forms, surrogates and numbers above U+10FFFF are excluded by its
    /// second byte.
    private mutating func begin(_ byte: UInt8) -> Bool {
        switch byte {
        case 0xC2...0xDF: missing = 1
        case 0xE0...0xEF: missing = 2
        case 0xF0...0xF4: missing = 3
        default: return false
        }
        switch byte {
        case 0xE0: allowed = 0xA0...0xBF
        case 0xED: allowed = 0x80...0x9F
        case 0xF0: allowed = 0x90...0xBF
        case 0xF4: allowed = 0x80...0x8F
        default: allowed = 0x80...0xBF
        }
        return true
    }
}

extension Span<UInt8> {
    /// Returns the position of the first byte from `start` on that is not ASCII.
    fileprivate func endOfASCII(from start: Int) -> Int {
        var index = start
        withUnsafeBytes { bytes in
            let highBits: UInt64 = 0x8080_8080_8080_8080
            while index + 8 <= bytes.count {
                let word = bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                guard word & highBits == 0 else { return }
                index += 8
            }
        }
        while index < count, self[index] < 0x80 { index += 1 }
        return index
    }
}
