import ReactiveHTTPModel

/// Reads the lines of a complete head or of complete trailers.
struct FieldReader {
    /// A field, as positions in the head.
    struct Field {
        /// A field that the parser interprets.
        enum Meaning {
            case length, coding, connection, keepAlive, other
        }

        var meaning: Meaning
        var name: Range<Int>
        /// The value on the first line, without blanks around it.
        var value: Range<Int>
        /// The lines that continue the value, with their ends.
        var continuation: Range<Int>
    }

    /// The number of the line that was read last, from 1.
    private(set) var lineNumber = 0
    private var position = 0

    /// Reads the next line, and checks that it has no bytes that no line may have.
    ///
    /// - Returns: The line without its end.
    mutating func nextLine(in head: Span<UInt8>) throws(Violation) -> Range<Int> {
        lineNumber += 1
        let start = position
        let lineFeed = head.firstIndex(of: .lineFeed, from: start) ?? head.count
        position = min(lineFeed + 1, head.count)
        let end = head.firstIndex(of: .carriageReturn, in: start..<lineFeed) ?? lineFeed
        guard end >= lineFeed - 1, head.firstIndex(of: 0, in: start..<end) == nil else { throw .control }
        return start..<end
    }

    /// Reads the next field.
    ///
    /// - Returns: The field, or `nil` at the empty line.
    mutating func next(in head: Span<UInt8>) throws(Violation) -> Field? {
        let line = try nextLine(in: head)
        guard !line.isEmpty else { return nil }
        guard !head[line.lowerBound].isBlank else { throw .leadingBlank }
        var colon = line.lowerBound
        while colon < line.upperBound, HTTP.isTokenByte(head[colon]) { colon += 1 }
        guard colon > line.lowerBound, colon < line.upperBound, head[colon] == UInt8(ascii: ":") else { throw .name }
        let name = line.lowerBound..<colon
        let meaning = Field.Meaning(of: head.extracting(name))
        let continuationStart = position
        while position < head.count, head[position].isBlank {
            _ = try nextLine(in: head)
            guard meaning == .other || meaning == .keepAlive else { throw .fold }
        }
        return Field(
            meaning: meaning,
            name: name,
            value: head.trimmed((colon + 1)..<line.upperBound),
            continuation: continuationStart..<position
        )
    }
}

extension FieldReader.Field.Meaning {
    fileprivate init(of name: Span<UInt8>) {
        self =
            switch name.count {
            case 10 where name.isSame(as: "connection"): .connection
            case 10 where name.isSame(as: "keep-alive"): .keepAlive
            case 14 where name.isSame(as: "content-length"): .length
            case 17 where name.isSame(as: "transfer-encoding"): .coding
            default: .other
            }
    }
}

extension FieldReader.Field {
    /// Returns the value, with each line end and the blanks around it replaced by one space (RFC 9112 §5.2).
    func text(in head: Span<UInt8>) -> String {
        var text = String(fieldText: head.extracting(value))
        guard !continuation.isEmpty else { return text }
        var position = continuation.lowerBound
        var spaces = ""
        while position < continuation.upperBound {
            let end = head.firstIndex(of: .lineFeed, from: position) ?? continuation.upperBound
            let part = head.trimmed(position..<end)
            spaces += " "
            if !part.isEmpty {
                text += (text.isEmpty ? "" : spaces) + String(fieldText: head.extracting(part))
                spaces = ""
            }
            position = end + 1
        }
        return text
    }
}

extension HTTP.Headers {
    /// Adds a field of a head or of trailers.
    mutating func add(_ field: FieldReader.Field, in lines: Span<UInt8>) {
        add(String(fieldText: lines.extracting(field.name)), field.text(in: lines))
    }
}

extension String {
    /// Creates the text of a part of a field: UTF-8, or Latin-1 if it is not valid UTF-8.
    init(fieldText bytes: Span<UInt8>) {
        self = bytes.withUnsafeBufferPointer { bytes in
            var union: UInt8 = 0
            for byte in bytes { union |= byte }
            guard union >= 0x80 else { return String(decoding: bytes, as: UTF8.self) }
            return String(validating: bytes, as: UTF8.self) ?? String(latin1: bytes)
        }
    }

    /// Creates a text from bytes of Latin-1, each of which is one scalar, and one or two bytes of UTF-8.
    private init(latin1 bytes: UnsafeBufferPointer<UInt8>) {
        let byteCount = bytes.reduce(into: 0) { $0 += $1 < 0x80 ? 1 : 2 }
        self.init(unsafeUninitializedCapacity: byteCount) { text in
            var end = 0
            for byte in bytes {
                if byte < 0x80 {
                    text[end] = byte
                    end += 1
                } else {
                    text[end] = 0xC0 | byte >> 6
                    text[end + 1] = 0x80 | byte & 0x3F
                    end += 2
                }
            }
            return end
        }
    }
}
