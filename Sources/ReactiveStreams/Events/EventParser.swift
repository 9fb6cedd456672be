import ReactiveNetworking

/// The parser of `text/event-stream`, as the HTML standard defines it: bytes in, events out.
///
/// The result does not depend on how the bytes are divided. A line within one piece is never copied, apart from the
/// text that it becomes.
struct EventParser: StreamParser {
    /// A part of the stream that is delivered.
    enum Item: Sendable, Hashable {
        case event(ServerSentEvent)
        case comment(String)
    }

    /// An item, and the number of bytes that it took, without what is not delivered.
    struct Parsed: Sendable {
        var item: Item
        var byteCount: Int
        /// The number of the event, from 1, or of events before the comment.
        var number: Int
    }

    struct Limits: Sendable {
        var lineByteCount = 1 << 20
        var eventByteCount = 8 << 20
    }

    static let maxCommentByteCount = 1_024
    /// A capacity of the buffers that is kept from one event to the next.
    private static let keptByteCount = 64 << 10

    private(set) var position: StreamPosition
    private let limits: Limits
    private let wantsComments: Bool
    private var mark = ByteOrderMark()
    private var isAfterReturn = false
    /// The beginning of a line whose end has not arrived.
    private var line: [UInt8] = []
    private var type = ""
    private var id: String
    private var hasNewID = false
    private var hasData = false
    /// The value of the only `data` field so far, if it is in the current piece.
    private var ownData: Range<Int>?
    private var data: [UInt8] = []
    private var byteCount = 0
    /// The value of ``byteCount`` before the current line.
    private var byteCountBefore = 0
    /// A Boolean value that indicates whether the last line was a comment that nobody wants.
    private var isPassedOver = false

    init(lastEventID: String = "", limits: Limits = Limits(), wantsComments: Bool = true) {
        position = StreamPosition(lastEventID: lastEventID)
        self.limits = limits
        self.wantsComments = wantsComments
        id = lastEventID
    }

    /// Forgets what is unfinished, because the body has ended and another one follows (E6).
    mutating func beginBody() {
        var next = EventParser(lastEventID: position.lastEventID, limits: limits, wantsComments: wantsComments)
        next.position = position
        self = next
    }

    mutating func finish(isWhole: Bool, into items: inout [Parsed]) {}

    static func byteCount(of part: Parsed) -> Int { part.byteCount }

    /// Parses the next bytes, and appends what they complete.
    ///
    /// - Throws: ``EventSourceError/lineTooLong(limit:)``. What precedes the line has been appended.
    mutating func parse(_ bytes: UnsafeRawBufferPointer, into items: inout [Parsed]) throws(EventSourceError) {
        let (skipped, text) = mark.skip(bytes)
        line += text
        var start = skipped
        byteCount += start
        if isAfterReturn, start < bytes.count {
            isAfterReturn = false
            if bytes[start] == .lineFeed {
                start += 1
                if !isPassedOver { byteCount += 1 }
                byteCountBefore = byteCount
            }
        }
        var feed = bytes.offset(of: .lineFeed, from: start)
        var carriage = bytes.offset(of: .carriageReturn, from: start)
        while start < bytes.count {
            let end = min(feed, carriage)
            guard line.count + end - start <= limits.lineByteCount else {
                throw .lineTooLong(limit: limits.lineByteCount)
            }
            guard end < bytes.count else { break }
            var next = end + 1
            if end == carriage {
                if next == bytes.count { isAfterReturn = true } else if bytes[next] == .lineFeed { next += 1 }
                carriage = bytes.offset(of: .carriageReturn, from: next)
            }
            byteCount += next - start
            isPassedOver = false
            try readLine(bytes, start..<end, into: &items)
            byteCountBefore = byteCount
            start = next
            if feed < next { feed = bytes.offset(of: .lineFeed, from: next) }
        }
        byteCount += bytes.count - start
        if start < bytes.count { line += bytes[start...] }
        if let own = ownData {
            data += bytes[own]
            ownData = nil
        }
    }

    private mutating func readLine(
        _ bytes: UnsafeRawBufferPointer,
        _ range: Range<Int>,
        into items: inout [Parsed]
    ) throws(EventSourceError) {
        guard !line.isEmpty else { return try read(bytes, range, isOwn: true, into: &items) }
        line += bytes[range]
        if let own = ownData {
            data += bytes[own]
            ownData = nil
        }
        var whole: [UInt8] = []
        swap(&whole, &line)
        defer {
            whole.removeAll(keepingCapacity: whole.capacity <= Self.keptByteCount)
            swap(&whole, &line)
        }
        let failure = whole.withUnsafeBytes { bytes -> EventSourceError? in
            do throws(EventSourceError) {
                try read(bytes, 0..<bytes.count, isOwn: false, into: &items)
                return nil
            } catch {
                return error
            }
        }
        if let failure { throw failure }
    }

