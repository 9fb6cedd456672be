import Foundation
import ReactiveNetworking

/// A store in memory, which answers on the caller's thread without a producer between the two.
///
/// The cache uses these methods in place of the producers where a store has them. Each one does what the producer of
/// the same name promises.
package protocol DirectCacheStore: RecordStore, AnyObject {
    /// Returns the records of a URL that a request may see.
    func recordsNow(for key: CacheKey, in partitions: CachePartitions) -> [CacheRecord]

    /// Returns the pieces of a body, and marks its record as used; `nil` if the record is gone.
    func bodyNow(of record: CacheRecord) -> [Data]?

    /// Stores a record, like ``CacheWriter/commit(_:among:replacing:)``, and counts reserved bytes no more, whatever
    /// comes of it.
    func insertNow(
        _ metadata: CacheMetadata,
        _ body: [Data],
        for key: CacheKey,
        in partition: CachePartition,
        among partitions: [CachePartition],
        releasing reserved: Int,
        replacing choose: (_ current: [CacheRecord]) -> [CacheRecord]?
    ) throws(CacheStoreError) -> CacheRecord?

    /// Counts bytes of a response that is arriving; returns `false` if they do not fit beside those of others.
    func reserveNow(_ byteCount: Int) -> Bool

    /// Counts reserved bytes no more.
    func releaseNow(_ byteCount: Int)
}
