import Foundation
import ReactiveCache
import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting

/// A store that answers after a delay on a clock, like one on a disk, and that can be told to fail.
final class SlowStore: RecordStore {
    /// An operation of the store.
    enum Operation: String, Sendable, CaseIterable {
        case salt, records, body, bytes, writer, write, commit, update, remove
    }

    /// The misbehavior of an operation.
    enum Fault: Sendable {
        case fails(CacheStoreError)
        case hangs
        case completesWithoutValue
        /// Takes its time.
        case lasts(Duration)
    }

    let base: MemoryCacheStore
    let faults = Locked<[Operation: Fault]>([:])
    private let clock: TestScheduler
    private let delay: Duration

    init(_ clock: TestScheduler, delay: Duration = .milliseconds(10), maxByteCount: Int = 16 << 20) {
        self.clock = clock
        self.delay = delay
        base = MemoryCacheStore(maxByteCount: maxByteCount)
    }

    var maxBodyByteCount: Int64 { base.maxBodyByteCount }
    var reports: Signal<CacheStoreReport, Never> { base.reports }

    func slow<Value>(
        _ operation: Operation,
        _ producer: SignalProducer<Value, CacheStoreError>
    ) -> SignalProducer<Value, CacheStoreError> {
        .deferred { [clock, delay, faults] in
            switch faults.withLock({ $0[operation] }) {
            case .fails(let error): SignalProducer(error: error).delayedStart(by: delay, on: clock)
            case .hangs: .never
            case .completesWithoutValue: SignalProducer.empty.delayedStart(by: delay, on: clock)
            case .lasts(let duration): producer.delayedStart(by: duration, on: clock)
            case nil: producer.delayedStart(by: delay, on: clock)
            }
        }
    }

    func salt() -> SignalProducer<Data, CacheStoreError> { slow(.salt, base.salt()) }

    func records(
        for key: CacheKey,
        in partitions: [CachePartition],
        readingBodyOf choose: @escaping @Sendable ([CacheRecord]) -> CacheRecord?
    ) -> SignalProducer<StoreFinding, CacheStoreError> {
        slow(.records, base.records(for: key, in: partitions, readingBodyOf: choose))
    }

    func body(of record: CacheRecord) -> SignalProducer<any CacheBody, CacheStoreError> {
        slow(.body, base.body(of: record).map { SlowBody(base: $0, store: self) })
    }

    func writer(
        for key: CacheKey,
        in partition: CachePartition,
        expecting byteCount: Int64?
    ) -> SignalProducer<any CacheWriter, CacheStoreError> {
        slow(
            .writer,
            base.writer(for: key, in: partition, expecting: byteCount).map { SlowWriter(base: $0, store: self) }
        )
    }

    func update(
        _ record: CacheRecord,
        with metadata: CacheMetadata
    ) -> SignalProducer<CacheRecord?, CacheStoreError> { slow(.update, base.update(record, with: metadata)) }

    func remove(_ records: [CacheRecord]) -> SignalProducer<Int, CacheStoreError> {
        slow(.remove, base.remove(records))
    }

    func removeRecords(for key: CacheKey) -> SignalProducer<Int, CacheStoreError> {
        slow(.remove, base.removeRecords(for: key))
    }

    func updateRecords(
        for key: CacheKey,
        _ change: @escaping @Sendable (CacheMetadata) -> CacheMetadata?
    ) -> SignalProducer<Int, CacheStoreError> { slow(.update, base.updateRecords(for: key, change)) }

    func removeAll() -> SignalProducer<Int, CacheStoreError> { slow(.remove, base.removeAll()) }

    func allRecords() -> SignalProducer<[CacheRecord], CacheStoreError> { base.allRecords() }

    /// The responses that are stored.
    var records: [CacheRecord] { base.allRecords().resultAtOnce()?.success ?? [] }
}

private struct SlowBody: CacheBody {
    let base: any CacheBody
    let store: SlowStore

    var byteCount: Int64 { base.byteCount }

    func bytes(in range: Range<Int64>) -> SignalProducer<Data, CacheStoreError> {
        store.slow(.bytes, base.bytes(in: range))
    }
}

private struct SlowWriter: CacheWriter {
    let base: any CacheWriter
    let store: SlowStore

    var body: any CacheBody { SlowBody(base: base.body, store: store) }

    func write(_ bytes: Data) -> SignalProducer<Never, CacheStoreError> { store.slow(.write, base.write(bytes)) }

    func commit(
        _ metadata: CacheMetadata,
        among partitions: [CachePartition],
        replacing choose: @escaping @Sendable (_ present: [CacheRecord]) -> [CacheRecord]?
    ) -> SignalProducer<CacheRecord?, CacheStoreError> {
        store.slow(.commit, base.commit(metadata, among: partitions, replacing: choose))
    }

    func abandon() { base.abandon() }
}

extension SignalProducer {
    fileprivate func delayedStart(by delay: Duration, on clock: TestScheduler) -> SignalProducer {
        SignalProducer { observer, lifetime in
            lifetime += clock.schedule(after: delay) { lifetime += self.start(observer) }
        }
    }
}
