import Foundation
import ReactiveNetworking

/// The interface of a store.
///
/// A store knows nothing about HTTP: it keeps records, which are ``CacheMetadata`` and a body, under a ``CacheKey``
/// and a ``CachePartition``. The cache decides which record answers a request, which records a new one replaces, and
/// when a record is out of date.
///
/// A store follows these rules:
/// - Its producers are cold, end with one value and `completed`, or fail. They may do so at once, on the caller's
///   thread, if nothing blocks; what blocks, such as a file, is left to a thread of the store.
/// - It is safe for concurrent use. Its changes take effect in the order of their starts: a removal also removes the
///   record of a commit that began before.
/// - A look-up waits for no change and for no other process. It returns the records of commits that completed before it
///   began. Removals and updates that began before it have taken effect for it. They keep this effect in the process
///   even if they fail.
/// - A disposed start of a change may or may not take effect; it never takes half effect.
/// - A record is visible from the moment at which its commit completes, and whole. No other record, and no other
///   process, ever sees a part of it.
/// - Heads, bodies, and the overhead of both stay within the store's budget. The store evicts the least recently used
///   records; ``body(of:)`` counts as a use. A body that is being read is read to its end.
/// - It holds no lock while it sends an event.
///
/// A failure of a store never fails a request. The cache passes a request on if the store fails or does not answer in
/// time, and removes a record that fails with ``CacheStoreError/Kind/corrupt``.
package protocol RecordStore: CacheStore {
    /// The largest body that one record may have, in bytes: an eighth of the store's budget. The cache abandons a
    /// response that grows beyond it.
    var maxBodyByteCount: Int64 { get }

    /// A signal of evictions, corrupt records, and the store's size. Events arrive on any thread, one at a time.
    ///
    /// The default implementation reports nothing.
    var reports: Signal<CacheStoreReport, Never> { get }

    /// Returns at least 16 random bytes that are made once for each store and kept as long as its records.
    ///
    /// The cache mixes them into the digests that keep the responses of different identities apart, so that the
    /// digests tell nobody the credentials. Processes that share a store receive equal bytes.
    ///
    /// - Returns: A producer of the bytes.
    func salt() -> SignalProducer<Data, CacheStoreError>

    /// Returns the records of a URL that belong to any of several partitions, without their bodies.
    ///
    /// - Parameters:
    ///   - key: The URL.
    ///   - partitions: The partitions, at most three.
    /// - Returns: A producer of one array, in any order, which is empty if there is no such record. A record that
    ///   cannot be read is left out, removed, and reported.
    func records(
        for key: CacheKey,
        in partitions: [CachePartition]
    ) -> SignalProducer<[CacheRecord], CacheStoreError>

    /// Opens the body of a record, and marks the record as used.
    ///
    /// - Parameter record: A record that ``records(for:in:)``, a commit, or an update returned.
    /// - Returns: A producer of the body. It fails with ``CacheStoreError/Kind/missing`` if the record is gone, and
    ///   with ``CacheStoreError/Kind/corrupt`` if it cannot be the record's.
    func body(of record: CacheRecord) -> SignalProducer<any CacheBody, CacheStoreError>

    /// Begins a record.
    ///
    /// - Parameters:
    ///   - key: The URL.
    ///   - partition: The partition.
    ///   - byteCount: The size of the body that the response announces, or `nil` if it does not. It may be wrong.
    /// - Returns: A producer of the writer.
    func writer(
        for key: CacheKey,
        in partition: CachePartition,
        expecting byteCount: Int64?
    ) -> SignalProducer<any CacheWriter, CacheStoreError>

    /// Replaces the metadata of a record, and keeps its body, its identifier, and its place in the order of use.
    ///
    /// - Parameters:
    ///   - record: The record.
    ///   - metadata: The new metadata.
    /// - Returns: A producer of the changed record, or of `nil` if the record is gone.
    func update(
        _ record: CacheRecord,
        with metadata: CacheMetadata
    ) -> SignalProducer<CacheRecord?, CacheStoreError>

    /// Removes single records. Those that are gone already are ignored.
    ///
    /// - Parameter records: The records.
    /// - Returns: A producer of the number of removed records.
    func remove(_ records: [CacheRecord]) -> SignalProducer<Int, CacheStoreError>

    /// Removes all records of a URL, in all partitions.
    ///
    /// - Parameter key: The URL.
    /// - Returns: A producer of the number of removed records.
    func removeRecords(for key: CacheKey) -> SignalProducer<Int, CacheStoreError>

    /// Replaces the metadata of all records of a URL, in all partitions, by the results of a closure.
    ///
    /// - Parameters:
    ///   - key: The URL.
    ///   - change: Returns the new metadata, or `nil` to leave the record as it is. No lock is held while it runs.
    /// - Returns: A producer of the number of changed records.
    func updateRecords(
        for key: CacheKey,
        _ change: @escaping @Sendable (CacheMetadata) -> CacheMetadata?
    ) -> SignalProducer<Int, CacheStoreError>

    /// Removes all records.
    ///
    /// - Returns: A producer of the number of removed records.
    func removeAll() -> SignalProducer<Int, CacheStoreError>

    /// Returns all records, without their bodies, the most recently used first.
    ///
    /// - Returns: A producer of one array.
    func allRecords() -> SignalProducer<[CacheRecord], CacheStoreError>
}

extension RecordStore {
    /// A signal without reports.
    package var reports: Signal<CacheStoreReport, Never> { .empty }
}
