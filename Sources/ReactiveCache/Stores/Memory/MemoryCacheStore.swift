import ReactiveNetworking

/// A store of responses in the memory of the process.
///
/// Every operation has its result at once, on the caller's thread, and takes the same time however many responses are
/// stored. The budget counts heads, bodies and what the store needs beside them, and also the bytes of responses that
/// still arrive through a writer. The least recently used responses make room for new ones; a body that is being read
/// stays in memory until its reader is done.
///
/// ```swift
/// let transport = CachingTransport(store: MemoryCacheStore(maxByteCount: 64 << 20))
/// ```
public final class MemoryCacheStore: RecordStore {
    private let maxByteCount: Int
    private let table: InlineLocked<MemoryTable>
    private let reporter = StoreReporter()
    private let saltBytes = Data((0..<32).map { _ in UInt8.random(in: .min ... .max) })

    /// Creates an empty store.
    ///
    /// - Parameter maxByteCount: The budget in bytes. A single body may have an eighth of it.
    public init(maxByteCount: Int = 16 * 1_024 * 1_024) {
        self.maxByteCount = max(0, maxByteCount)
        table = InlineLocked(MemoryTable(maxByteCount: max(0, maxByteCount)))
    }

    public var storage: CacheStorage { CacheStorage(self) }

    package var maxBodyByteCount: Int64 { Int64(maxByteCount / 8) }

    package var reports: Signal<CacheStoreReport, Never> { reporter.signal }

    package func salt() -> SignalProducer<Data, CacheStoreError> { SignalProducer(value: saltBytes) }

    package var lastSize: CacheStoreReport? { reporter.lastSize }

    package func records(
        for key: CacheKey,
        in partitions: [CachePartition],
        readingBodyOf choose: @escaping @Sendable ([CacheRecord]) -> CacheRecord?
    ) -> SignalProducer<StoreFinding, CacheStoreError> {
        SignalProducer { [self] in
            StoreFinding(records: table.withLock { $0.records(for: key, in: partitions) })
        }
    }

    package func body(of record: CacheRecord) -> SignalProducer<any CacheBody, CacheStoreError> {
        SignalProducer { [self] () -> Result<any CacheBody, CacheStoreError> in
            guard let body = table.withLock({ $0.use(record.id) }) else { return .failure(CacheStoreError(.missing)) }
            return .success(body)
        }
    }

    package func writer(
        for key: CacheKey,
        in partition: CachePartition,
        expecting byteCount: Int64?
    ) -> SignalProducer<any CacheWriter, CacheStoreError> {
        SignalProducer { [self] () -> Result<any CacheWriter, CacheStoreError> in
            guard byteCount ?? 0 <= maxBodyByteCount else { return .failure(CacheStoreError(.tooLarge)) }
            return .success(MemoryWriter(self, key, partition))
        }
    }

    package func update(
        _ record: CacheRecord,
        with metadata: CacheMetadata
    ) -> SignalProducer<CacheRecord?, CacheStoreError> {
        SignalProducer { [self] in
            change { table in
                let (record, evicted) = table.update(record.id, with: metadata)
                return (record, [], evicted)
            }
        }
    }

    package func remove(_ records: [CacheRecord]) -> SignalProducer<Int, CacheStoreError> {
        SignalProducer { [self] in remove { _ in records } }
    }

    package func removeRecords(for key: CacheKey) -> SignalProducer<Int, CacheStoreError> {
        SignalProducer { [self] in remove { $0.records(for: key) } }
    }

    package func updateRecords(
        for key: CacheKey,
        _ change: @escaping @Sendable (CacheMetadata) -> CacheMetadata?
    ) -> SignalProducer<Int, CacheStoreError> {
        SignalProducer { [self] in
            table.withLock { $0.records(for: key) }.count { update($0, change) }
        }
    }

    package func removeAll() -> SignalProducer<Int, CacheStoreError> {
        SignalProducer { [self] in remove { $0.records } }
    }

    package func allRecords() -> SignalProducer<[CacheRecord], CacheStoreError> {
        SignalProducer { [self] in table.withLock { $0.records } }
    }

    private enum Attempt: Sendable {
        case done, gone
        /// The record has other metadata meanwhile.
        case outdated(CacheMetadata)
    }

