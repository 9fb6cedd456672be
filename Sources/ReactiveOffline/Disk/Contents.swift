import ReactiveNetworking

/// The records of a file, as far as they are right.
struct Contents: Sendable {
    var index = JournalIndex()
    /// The number of the last right record.
    var lastNumber: UInt64 = 0
    /// The offset behind the last record before the first wrong one.
    var end = Int64(Record.fileHeadByteCount)
    /// The size of the file.
    var byteCount: Int64 = 0
    /// The offset of the first wrong record that a right one follows.
    var damage: Int64?

    /// The bytes of a torn tail.
    var tornByteCount: Int64 { damage == nil ? byteCount - end : 0 }

    /// A Boolean value that indicates whether the file is too short for its head, so that it cannot have a record.
    var isHeadless: Bool { end == 0 }

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - seal: The seal.
    ///   - searches: Whether the right records behind a wrong one are read too.
    /// - Throws: An error if the file is not that of a journal, or not readable by this version.
    init(_ file: OpenFile, sealedBy seal: Seal?, searching searches: Bool) throws(JournalError) {
        var reader = try RecordReader(file, sealedBy: seal)
        byteCount = reader.byteCount
        var offset = Int64(Record.fileHeadByteCount)
        if try !reader.hasRightHead() {
            guard byteCount >= offset else {
                end = 0
                return
            }
            // Somebody else's file has no right record.
            guard let first = try reader.nextRight(behind: -1, after: 0) else { throw .notAJournal }
            damage = 0
            offset = first
            if !searches { return }
        }
        while true {
            let numbers = damage == nil ? (lastNumber + 1)...(lastNumber + 1) : (lastNumber + 1)...UInt64.max
            if let record = try reader.record(at: offset, numbers) {
                guard index.apply(record) else { throw .sealFailed(RequestError.Cause(UnreadableRecordError())) }
                lastNumber = record.number
                offset += record.byteCount
                if damage == nil { end = offset }
                continue
            }
            guard searches, offset < byteCount else { return }
            guard let next = try reader.nextRight(behind: offset, after: lastNumber) else { return }
            damage = damage ?? offset
            offset = next
        }
    }
}
