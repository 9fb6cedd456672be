import Foundation

/// A store in memory, which answers on the caller's thread without a producer between the two.
///
/// The cache uses these methods in place of the producers where a store has them. Each one does what the producer of
/// the same name promises.
package protocol DirectCacheStore: CacheStore {
    /// Returns the records of a URL that belong to one partition.
    func recordsNow(for key: CacheKey, in partition: CachePartition) -> [CacheRecord]

    /// Returns the pieces of a body, and marks its record as used; `nil` if the record is gone.
    func bodyNow(of record: CacheRecord) -> [Data]?

    /// Stores a record, like ``CacheWriter/commit(_:among:replacing:)``.
    func insertNow(
        _ metadata: CacheMetadata,
        _ body: [Data],
        for key: CacheKey,
        in partition: CachePartition,
        among partitions: [CachePartition],
        replacing choose: (_ present: [CacheRecord]) -> [CacheRecord]?
    ) throws(CacheStoreError) -> CacheRecord?

    /// Begins a record whose bytes count against the budget from their arrival.
    func writerNow(
        for key: CacheKey,
        in partition: CachePartition,
        expecting byteCount: Int64?
    ) throws(CacheStoreError) -> any DirectCacheWriter
}

/// A writer in memory, which answers on the caller's thread.
///
/// Each of its methods does what the producer of the same name promises.
package protocol DirectCacheWriter: CacheWriter {
    /// Appends bytes to the body. The writer copies small pieces, and joins them.
    func writeNow(_ bytes: Data) throws(CacheStoreError)

    /// Returns bytes that were written, one byte up to all bytes of the range, from its beginning.
    func bytesNow(in range: Range<Int64>) throws(CacheStoreError) -> Data

    /// Makes the record visible.
    func commitNow(
        _ metadata: CacheMetadata,
        among partitions: [CachePartition],
        replacing choose: (_ present: [CacheRecord]) -> [CacheRecord]?
    ) throws(CacheStoreError) -> CacheRecord?
}
