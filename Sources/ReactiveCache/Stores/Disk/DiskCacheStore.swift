import ReactiveNetworking

/// A store of responses in a directory, which several processes may share.
///
/// The directory and its files are for the current user alone. A record becomes visible in one step, after its bytes
/// were flushed to the disk, so a process that ends at any moment leaves each record whole or absent. All bytes are
/// checked when they are read; damaged records count as missing. See <doc:0019-records-are-files>.
///
/// Nothing blocks the caller. Results arrive on threads of the system's pool.
///
/// ```swift
/// let store = try DiskCacheStore(directory: .cachesDirectory.appending(path: "com.example.app"))
/// let transport = CachingTransport(store: store)
/// ```
public final class DiskCacheStore: RecordStore {
    private let files: DiskFiles

    /// Opens the store in a directory, and creates the directory if it is missing.
    ///
    /// Give the store a directory of its own: its permissions become 0700. Files of dead processes are removed, and
    /// the records are counted, in the background.
    ///
    /// - Parameters:
    ///   - directory: The file URL of the directory.
    ///   - maxByteCount: The budget in bytes, for heads, bodies and their overhead. A single body may have an eighth of
    ///     it.
    /// - Throws: An error of kind ``CacheStoreError/Kind/unsafeDirectory`` if the directory is a link, belongs to
    ///   another user, or may be written by others, and other errors if it cannot be opened.
    public convenience init(directory: URL, maxByteCount: Int = 256 * 1_024 * 1_024) throws(CacheStoreError) {
        try self.init(directory: directory, maxByteCount: maxByteCount, on: nil)
    }

    /// Opens the store in a directory, with a scheduler for everything that it does; `nil` for queues of its own.
    package init(directory: URL, maxByteCount: Int, on scheduler: (any Scheduler)?) throws(CacheStoreError) {
        guard directory.isFileURL, !directory.path.isEmpty, !directory.path.utf8.contains(0) else {
            throw CacheStoreError(.unavailable, detail: "the directory of a store needs a file URL")
        }
        files = try DiskFiles(path: directory.path, maxByteCount: Int64(max(0, maxByteCount)), on: scheduler)
    }

    public var storage: CacheStorage { CacheStorage(self) }

    package var maxBodyByteCount: Int64 { files.space.maxBodyByteCount }

    package var reports: Signal<CacheStoreReport, Never> { files.reporter.signal }

    package func salt() -> SignalProducer<Data, CacheStoreError> {
        SignalProducer { [files] observer, _ in
            files.pool.schedule {
                do throws(CacheStoreError) {
                    if let salt = try DiskSalt.read(in: files.place.directory) {
                        return observer.finish(with: .success(salt))
                    }
                } catch {
                    return observer.send(error: error)
                }
                files.change { ledger throws(CacheStoreError) in
                    try ledger.salt()
                } then: { result in
                    files.send { observer.finish(with: result) }
                }
            }
        }
    }

    package var lastSize: CacheStoreReport? { files.reporter.lastSize }

    package var sendsOnPool: Bool { true }

    package func records(
        for key: CacheKey,
        in partitions: [CachePartition],
        readingBodyOf choose: @escaping @Sendable ([CacheRecord]) -> CacheRecord?
    ) -> SignalProducer<StoreFinding, CacheStoreError> {
        files.lookUp { [pool = files.pool] reader throws(CacheStoreError) in
            let found = try reader.records(of: key, in: partitions)
            let records = found.map(\.head.record)
            guard let record = choose(records), let index = records.firstIndex(where: { $0.id == record.id }),
                let bytes = try? reader.body(of: found[index], on: pool).bytesNow(),
                bytes.count == record.bodyByteCount
            else { return StoreFinding(records: records) }
            return StoreFinding(records: records, body: (record, bytes))
        }
    }

    package func body(of record: CacheRecord) -> SignalProducer<any CacheBody, CacheStoreError> {
        files.lookUp { [pool = files.pool] reader throws(CacheStoreError) in
            guard let name = EntryName(record.id) else { throw CacheStoreError(.missing) }
            return try reader.body(of: name, record.key, on: pool)
        }
    }

    package func writer(
        for key: CacheKey,
        in partition: CachePartition,
        expecting byteCount: Int64?
    ) -> SignalProducer<any CacheWriter, CacheStoreError> {
        SignalProducer { [files] () -> Result<any CacheWriter, CacheStoreError> in
            guard byteCount ?? 0 <= files.space.maxBodyByteCount else { return .failure(CacheStoreError(.tooLarge)) }
            return .success(DiskWriter(files, key, partition))
        }
    }

    package func update(
        _ record: CacheRecord,
        with metadata: CacheMetadata
    ) -> SignalProducer<CacheRecord?, CacheStoreError> {
        guard let name = EntryName(record.id) else { return SignalProducer(value: nil) }
        return files.update(for: record.key) { current, _ in
            current == name ? metadata : nil
        } _: { [files] reply in
            HeadUpdate(files: files, key: record.key, name: name) { _ in metadata }.run(then: reply)
        }
    }

    package func updateRecords(
        for key: CacheKey,
        _ change: @escaping @Sendable (CacheMetadata) -> CacheMetadata?
    ) -> SignalProducer<Int, CacheStoreError> {
        files.update(for: key) { _, metadata in
            change(metadata)
        } _: { [files] reply in
            files.write {
                HeadUpdate.runAll(files, key, change, then: reply)
            }
        }
    }

    package func remove(_ records: [CacheRecord]) -> SignalProducer<Int, CacheStoreError> {
        let key = records.first.flatMap { first in records.allSatisfy { $0.key == first.key } ? first.key : nil }
        return files.removal(of: records.compactMap { EntryName($0.id) }, for: key)
    }

    package func removeRecords(for key: CacheKey) -> SignalProducer<Int, CacheStoreError> {
        files.removal(of: nil, for: key)
    }

    package func removeAll() -> SignalProducer<Int, CacheStoreError> { files.removal(of: nil, for: nil) }

    package func allRecords() -> SignalProducer<[CacheRecord], CacheStoreError> {
        files.lookUp { reader throws(CacheStoreError) in try reader.allRecords() }
    }
}
