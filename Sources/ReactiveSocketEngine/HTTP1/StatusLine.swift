import ReactiveHTTPModel

/// The first line of a head.
struct StatusLine {
    /// The digit after `HTTP/1.`.
    let minorVersion: Int
    let status: Int

    /// Creates the values of a line that ``check(_:from:atMost:offset:)`` has accepted.
    init(_ head: Span<UInt8>) {
        let digit = { (byte: UInt8) in Int(byte) - Int(UInt8(ascii: "0")) }
        minorVersion = digit(head[7])
        status = digit(head[9]) * 100 + digit(head[10]) * 10 + digit(head[11])
    }

    /// Checks the bytes up to the one after the status. Each position allows certain bytes only, so that a server that
    /// does not speak HTTP is found out by its first bytes, even if it sends no line.
    ///
    /// - Parameters:
    ///   - bytes: The bytes that contain the next bytes of the line.
    ///   - start: The position of these bytes.
    ///   - maxCount: The number of bytes that may be checked.
    ///   - offset: The number of bytes of the line that were checked before.
    static func check(
        _ bytes: Span<UInt8>,
        from start: Int,
        atMost maxCount: Int,
        offset: Int
    ) throws(Violation) {
        guard offset < byteCount else { return }
        for index in 0..<min(byteCount - offset, bytes.count - start, maxCount) {
            let position = offset + index
            guard isAllowed(bytes[start + index], at: position) else { throw position < 8 ? .version : .status }
        }
    }

    /// The number of bytes with fixed positions.
    private static let byteCount = 13

    private static func isAllowed(_ byte: UInt8, at position: Int) -> Bool {
        switch position {
        case 0: byte == UInt8(ascii: "H")
        case 1, 2: byte == UInt8(ascii: "T")
        case 3: byte == UInt8(ascii: "P")
        case 4: byte == UInt8(ascii: "/")
        case 5: byte == UInt8(ascii: "1")
        case 6: byte == UInt8(ascii: ".")
        case 7, 10, 11: byte.isDigit
        case 8: byte == UInt8(ascii: " ")
        case 9: byte.isDigit && byte != UInt8(ascii: "0")
        default: byte == UInt8(ascii: " ") || byte == .carriageReturn || byte == .lineFeed
        }
    }
}
