import ReactiveNetworking

/// The parser of JSON text sequences (RFC 7464).
///
/// A text ends at the next record separator, at the end of the body, or at the first LF behind a complete value, so
/// that the newest text need not wait for the next one.
struct SequenceParser: ElementParser {
    private enum Place {
        /// Before the first separator, or behind a text that an LF has ended.
        case outside
        case inside
    }

    private let limit: Int
    private var place = Place.outside
    private var text: [UInt8] = []
    private var hasSeparator = false
    private var scan = JSONScan()
    private var number = 0
    private var byteCount = 0

    init(limit: Int) {
        self.limit = limit
    }

    mutating func parse(_ bytes: UnsafeRawBufferPointer, into elements: inout [StreamElement]) throws(EventSourceError)
    {
        // The beginning of the part of the current text that is not copied yet.
        var start = 0
        for (offset, byte) in bytes.enumerated() {
            if byte == .recordSeparator {
                try copy(bytes, start..<offset)
                append(to: &elements)
                hasSeparator = true
                place = .inside
                byteCount += 1
                start = offset + 1
                continue
            }
            if place == .outside {
                if byte.isJSONSpace {
                    byteCount += offset + 1 - start
                    start = offset + 1
                    continue
                }
                place = .inside
                start = offset
            }
            scan.read(byte)
            if byte == .lineFeed, scan.isBetweenValues {
                try copy(bytes, start..<offset + 1)
                append(to: &elements)
                start = offset + 1
            }
        }
        if start < bytes.count { try copy(bytes, start..<bytes.count) }
    }

    mutating func finish(isWhole: Bool, into elements: inout [StreamElement]) {
        guard isWhole || scan.isWhole else { return }
        append(to: &elements)
    }

    private mutating func copy(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) throws(EventSourceError) {
        guard text.count + range.count <= limit else { throw .lineTooLong(limit: limit) }
        text += bytes[range]
        byteCount += range.count
    }

    private mutating func append(to elements: inout [StreamElement]) {
        defer {
            text.removeAll(keepingCapacity: text.capacity <= 64 << 10)
            scan = JSONScan()
            hasSeparator = false
            place = .outside
        }
        guard scan.hasBegun else { return }
        number += 1
        let defect: StreamElement.Defect? = hasSeparator ? (scan.isWhole ? nil : .truncated) : .withoutSeparator
        elements.append(StreamElement(data: Data(text), number: number, byteCount: byteCount, defect: defect))
        byteCount = 0
    }
}

/// As much of the grammar of JSON as tells where a value ends.
private struct JSONScan {
    private(set) var hasBegun = false
    private var isScalar = false
    private var depth = 0
    private var isInString = false
    private var isEscaped = false
    private var endsWithSpace = false

    /// A Boolean value that indicates whether no value is unfinished. A number or a name needs white space behind it.
    var isWhole: Bool { hasBegun && depth <= 0 && !isInString && (!isScalar || endsWithSpace) }

    /// A Boolean value that indicates whether a value is complete, and only white space followed.
    var isBetweenValues: Bool { isWhole && endsWithSpace }

    mutating func read(_ byte: UInt8) {
        if isInString {
            if isEscaped {
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if byte == UInt8(ascii: "\"") {
                isInString = false
            }
            return
        }
        endsWithSpace = byte.isJSONSpace
        guard !endsWithSpace else { return }
        switch byte {
        case UInt8(ascii: "\""): isInString = true
        case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
        default: if !hasBegun { isScalar = true }
        }
        hasBegun = true
    }
}

extension UInt8 {
    /// A Boolean value that indicates whether the byte is white space between the tokens of JSON.
    var isJSONSpace: Bool { self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09 }
}
