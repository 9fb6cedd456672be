import ReactiveNetworking

extension UnsafeRawBufferPointer {
    /// Returns the offset of the first `byte` in a part of the buffer, or the end of the part if there is none.
    ///
    /// SAFETY: the part is within the buffer, and no byte after it is read.
    @inline(__always)
    func offset(of byte: UInt8, in part: Range<Int>) -> Int {
        guard !part.isEmpty, let base = baseAddress,
            let found = memchr(base + part.lowerBound, Int32(byte), part.count)
        else { return part.upperBound }
        return UnsafeRawPointer(found) - base
    }

    /// Returns the offset of the first `byte` at or after `start`, or the end of the buffer if there is none.
    @inline(__always)
    func offset(of byte: UInt8, from start: Int) -> Int {
        start < count ? offset(of: byte, in: start..<count) : count
    }

    /// Returns the text of a part of the buffer. Each maximal part that is not UTF-8 becomes U+FFFD.
    @inline(__always)
    func text(_ range: Range<Int>) -> String {
        String(decoding: UnsafeRawBufferPointer(rebasing: self[range]), as: UTF8.self)
    }
}

extension UInt8 {
    static let recordSeparator: UInt8 = 0x1E
    static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
}

/// The byte order mark at the beginning of a stream, which is dropped.
struct ByteOrderMark: Sendable {
    private var matchedCount = 0
    private var isDecided = false

    /// Returns how many bytes to skip at the beginning of `bytes`, and the bytes before it that turn out to be text.
    mutating func skip(_ bytes: UnsafeRawBufferPointer) -> (count: Int, text: ArraySlice<UInt8>) {
        guard !isDecided else { return (0, []) }
        var count = 0
        while count < bytes.count, matchedCount < 3 {
            guard bytes[count] == UInt8.byteOrderMark[matchedCount] else {
                isDecided = true
                // The bytes of this buffer are read again from its beginning.
                return (0, UInt8.byteOrderMark.prefix(matchedCount - count))
            }
            matchedCount += 1
            count += 1
        }
        isDecided = matchedCount == 3
        return (count, [])
    }

    /// The bytes that turn out to be text because the stream has ended.
    var rest: ArraySlice<UInt8> { isDecided ? [] : UInt8.byteOrderMark.prefix(matchedCount) }
}
