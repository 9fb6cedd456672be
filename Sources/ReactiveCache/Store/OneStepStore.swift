import Foundation
import ReactiveNetworking

/// A store on a disk, which reads a short body in the step in which it looks up its record, and sends all its results
/// on threads that an observer may block, so that one change of the thread is enough for an answer.
package protocol OneStepStore: RecordStore {
    /// Returns the records that ``CacheStore/records(for:in:)`` returns, and the body of one of them.
    ///
    /// - Parameters:
    ///   - key: The URL.
    ///   - partitions: The partitions.
    ///   - choose: Returns the record whose whole body is needed, which is marked as used, or `nil`. It runs on the
    ///     store's thread.
    /// - Returns: A producer of one value. A body that cannot be read is no failure; its record is returned without it.
    func records(
        for key: CacheKey,
        in partitions: [CachePartition],
        readingBodyOf choose: @escaping @Sendable ([CacheRecord]) -> CacheRecord?
    ) -> SignalProducer<StoreFinding, CacheStoreError>
}

/// The result of a look-up in a store.
package struct StoreFinding: Sendable {
    package let records: [CacheRecord]
    /// The record whose body was read, and the body.
    package var body: (record: CacheRecord, bytes: Data)?
}
