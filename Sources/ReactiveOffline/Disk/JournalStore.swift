import ReactiveNetworking

/// The open files of a journal. It blocks, and belongs to the journal's thread.
struct JournalStore: Sendable {
    static let fileName = "journal"
    static let newFileName = "journal.new"
    static let lockName = "lock"

    let folder: Folder
    let bodies: BodyFolder
    private let lock: OpenFile
    private let seal: Seal?
    private(set) var file: OpenFile
    /// The bytes of the file that are right.
    private(set) var byteCount: Int64
    /// The number of the last record.
    private(set) var lastNumber: UInt64
    /// The failure after which nothing can be written any more.
    private(set) var failure: JournalError?
    /// A Boolean value that indicates whether bytes were written that are not known to be on the disk.
    private var isDirty = false
    /// The size before which the file is not written anew, because that has failed.
    private var nextCompaction: Int64 = 0

    init(
        folder: Folder,
        bodies: BodyFolder,
        lock: OpenFile,
        seal: Seal?,
        file: OpenFile,
        byteCount: Int64,
        lastNumber: UInt64
    ) {
        self.folder = folder
        self.bodies = bodies
        self.lock = lock
        self.seal = seal
        self.file = file
        self.byteCount = byteCount
        self.lastNumber = lastNumber
    }

    /// Returns an empty batch of the records that follow.
    var batch: RecordBatch { RecordBatch(after: lastNumber, sealedBy: seal) }

    /// Writes records behind the others; returns the offset of the first.
    ///
    /// - Throws: An error after which the file is as before, or the journal has failed.
    mutating func append(_ batch: RecordBatch) throws(JournalError) -> Int64 {
        if let failure { throw failure }
        let offset = byteCount
        do throws(JournalError) {
            try file.write(batch.bytes, at: offset)
        } catch {
            do throws(JournalError) {
                try file.truncate(to: offset)
            } catch let second {
                failure = second
            }
            throw error
        }
        byteCount += Int64(batch.bytes.count)
        lastNumber = batch.number
        isDirty = true
        return offset
    }

    /// Waits until everything that was written is on the disk.
    mutating func synchronize() throws(JournalError) {
        if let failure { throw failure }
        guard isDirty else { return }
        do throws(JournalError) {
            try file.synchronize()
            isDirty = false
        } catch {
            // The pages may be gone, so a second call could succeed without them (J13).
            failure = error
            throw error
        }
    }

    /// Notes a failure of another file after which nothing can be relied on.
    mutating func fail(_ error: JournalError) { failure = failure ?? error }

    /// Reads the record of an entry again.
    func recipe(of item: JournalIndex.Item) throws(JournalError) -> (recipe: Recipe, body: Data) {
        try Self.recipe(of: item, in: file, sealedBy: seal)
    }

    private static func recipe(
        of item: JournalIndex.Item,
        in file: OpenFile,
        sealedBy seal: Seal?
    ) throws(JournalError) -> (recipe: Recipe, body: Data) {
        var reader = try RecordReader(file, sealedBy: seal, windowByteCount: Int(item.byteCount))
        var recipe = Recipe()
        guard let record = try reader.record(at: item.offset, item.number...item.number), record.kind == .added else {
            throw .io(call: "pread", path: file.path, code: EIO)
        }
        var text = RecordTextReader(record.bytes, record.text)
        guard recipe.read(&text) else { throw .sealFailed(RequestError.Cause(UnreadableRecordError())) }
        return (recipe, Data(record.bytes[record.body]))
    }
}

// Compaction (J14).
extension JournalStore {
    static let wasteByteCount: Int64 = 1 << 20

    /// Returns whether entries that have ended make up enough of the file to write it anew.
    func isWasteful(_ index: JournalIndex) -> Bool {
        let waste = byteCount - Int64(Record.fileHeadByteCount) - index.recordByteCount
        return failure == nil && waste >= Self.wasteByteCount && 2 * waste >= byteCount && byteCount >= nextCompaction
    }

    /// Writes the file anew with the entries of an index alone, whose places are brought up to date.
    ///
    /// - Throws: An error after which the old file is in use, or the journal has failed.
    mutating func compact(_ index: inout JournalIndex) throws(JournalError) {
        if let failure { throw failure }
        // A disk that is full would otherwise be asked at each end of an entry.
        nextCompaction = byteCount + Self.wasteByteCount
        let draft = try Draft(in: folder, sealedBy: seal)
        var new = index
        do throws(JournalError) {
            var draft = draft
            for item in index.items { try draft.add(item, from: file, to: &new) }
            // The highest number that was used, so that none is used twice.
            if index[index.lastID] == nil, index.lastID > 0 { try draft.note(index.lastID) }
            try draft.flush()
            (byteCount, lastNumber) = (draft.byteCount, draft.number)
        } catch {
            try? folder.remove(Self.newFileName)
            throw error
        }
        do throws(JournalError) {
            try draft.file.synchronize()
            file = try Self.publish(in: folder)
        } catch {
            failure = error
            throw error
        }
        isDirty = false
        nextCompaction = 0
        index = new
    }

    /// A file that is written under another name.
    private struct Draft {
        let file: OpenFile
        private let seal: Seal?
        private var batch: RecordBatch
        private var written: Int64 = 0

        var byteCount: Int64 { written + Int64(batch.bytes.count) }
        var number: UInt64 { batch.number }

        init(in folder: Folder, sealedBy seal: Seal?) throws(JournalError) {
            file = try folder.creatingFile(newFileName, .replacing)
            self.seal = seal
            batch = RecordBatch(after: 0, sealedBy: seal)
            try file.write(Record.fileHead, at: 0)
            written = Int64(Record.fileHeadByteCount)
        }

        mutating func add(
            _ item: JournalIndex.Item,
            from old: OpenFile,
            to index: inout JournalIndex
        ) throws(JournalError) {
            let (recipe, body) = try JournalStore.recipe(of: item, in: old, sealedBy: seal)
            let range = try batch.add(recipe, body: body)
            let offset = written + Int64(range.lowerBound)
            let number = batch.number
            index.update(item.entry.id) { item in
                (item.offset, item.byteCount, item.number) = (offset, Int64(range.count), number)
            }
            var change = Record.Change(id: item.entry.id, attempts: item.entry.attempts)
            if case .parked(let reason) = item.recordedState { change.reason = reason }
            if change.attempts > 0 || change.reason != nil { try batch.add(.kept, change) }
            if item.hasBegun { try batch.add(.begun, change) }
            if batch.bytes.count >= 1 << 20 { try flush() }
        }

        mutating func note(_ id: UInt64) throws(JournalError) {
            try batch.add(.ended, Record.Change(id: id), end: .delivered)
        }

        mutating func flush() throws(JournalError) {
            guard !batch.bytes.isEmpty else { return }
            try file.write(batch.bytes, at: written)
            written += Int64(batch.bytes.count)
            batch = RecordBatch(after: batch.number, sealedBy: seal)
        }
    }
}

extension JournalIndex.Item {
    /// The reason for which an entry is parked that may have arrived.
    static let uncertainty = "it may have been sent before"

    /// A Boolean value that indicates whether the request may have arrived, and is not idempotent.
    var isUncertain: Bool { hasBegun && !isIdempotent }

    /// The state that the records say. An entry that is parked for what was found on opening waits by its records.
    var recordedState: RequestJournal.Entry.State { isParkedByOpening ? .waiting : entry.state }
}