    /// Changes the metadata of a record by a closure, which is asked again if the record changes meanwhile.
    private func update(_ record: CacheRecord, _ change: (CacheMetadata) -> CacheMetadata?) -> Bool {
        var known = record.metadata
        while let metadata = change(known) {
            let attempt = self.change { [known] table -> (Attempt, [MemoryTable.Entry], [MemoryTable.Entry]) in
                guard let current = table.metadata(of: record.id) else { return (.gone, [], []) }
                guard current == known else { return (.outdated(current), [], []) }
                return (.done, [], table.update(record.id, with: metadata).evicted)
            }
            switch attempt {
            case .done: return true
            case .gone: return false
            case .outdated(let current): known = current
            }
        }
        return false
    }

    private func remove(_ choose: (MemoryTable) -> [CacheRecord]) -> Int {
        change { table in
            let removed = choose(table).compactMap { table.remove($0.id) }
            return (removed.count, removed, [])
        }
    }

    /// Changes the table, and reports what became of it. Bodies that were removed are released outside the lock.
    private func change<Result: Sendable>(
        _ body: (inout MemoryTable) -> (Result, removed: [MemoryTable.Entry], evicted: [MemoryTable.Entry])
    ) -> Result {
        let (result, _, _) = table.withLock { table in
            let before = (table.byteCount, table.recordCount)
            let outcome = body(&table)
            if !outcome.evicted.isEmpty { reporter.add(.evicted(recordCount: outcome.evicted.count)) }
            if before != (table.byteCount, table.recordCount) {
                reporter.add(.size(byteCount: Int64(table.byteCount), recordCount: table.recordCount))
            }
            return outcome
        }
        reporter.deliver()
        return result
    }
}

extension MemoryCacheStore {
    /// Counts bytes of a writer; returns `false` if they do not fit beside those of other writers.
    func reserve(_ count: Int) -> Bool {
        change { table in
            guard let evicted = table.reserve(count) else { return (false, [], []) }
            return (true, [], evicted)
        }
    }

    func release(_ count: Int) { table.withLock { $0.release(count) } }

    /// Adds a record in the place of those that a closure chooses; returns `nil` if it wants no new record.
    func insert(
        _ metadata: CacheMetadata,
        _ body: MemoryBody,
        at place: MemoryPlace,
        releasing reserved: Int,
        replacing choose: (_ current: [CacheRecord]) -> [CacheRecord]?
    ) throws(CacheStoreError) -> CacheRecord? {
        var (current, version) = table.withLock { ($0.records(for: place.key, in: place.rivals), $0.version) }
        while let replaced = choose(current) {
            let attempt = change { [current, version] table -> (Insertion, [MemoryTable.Entry], [MemoryTable.Entry]) in
                if table.version != version {
                    let now = table.records(for: place.key, in: place.rivals)
                    guard now.elementsEqual(current, by: { $0.isIdentical(to: $1) }) else {
                        return (.outdated(now, table.version), [], [])
                    }
                }
                table.release(reserved)
                guard let inserted = table.insert(metadata, body, at: place, replacing: replaced) else {
                    return (.tooLarge, [], [])
                }
                return (.done(inserted.record), inserted.removed, inserted.evicted)
            }
            switch attempt {
            case .done(let record): return record
            case .tooLarge: throw CacheStoreError(.tooLarge)
            case .outdated(let now, let number): (current, version) = (now, number)
            }
        }
        release(reserved)
        return nil
    }

    private enum Insertion: Sendable {
        case done(CacheRecord)
        case tooLarge
        /// There are other records meanwhile, with this version of the table.
        case outdated([CacheRecord], UInt64)
    }
}

// Without a producer.
extension MemoryCacheStore {
    package var isImmediate: Bool { true }

    package func recordsNow(for key: CacheKey, in partitions: CachePartitions) -> [CacheRecord]? {
        table.withLock { $0.records(for: key, in: partitions) }
    }

    package func bodyNow(of record: CacheRecord) -> [Data]? { table.withLock { $0.use(record.id) }?.pieces }

    package func insertNow(
        _ metadata: CacheMetadata,
        _ body: [Data],
        for key: CacheKey,
        in partition: CachePartition,
        among partitions: [CachePartition],
        releasing reserved: Int,
        replacing choose: (_ current: [CacheRecord]) -> [CacheRecord]?
    ) throws(CacheStoreError) -> CacheRecord? {
        let pieces = StoredPieces(body)
        guard pieces.byteCount <= maxBodyByteCount else {
            release(reserved)
            throw CacheStoreError(.tooLarge)
        }
        let place = MemoryPlace(key: key, partition: partition, rivals: partitions)
        return try insert(metadata, MemoryBody(pieces), at: place, releasing: reserved, replacing: choose)
    }

    package func reserveNow(_ byteCount: Int) -> Bool { reserve(byteCount) }

    package func releaseNow(_ byteCount: Int) { release(byteCount) }
}
