import ReactiveHTTPModel

/// Finds the ends of heads and trailers, and enforces the limits on all of them together (EN22).
struct HeadScanner {
    /// The number of bytes that may still come.
    private(set) var room: Int
    private(set) var byteCount = 0
    /// The number of lines of the head or the trailers that were scanned last.
    private(set) var lineCountOfHead = 0
    private var lineCount = 0
    private var lineCountOfEarlierHeads = 0
    /// The number of bytes that an unfinished line has so far.
    private var lineByteCount = 0
    private var lineBeginsWithReturn = false

    private static let maxLineCount = 10_000

    init(maxByteCount: Int) {
        room = max(maxByteCount, 0)
    }

    /// Scans the next bytes.
    ///
    /// - Parameters:
    ///   - bytes: The bytes that contain them.
    ///   - start: The position of the first byte that was not scanned before.
    /// - Returns: The position after the empty line at the end of the head, or `nil` if it has not arrived.
    mutating func scan(_ bytes: Span<UInt8>, from start: Int) throws(Violation) -> Int? {
        var position = start
        while position < bytes.count {
            let lineFeed = bytes.firstIndex(of: .lineFeed, from: position)
            let end = lineFeed.map { $0 + 1 } ?? bytes.count
            let count = end - position
            guard count <= room else { throw .headSize }
            if lineByteCount == 0 { lineBeginsWithReturn = bytes[position] == .carriageReturn }
            room -= count
            byteCount += count
            lineByteCount += count
            position = end
            guard lineFeed != nil else { return nil }
            guard try endLine() else { continue }
            return end
        }
        return nil
    }

    /// Counts a line.
    ///
    /// - Returns: Whether it is empty.
    private mutating func endLine() throws(Violation) -> Bool {
        guard lineCount < Self.maxLineCount else { throw .lineCount }
        lineCount += 1
        let isEmpty = lineByteCount == 1 || lineByteCount == 2 && lineBeginsWithReturn
        lineByteCount = 0
        guard isEmpty else { return false }
        lineCountOfHead = lineCount - lineCountOfEarlierHeads
        lineCountOfEarlierHeads = lineCount
        return true
    }
}
