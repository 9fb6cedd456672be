import ReactiveNetworking

/// A line, or a text of a sequence, as bytes.
struct StreamElement: Sendable, Hashable {
    /// A defect that needs no decoding.
    enum Defect: String, Sendable, Hashable {
        case truncated = "the text is truncated"
        case withoutSeparator = "the text does not begin with a record separator"
    }

    var data: Data
    /// The number of the line or text, from 1.
    var number: Int
    /// The number of bytes since the element before.
    var byteCount: Int
    var defect: Defect?
}

/// A parser that divides bytes into elements. The result does not depend on how the bytes are divided.
protocol ElementParser: StreamParser where Part == StreamElement {}

extension ElementParser {
    mutating func beginBody() {}

    static func byteCount(of part: StreamElement) -> Int { part.byteCount }
}

/// The parser of lines that end with LF or CR LF (L2).
struct LineParser: ElementParser {
    private let limit: Int
    private var mark = ByteOrderMark()
    private var line: [UInt8] = []
    private var number = 0
    private var byteCount = 0

    init(limit: Int) {
        self.limit = limit
    }

    mutating func parse(_ bytes: UnsafeRawBufferPointer, into elements: inout [StreamElement]) throws(EventSourceError)
    {
        let (skipped, text) = mark.skip(bytes)
        line += text
        byteCount += skipped
        var start = skipped
        while start < bytes.count {
            let end = bytes.offset(of: .lineFeed, from: start)
            let rest = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
            let hasReturn = (rest.last ?? line.last) == .carriageReturn
            guard line.count + rest.count - (hasReturn ? 1 : 0) <= limit else { throw .lineTooLong(limit: limit) }
            guard end < bytes.count else {
                line += rest
                byteCount += rest.count
                return
            }
            byteCount += rest.count + 1
            append(rest, hasReturn, &elements)
            start = end + 1
        }
    }

    mutating func finish(isWhole: Bool, into elements: inout [StreamElement]) throws(EventSourceError) {
        line += mark.rest
        guard isWhole, !line.isEmpty else { return }
        // A CR that no LF follows belongs to the line.
        guard line.count <= limit else { throw .lineTooLong(limit: limit) }
        append(UnsafeRawBufferPointer(start: nil, count: 0), false, &elements)
    }

    private mutating func append(_ rest: UnsafeRawBufferPointer, _ hasReturn: Bool, _ elements: inout [StreamElement]) {
        number += 1
        var data: Data
        if line.isEmpty {
            data = Data(rest.dropLast(hasReturn ? 1 : 0))
        } else {
            line += rest
            data = Data(line.dropLast(hasReturn ? 1 : 0))
            line.removeAll(keepingCapacity: line.capacity <= 64 << 10)
        }
        elements.append(StreamElement(data: data, number: number, byteCount: byteCount))
        byteCount = 0
    }
}
