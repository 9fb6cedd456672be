/// The checksums of a file, computed while it is written.
///
/// A resumed download has bytes that were written before. They are read from the file, piece by piece.
struct FileChecksums: Sendable {
    private static let pieceByteCount = 256 * 1_024

    private let expected: ExpectedChecksums
    private var running: [RunningChecksum]
    /// The number of bytes, from the beginning of the file, that the checksums cover.
    private var byteCount: Int64 = 0

    init(_ expected: ExpectedChecksums) {
        self.expected = expected
        running = expected.algorithms.map(RunningChecksum.init)
    }

    /// Adds bytes that were written at an offset.
    mutating func add(_ data: Data, at offset: Int64, of file: PartialFile) throws(TransferError) {
        try reach(offset, of: file)
        update(data)
    }

    /// Returns the reason to reject the first `count` bytes of the file.
    mutating func rejection(
        of file: PartialFile,
        _ count: Int64
    ) throws(TransferError) -> ResponseValidationError.Reason? {
        try reach(count, of: file)
        return expected.rejection(of: running.map(\.checksum))
    }

    /// Covers exactly the first `count` bytes of the file. If some of the covered ones were replaced, it starts over.
    private mutating func reach(_ count: Int64, of file: PartialFile) throws(TransferError) {
        if byteCount > count { self = FileChecksums(expected) }
        while byteCount < count {
            update(try file.bytes(Int(min(Int64(Self.pieceByteCount), count - byteCount)), at: byteCount))
        }
    }

    private mutating func update(_ data: Data) {
        for index in running.indices { running[index].update(data) }
        byteCount += Int64(data.count)
    }
}
