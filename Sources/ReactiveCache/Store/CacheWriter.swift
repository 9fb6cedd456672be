import ReactiveNetworking

/// The receiver of a record that is being stored.
///
/// The cache starts one operation at a time, and the next one after the previous one has completed. A writer that is
/// released without a commit abandons what it holds, and so does a process that ends.
package protocol CacheWriter: Sendable {
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
    /// The choice and the step are one: if other records come, go, or change after the choice, the store asks for
    /// another one. So of two commits for the same response, the later one sees the record of the earlier one.
    ///
    /// - Parameters:
    ///   - metadata: The metadata of the record.
    ///   - partitions: The partitions to choose from, at most three.
    ///   - choose: Receives the records of the writer's URL in these partitions, and returns those to remove, or `nil`
    ///     if the new record is not wanted any more. It may run several times; no lock is held meanwhile.
    /// - Returns: A producer of the record, or of `nil` if it is not wanted; then the writer has left nothing. It fails
    ///   with ``CacheStoreError/Kind/tooLarge`` if the record does not fit into the budget, and leaves nothing then
    ///   either.
    func commit(
        _ metadata: CacheMetadata,
        among partitions: [CachePartition],
        replacing choose: @escaping @Sendable (_ current: [CacheRecord]) -> [CacheRecord]?
    ) -> SignalProducer<CacheRecord?, CacheStoreError>

    /// Frees what was written. It has no effect after a commit, and returns at once.
    func abandon()
}

extension CacheWriter {
    /// Makes the record visible, in one step with the removal of certain records, whatever others there are.
    ///
    /// - Parameters:
    ///   - metadata: The metadata of the record.
    ///   - records: The records to remove. Those that are gone already are ignored.
    /// - Returns: A producer of the record, which fails like ``commit(_:among:replacing:)``.
    package func commit(
        _ metadata: CacheMetadata,
        replacing records: [CacheRecord]
    ) -> SignalProducer<CacheRecord, CacheStoreError> {
        commit(metadata, among: []) { _ in records }.compactMap { $0 }
    }
}

/// The body of a record, or the part of one that is written so far.
///
/// A body stays readable while somebody refers to it, even if its record is evicted, replaced, or removed meanwhile.
/// When the last reference is released, the store frees what the body occupies.
package protocol CacheBody: Sendable {
    /// The number of bytes that can be read.
    var byteCount: Int64 { get }

    /// Reads bytes that lie within the body.
    ///
    /// The cache asks for the next bytes when its consumer is ready for them, for at most 64 KiB at once. Each byte is
    /// checked before it is sent: against a checksum where a medium may change it.
    ///
    /// - Parameter range: The offsets, which are not empty.
    /// - Returns: A producer of one value, one byte up to all bytes of the range, from its beginning. It fails with
    ///   ``CacheStoreError/Kind/corrupt`` if the bytes are not those that were written.
    func bytes(in range: Range<Int64>) -> SignalProducer<Data, CacheStoreError>
}
