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
package protocol RecordStore: CacheStore, AnyObject {
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

    /// The last report of the size, or `nil` if the store has not found out.
    var lastSize: CacheStoreReport? { get }

    /// A Boolean value that indicates whether the store sends its results on threads that an observer may block.
    var sendsOnPool: Bool { get }

    /// Returns the records of a URL that belong to any of several partitions, and the body of one of them.
    ///
    /// - Parameters:
    ///   - key: The URL.
    ///   - partitions: The partitions, at most three.
    ///   - choose: Returns the record whose whole body is needed, which is marked as used, or `nil`. It runs on the
    ///     thread that reads.
    /// - Returns: A producer of one value, with the records in any order. A record that cannot be read is left out,
    ///   removed, and reported. A body that cannot be read in this step is no failure; its record is returned alone.
    func records(
        for key: CacheKey,
        in partitions: [CachePartition],
        readingBodyOf choose: @escaping @Sendable ([CacheRecord]) -> CacheRecord?
    ) -> SignalProducer<StoreFinding, CacheStoreError>

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

    // Without a producer

    /// A Boolean value that indicates whether the store is in memory, so that the following methods have results.
    var isImmediate: Bool { get }

    /// Returns the records of a URL that a request may see; `nil` if they have to be read from a disk.
    func recordsNow(for key: CacheKey, in partitions: CachePartitions) -> [CacheRecord]?

    /// Returns the pieces of a body, and marks its record as used; `nil` if the record is gone, or has to be read from
    /// a disk.
    func bodyNow(of record: CacheRecord) -> [Data]?

    /// Stores a record, like ``CacheWriter/commit(_:among:replacing:)``, and counts reserved bytes no more, whatever
    /// comes of it. A store on a disk stores nothing without a writer.
    func insertNow(
        _ metadata: CacheMetadata,
        _ body: [Data],
        for key: CacheKey,
        in partition: CachePartition,
        among partitions: [CachePartition],
        releasing reserved: Int,
        replacing choose: (_ current: [CacheRecord]) -> [CacheRecord]?
    ) throws(CacheStoreError) -> CacheRecord?

    /// Counts bytes of a response that is arriving; returns `false` if they do not fit beside those of others. A store
    /// on a disk counts what its writers write.
    func reserveNow(_ byteCount: Int) -> Bool

    /// Counts reserved bytes no more.
    func releaseNow(_ byteCount: Int)
}

/// An event of a store that no request asked for.
package enum CacheStoreReport: Sendable, Hashable {
    /// Records were removed to make room.
    case evicted(recordCount: Int)
    /// Records were found damaged, and removed.
    case corrupt(recordCount: Int)
    /// The size of the store changed: the bytes that count against its budget, and the number of its records.
    case size(byteCount: Int64, recordCount: Int)
}

/// The result of a look-up in a store.
package struct StoreFinding: Sendable {
    package let records: [CacheRecord]
    /// The record whose body was read, and the body.
    package var body: (record: CacheRecord, bytes: Data)?
}

// A store without these answers by producers alone, on threads that nobody may block.
extension RecordStore {
    /// A signal without reports.
    package var reports: Signal<CacheStoreReport, Never> { .empty }

    package var lastSize: CacheStoreReport? { nil }

    package var sendsOnPool: Bool { false }

    package var isImmediate: Bool { false }

    package func recordsNow(for key: CacheKey, in partitions: CachePartitions) -> [CacheRecord]? { nil }

    package func bodyNow(of record: CacheRecord) -> [Data]? { nil }

    package func insertNow(
        _ metadata: CacheMetadata,
        _ body: [Data],
        for key: CacheKey,
        in partition: CachePartition,
        among partitions: [CachePartition],
        releasing reserved: Int,
        replacing choose: (_ current: [CacheRecord]) -> [CacheRecord]?
    ) throws(CacheStoreError) -> CacheRecord? { nil }

    package func reserveNow(_ byteCount: Int) -> Bool { true }

    package func releaseNow(_ byteCount: Int) {}

    package var storage: CacheStorage { CacheStorage(self) }

    /// Returns the records of a URL that belong to any of several partitions, without their bodies.
    package func records(
        for key: CacheKey,
        in partitions: [CachePartition]
    ) -> SignalProducer<[CacheRecord], CacheStoreError> {
        records(for: key, in: partitions) { _ in nil }.map(\.records)
    }
}
