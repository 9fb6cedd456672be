import ReactiveNetworking

/// The file of a long body: a prefix, and blocks of 64 KiB with a checksum each. The last block may be shorter.
///
/// | Offset | Bytes | Content |
/// |---|---|---|
/// | 0 | 8 | `RNBODY01`, which includes the version of the format |
/// | 8 | 8 | the number in the name of the file |
/// | 16 | 8 | the checksum of the 16 bytes before |
/// | 24 | | the blocks |
enum BodyBlocks {
    static let blockByteCount: Int64 = 64 * 1_024
    private static let magic = Data("RNBODY01".utf8)
    private static let prefixByteCount: Int64 = 24

    static func prefix(number: UInt64) -> Data {
        var writer = StoreBytesWriter()
        writer.write(number)
        var prefix = magic + writer.bytes
        prefix.appendChecksum(seed: number)
        return prefix
    }

    static func offset(ofBlock index: Int64) -> Int64 {
        prefixByteCount + index * (blockByteCount + Int64(StoreChecksum.byteCount))
    }

    /// Returns the size of the file with a body; `nil` if there is no such size.
    static func fileByteCount(ofBody byteCount: Int64) -> Int64? {
        let blockCount = byteCount / blockByteCount + (byteCount % blockByteCount == 0 ? 0 : 1)
        let (sums, sumsOverflow) = blockCount.multipliedReportingOverflow(by: Int64(StoreChecksum.byteCount))
        let (size, overflows) = byteCount.addingReportingOverflow(sums)
        let (total, totalOverflows) = size.addingReportingOverflow(prefixByteCount)
        return sumsOverflow || overflows || totalOverflows ? nil : total
    }

    /// Makes the checksums of a block depend on its place, so that blocks cannot be exchanged unnoticed.
    static func seed(number: UInt64, block index: Int64) -> UInt64 {
        number &+ (UInt64(bitPattern: index) &+ 1) &* 0xA076_1D64_78BD_642F
    }

    /// Fails unless a file of some size may have a body of another size.
    static func check(
        _ file: StoreFile,
        _ byteCount: Int64,
        number: UInt64,
        bodyByteCount: Int64
    ) throws(CacheStoreError) {
        guard byteCount == fileByteCount(ofBody: bodyByteCount) else {
            throw CacheStoreError(.corrupt, detail: "the body has another length")
        }
        guard try file.read(Int(prefixByteCount), at: 0) == prefix(number: number) else {
            throw CacheStoreError(.corrupt, detail: "the body has no valid beginning")
        }
    }

    /// Reads a block.
    static func read(
        _ index: Int64,
        of file: StoreFile,
        number: UInt64,
        bodyByteCount: Int64
    ) throws(CacheStoreError) -> Data {
        let start = index * blockByteCount
        return try read(start..<min(start + blockByteCount, bodyByteCount), of: file, number: number)
    }

    /// Reads all blocks into one piece of memory, for bodies that may be there as a whole.
    static func readAll(of file: StoreFile, number: UInt64, bodyByteCount: Int64) throws(CacheStoreError) -> Data {
        try read(0..<bodyByteCount, of: file, number: number)
    }

    /// Reads bytes from the beginning of a block to the end of one.
    private static func read(
        _ range: Range<Int64>,
        of file: StoreFile,
        number: UInt64
    ) throws(CacheStoreError) -> Data {
        let first = range.lowerBound / blockByteCount
        return try file.readChecked(
            range.count,
            inBlocksOf: Int(blockByteCount),
            at: offset(ofBlock: first)
        ) { index in
            seed(number: number, block: first + Int64(index))
        }
    }
}
