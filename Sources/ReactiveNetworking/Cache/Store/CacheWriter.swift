import Foundation

/// The receiver of a record that is being stored.
///
/// The cache starts one operation at a time, and the next one after the previous one has completed. A writer that is
/// released without a commit abandons what it holds, and so does a process that ends.
public protocol CacheWriter: Sendable {
    /// The bytes whose ``write(_:)`` has completed. The cache reads them while it goes on writing, for consumers that
    /// are slower than the transfer, and after the commit.
    var body: any CacheBody { get }

    /// Appends bytes to the body.
    ///
    /// - Parameter bytes: One piece, of any size.
    /// - Returns: A producer that completes when the next piece may follow. It fails, for example, if the medium is
    ///   full; the cache then abandons the writer.
    func write(_ bytes: Data) -> SignalProducer<Never, CacheStoreError>

    /// Makes the record visible, in one step with the removal of the records that it replaces.
    ///
    /// - Parameters:
    ///   - metadata: The metadata of the record.
    ///   - records: The records to remove. Those that are gone already are ignored.
    /// - Returns: A producer of the record. It fails with ``CacheStoreError/Kind/tooLarge`` if the record does not fit
    ///   into the budget, and leaves nothing then.
    func commit(
        _ metadata: CacheMetadata,
        replacing records: [CacheRecord]
    ) -> SignalProducer<CacheRecord, CacheStoreError>

    /// Frees what was written. It has no effect after a commit, and returns at once.
    func abandon()
}
