import ReactiveHTTPModel

/// Parses a body in chunks, without the trailers (RFC 9112 §7.1, EN21). It keeps no bytes.
struct ChunkedBody {
    /// A part of the body.
    enum Part {
        /// Positions of bytes of the body.
        case data(Range<Int>)
        /// The line of the last chunk has ended.
        case end
    }

    private enum State {
        case digits, blanks, extensions, lineFeed, data, dataReturn, dataLineFeed, end
    }

    private var state = State.digits
    private var digitCount = 0
    /// The size of the chunk, and then the number of its bytes that have not arrived.
    private var remaining: Int64 = 0
    private var lineByteCount = 0
    private var framingByteCount: Int64 = 0
    private var bodyByteCount: Int64 = 0

    /// Returns the next part.
    ///
    /// - Parameters:
    ///   - bytes: The bytes that contain it.
    ///   - position: The position of the next byte, which increases.
    /// - Returns: The part, or `nil` if more bytes are needed.
    mutating func next(in bytes: Span<UInt8>, at position: inout Int) throws(Violation) -> Part? {
        while state != .end {
            if state == .data {
                guard let range = bytes.range(from: position, atMost: remaining) else { return nil }
                position = range.upperBound
                remaining -= Int64(range.count)
                bodyByteCount += Int64(range.count)
                if remaining == 0 { state = .dataReturn }
                return .data(range)
            }
            guard position < bytes.count else { return nil }
            let byte = bytes[position]
            position += 1
            try count()
            try take(byte)
        }
        return .end
    }

    private mutating func count() throws(Violation) {
        framingByteCount += 1
        let (allowance, overflows) = bodyByteCount.multipliedReportingOverflow(by: 8)
        guard overflows || framingByteCount - 64 * 1_024 <= allowance else { throw .chunkFraming }
        guard state != .dataReturn, state != .dataLineFeed else { return }
        lineByteCount += 1
        guard lineByteCount <= 16 * 1_024 else { throw .chunkLineSize }
    }

    private mutating func take(_ byte: UInt8) throws(Violation) {
        switch state {
        case .digits:
            guard let digit = byte.hexadecimalValue else { return try takeAfterDigits(byte) }
            guard digitCount < 16, remaining <= Int64.max >> 4 else { throw .chunkSize }
            digitCount += 1
            remaining = remaining << 4 | Int64(digit)
        case .blanks:
            try takeAfterDigits(byte)
        case .extensions:
            if byte == .carriageReturn { state = .lineFeed }
            guard byte != .lineFeed, byte != 0 else { throw .chunkLine }
        case .lineFeed:
            guard byte == .lineFeed else { throw .chunkLine }
            state = remaining == 0 ? .end : .data
        case .dataReturn:
            guard byte == .carriageReturn else { throw .chunkEnd }
            state = .dataLineFeed
        case .dataLineFeed:
            guard byte == .lineFeed else { throw .chunkEnd }
            state = .digits
            digitCount = 0
            lineByteCount = 0
        case .data, .end:
            break
        }
    }

    private mutating func takeAfterDigits(_ byte: UInt8) throws(Violation) {
        guard digitCount > 0 else { throw .chunkSize }
        switch byte {
        case .carriageReturn: state = .lineFeed
        case UInt8(ascii: ";"): state = .extensions
        case .lineFeed, 0: throw .chunkLine
        default:
            guard byte.isBlank else { throw .chunkSize }
            state = .blanks
        }
    }
}
