import ReactiveNetworking

/// Reads the records of a file one after the other, through a window that holds a part of the file.
struct RecordReader: ~Copyable {
    /// A right record: its length, checksum and number are as they must be.
    struct Found {
        let number: UInt64
        /// The kind, or `nil` for one that is skipped.
        let kind: Record.Kind?
        let offset: Int64
        let byteCount: Int64
        /// The bytes that the ranges refer to.
        let bytes: [UInt8]
        let text: Range<Int>
        let body: Range<Int>
    }

    let file: OpenFile
    let byteCount: Int64
    private let seal: Seal?
    private var window: [UInt8] = []
    private var start: Int64 = 0

    private static let windowByteCount = 1 << 20
    /// Nobody writes so many records.
    private static let lastNumber: UInt64 = 1 << 62

    private let windowByteCount: Int

    init(
        _ file: OpenFile,
        sealedBy seal: Seal?,
        windowByteCount: Int = Self.windowByteCount
    ) throws(JournalError) {
        self.file = file
        self.seal = seal
        self.windowByteCount = windowByteCount
        byteCount = try file.status().byteCount
    }

    /// Makes bytes of the file part of the window; returns the index of the first, or `nil` if the file ends before.
    private mutating func load(_ count: Int, at offset: Int64) throws(JournalError) -> Int? {
        guard offset >= 0, Int64(count) <= byteCount - offset else { return nil }
        if offset < start || offset + Int64(count) > start + Int64(window.count) {
            let wanted = min(Int64(max(count, windowByteCount)), byteCount - offset)
            window = try file.read(Int(wanted), at: offset)
            start = offset
            guard window.count >= count else { return nil }
        }
        return Int(offset - start)
    }

    /// Checks the beginning of the file.
    ///
    /// - Returns: `true` if it is right, and `false` if it is damaged.
    /// - Throws: ``JournalError/newerVersion(_:)``.
    mutating func hasRightHead() throws(JournalError) -> Bool {
        guard let index = try load(Record.fileHeadByteCount, at: 0),
            let version = Record.version(ofFileHead: Array(window[index..<(index + Record.fileHeadByteCount)]))
        else { return false }
        guard version == Record.version else { throw .newerVersion(Int(version)) }
        return true
    }

    /// Returns the size of the record at an offset whose length, checksum and number are right; `nil` if there is none.
    ///
    /// - Parameters:
    ///   - offset: The offset.
    ///   - numbers: The numbers that are right.
    private mutating func rightRecord(
        at offset: Int64,
        _ numbers: ClosedRange<UInt64>
    ) throws(JournalError) -> (index: Int, byteCount: Int, number: UInt64)? {
        guard let head = try load(Record.headByteCount, at: offset) else { return nil }
        let number = window.number(UInt64.self, at: head + 8)
        guard numbers.contains(number), number <= Self.lastNumber else { return nil }
        let payloadByteCount = Int(window.number(UInt32.self, at: head + 4))
        guard payloadByteCount <= Record.maxPayloadByteCount else { return nil }
        let count = Record.headByteCount + payloadByteCount
        guard let index = try load(count, at: offset) else { return nil }
        let sum = CRC32C.checksum(window[(index + 4)..<(index + count)])
        return sum == window.number(UInt32.self, at: index) ? (index, count, number) : nil
    }

    /// Returns the right record at an offset, or `nil` if there is none.
    ///
    /// - Throws: ``JournalError/newerVersion(_:)`` for an unknown kind, or an error of the seal.
    mutating func record(at offset: Int64, _ numbers: ClosedRange<UInt64>) throws(JournalError) -> Found? {
        guard let (index, count, number) = try rightRecord(at: offset, numbers) else { return nil }
        let rawKind = window[index + 16]
        let kind = Record.Kind(rawValue: rawKind)
        guard kind != nil || rawKind >= 128 else { throw .newerVersion(Int(Record.version)) }
        var bytes = window
        var payload = (index + Record.headByteCount)..<(index + count)
        if kind == nil {
            payload = payload.lowerBound..<payload.lowerBound
        } else if let seal {
            do {
                let sealed = Data(window[payload])
                bytes = try Array(seal.open(sealed, Record.context(number, rawKind)))
                payload = 0..<bytes.count
            } catch {
                throw .sealFailed(RequestError.Cause(error))
            }
        }
        var text = payload
        if kind != nil {
            guard payload.count >= 4, bytes.number(UInt32.self, at: payload.lowerBound) <= payload.count - 4 else {
                throw .sealFailed(RequestError.Cause(UnreadableRecordError()))
            }
            let start = payload.lowerBound + 4
            text = start..<(start + Int(bytes.number(UInt32.self, at: payload.lowerBound)))
        }
        return Found(
            number: number,
            kind: kind,
            offset: offset,
            byteCount: Int64(count),
            bytes: bytes,
            text: text,
            body: text.upperBound..<payload.upperBound
        )
    }

    /// Returns the offset of the first right record behind a wrong one, or `nil` if there is none.
    mutating func nextRight(behind offset: Int64, after number: UInt64) throws(JournalError) -> Int64? {
        // No record is shorter than its head, which limits the numbers that may follow.
        let last = number &+ UInt64(max(0, byteCount - offset)) / UInt64(Record.headByteCount) &+ 1
        guard last > number else { return nil }
        let numbers = (number + 1)...last
        // Behind a right length is the record with the number after next, and the body between the two is passed over.
        if let index = try load(Record.headByteCount, at: offset) {
            let next = offset + Int64(Record.headByteCount) + Int64(window.number(UInt32.self, at: index + 4))
            if next > offset, try rightRecord(at: next, (number + 2)...(number + 2)) != nil { return next }
        }
        var candidate = offset + 1
        while candidate + Int64(Record.headByteCount) <= byteCount {
            if try rightRecord(at: candidate, numbers) != nil { return candidate }
            candidate += 1
        }
        return nil
    }
}