    /// Reads a line without its end.
    ///
    /// - Parameter isOwn: Whether the bytes are those of the current piece.
    private mutating func read(
        _ bytes: UnsafeRawBufferPointer,
        _ range: Range<Int>,
        isOwn: Bool,
        into items: inout [Parsed]
    ) throws(EventSourceError) {
        guard let first = range.first else { return dispatch(bytes, into: &items) }
        if bytes[first] == UInt8(ascii: ":") { return readComment(bytes, range, into: &items) }
        let isData = range.count > 4 && bytes[first + 4] == UInt8(ascii: ":") && Field.isData(bytes, at: first)
        let colon = isData ? first + 4 : bytes.offset(of: UInt8(ascii: ":"), in: first..<range.upperBound)
        var begin = min(colon + 1, range.upperBound)
        if begin < range.upperBound, bytes[begin] == UInt8(ascii: " ") { begin += 1 }
        let value = begin..<range.upperBound
        switch isData ? .data : Field(bytes, first..<colon) {
        case .data: try append(bytes, value, isOwn: isOwn)
        case .event: type = bytes.text(value)
        case .id:
            guard bytes.offset(of: 0, in: value) == value.upperBound else { return }
            id = bytes.text(value)
            hasNewID = true
        case .retry: if let time = Self.time(bytes, value) { position.reconnectionTime = time }
        case nil: break
        }
    }

    private mutating func append(
        _ bytes: UnsafeRawBufferPointer,
        _ value: Range<Int>,
        isOwn: Bool
    ) throws(EventSourceError) {
        if !hasData, isOwn {
            guard value.count <= limits.eventByteCount else { throw .lineTooLong(limit: limits.eventByteCount) }
            ownData = value
        } else {
            if let own = ownData {
                data += bytes[own]
                ownData = nil
            }
            let count = data.count + value.count + (hasData ? 1 : 0)
            guard count <= limits.eventByteCount else { throw .lineTooLong(limit: limits.eventByteCount) }
            if hasData { data.append(.lineFeed) }
            data += bytes[value]
        }
        hasData = true
    }

    private mutating func dispatch(_ bytes: UnsafeRawBufferPointer, into items: inout [Parsed]) {
        if hasNewID {
            position.lastEventID = id
            position.idCount += 1
            hasNewID = false
        }
        defer {
            if !type.isEmpty { type = "" }
        }
        guard hasData else {
            // Nothing of these bytes waits for the consumer.
            byteCount = 0
            return
        }
        let text: String
        if let own = ownData {
            text = bytes.text(own)
            ownData = nil
        } else {
            text = String(decoding: data, as: UTF8.self)
            data.removeAll(keepingCapacity: data.capacity <= Self.keptByteCount)
        }
        hasData = false
        let event = ServerSentEvent(type: type.isEmpty ? "message" : type, data: text, id: id)
        position.eventCount += 1
        items.append(Parsed(item: .event(event), byteCount: byteCount, number: position.eventCount))
        byteCount = 0
    }

    private mutating func readComment(
        _ bytes: UnsafeRawBufferPointer,
        _ range: Range<Int>,
        into items: inout [Parsed]
    ) {
        guard wantsComments else {
            byteCount = byteCountBefore
            isPassedOver = true
            return
        }
        var begin = range.lowerBound + 1
        if begin < range.upperBound, bytes[begin] == UInt8(ascii: " ") { begin += 1 }
        var end = range.upperBound
        if end - begin > Self.maxCommentByteCount {
            end = begin + Self.maxCommentByteCount
            // No character is cut in two.
            while end > begin, bytes[end] & 0xC0 == 0x80, begin + Self.maxCommentByteCount - end < 3 { end -= 1 }
        }
        items.append(Parsed(item: .comment(bytes.text(begin..<end)), byteCount: byteCount, number: position.eventCount))
        byteCount = 0
    }

    /// Returns the reconnection time that a value of ASCII digits means, or `nil` for any other value (E4).
    private static func time(_ bytes: UnsafeRawBufferPointer, _ value: Range<Int>) -> Duration? {
        guard !value.isEmpty else { return nil }
        let limit = 3_600_000
        var milliseconds = 0
        for offset in value {
            guard case UInt8(ascii: "0")...UInt8(ascii: "9") = bytes[offset] else { return nil }
            milliseconds = min(milliseconds * 10 + Int(bytes[offset] - UInt8(ascii: "0")), limit)
        }
        return .milliseconds(max(milliseconds, 100))
    }
}

/// The fields that have a meaning.
private enum Field {
    case data, event, id, retry

    /// The name of the most frequent field as a word.
    private static let dataWord = UInt32(littleEndian: 0x6174_6164)

    /// Returns whether `data` stands at an offset, which three more bytes follow.
    @inline(__always)
    static func isData(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Bool {
        bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self) == dataWord
    }

    @inline(__always)
    init?(_ bytes: UnsafeRawBufferPointer, _ name: Range<Int>) {
        switch name.count {
        case 4 where Self.equal(bytes, name, "data"): self = .data
        case 5 where Self.equal(bytes, name, "event"): self = .event
        case 2 where Self.equal(bytes, name, "id"): self = .id
        case 5 where Self.equal(bytes, name, "retry"): self = .retry
        default: return nil
        }
    }

    @inline(__always)
    private static func equal(_ bytes: UnsafeRawBufferPointer, _ name: Range<Int>, _ text: StaticString) -> Bool {
        // SAFETY: the callers compare names of the length of the text, within the buffer.
        guard let base = bytes.baseAddress else { return false }
        return memcmp(base + name.lowerBound, text.utf8Start, text.utf8CodeUnitCount) == 0
    }
}
