import Foundation

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
public final class DiskCacheStore: CacheStore {
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

    public var maxBodyByteCount: Int64 { files.space.maxByteCount / 8 }

    public var reports: Signal<CacheStoreReport, Never> { files.reporter.signal }

    public func salt() -> SignalProducer<Data, CacheStoreError> {
        SignalProducer { [files] observer, _ in
            files.name { ledger throws(CacheStoreError) in
                try ledger.salt()
            } then: { result in
                files.send { observer.finish(with: result) }
            }
        }
    }

    public func records(
        for key: CacheKey,
        in partitions: [CachePartition]
    ) -> SignalProducer<[CacheRecord], CacheStoreError> {
        files.producer(for: key) { ledger throws(CacheStoreError) in
            try ledger.heads(of: key, in: partitions).map(\.head.record)
        }
    }

    public func body(of record: CacheRecord) -> SignalProducer<any CacheBody, CacheStoreError> {
        files.producer(for: record.key) { [pool = files.pool] ledger throws(CacheStoreError) in
            guard let name = EntryName(record.id) else { throw CacheStoreError(.missing) }
            return try ledger.body(of: name, on: pool)
        }
    }

    public func writer(
        for key: CacheKey,
        in partition: CachePartition,
        expecting byteCount: Int64?
    ) -> SignalProducer<any CacheWriter, CacheStoreError> {
        SignalProducer { [self] () -> Result<any CacheWriter, CacheStoreError> in
            guard byteCount ?? 0 <= maxBodyByteCount else { return .failure(CacheStoreError(.tooLarge)) }
            return .success(DiskWriter(files, key, partition, maxBodyByteCount: maxBodyByteCount))
        }
    }

    public func update(
        _ record: CacheRecord,
        with metadata: CacheMetadata
    ) -> SignalProducer<CacheRecord?, CacheStoreError> {
        files.producer(for: record.key) { [files] reply in
            guard let name = EntryName(record.id) else { return reply(.success(nil)) }
            HeadUpdate(files: files, name: name) { _ in metadata }.run(then: reply)
        }
    }

    public func updateRecords(
        for key: CacheKey,
        _ change: @escaping @Sendable (CacheMetadata) -> CacheMetadata?
    ) -> SignalProducer<Int, CacheStoreError> {
        files.producer(for: key) { [files] reply in
            files.name { ledger throws(CacheStoreError) in
                try ledger.names(of: key)
            } then: { names in
                switch names {
                case .success(let names): HeadUpdate.run(files, names[...], change, count: 0, then: reply)
                case .failure(let error): reply(.failure(error))
                }
            }
        }
    }

    public func remove(_ records: [CacheRecord]) -> SignalProducer<Int, CacheStoreError> {
        let names = records.compactMap { EntryName($0.id) }
        let key = records.first.flatMap { first in records.allSatisfy { $0.key == first.key } ? first.key : nil }
        return files.producer(for: key) { ledger throws(CacheStoreError) in try ledger.remove { _ in names } }
    }

    public func removeRecords(for key: CacheKey) -> SignalProducer<Int, CacheStoreError> {
        files.producer(for: key) { ledger throws(CacheStoreError) in
            try ledger.remove { ledger throws(CacheStoreError) in try ledger.names(of: key) }
        }
    }

    public func removeAll() -> SignalProducer<Int, CacheStoreError> {
        files.producer(for: nil) { ledger throws(CacheStoreError) in
            try ledger.remove { ledger throws(CacheStoreError) in try ledger.names(of: nil) }
        }
    }

    public func allRecords() -> SignalProducer<[CacheRecord], CacheStoreError> {
        files.producer(for: nil) { ledger throws(CacheStoreError) in try ledger.allRecords() }
    }
}

extension DiskCacheStore: SizedStore {
    var lastSize: CacheStoreReport? { files.reporter.lastSize }
}
