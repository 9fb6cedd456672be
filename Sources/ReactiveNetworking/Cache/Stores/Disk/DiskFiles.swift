import Foundation

/// The files of a store, with the queues that work on them.
///
/// One queue looks names up and changes them, which takes a short time. Another one writes what has no name yet, and
/// waits for the disk. Bodies are read on the system's pool of threads, and results are sent there: an observer that
/// takes its time delays nobody else.
final class DiskFiles: Sendable {
    typealias Reply<Value> = @Sendable (Result<Value, CacheStoreError>) -> Void

    let space: DiskSpace
    let reporter = StoreReporter()
    private let ledger: InlineLocked<DiskLedger>
    private let order = DiskOrder()
    private let naming: any Scheduler
    private let writing: any Scheduler
    /// The scheduler that bodies are read on, and that results are sent on.
    let pool: any Scheduler

    /// Opens a directory.
    ///
    /// - Parameters:
    ///   - path: The path of the directory.
    ///   - maxByteCount: The budget.
    ///   - scheduler: The scheduler for everything, or `nil` for queues of the store's own.
    init(path: String, maxByteCount: Int64, on scheduler: (any Scheduler)?) throws(CacheStoreError) {
        naming = scheduler ?? QueueScheduler(qos: .userInitiated, name: "DiskCacheStore.naming")
        writing = scheduler ?? QueueScheduler(qos: .utility, name: "DiskCacheStore.writing")
        pool = scheduler ?? PoolScheduler(qos: .userInitiated)
        space = DiskSpace(maxByteCount: maxByteCount)
        ledger = InlineLocked(try DiskLedger(path: path, space: space, reporter: reporter))
        // A directory that cannot be written is no reason not to read it.
        order.add(nil) { [self] done in
            naming.schedule { [self] in
                ledger.withLock { try? $0.begin() }
                done()
                sendReports()
            }
        }
    }

    /// Returns a producer that runs an operation in its turn.
    ///
    /// - Parameters:
    ///   - key: The URL, or `nil` if the operation concerns all.
    ///   - operation: The operation, which replies once.
    func producer<Value: Sendable>(
        for key: CacheKey?,
        _ operation: @escaping @Sendable (@escaping Reply<Value>) -> Void
    ) -> SignalProducer<Value, CacheStoreError> {
        SignalProducer { [self] observer, _ in
            order.add(key) { [self] done in
                operation { [self] result in
                    done()
                    pool.schedule { observer.finish(with: result) }
                    sendReports()
                }
            }
        }
    }

    /// Returns a producer that works on names in its turn.
    func producer<Value: Sendable>(
        for key: CacheKey?,
        naming body: @escaping @Sendable (inout DiskLedger) throws(CacheStoreError) -> Value
    ) -> SignalProducer<Value, CacheStoreError> {
        producer(for: key) { [self] reply in name(body, then: reply) }
    }

    /// Works on names.
    func name<Value: Sendable>(
        _ body: @escaping @Sendable (inout DiskLedger) throws(CacheStoreError) -> Value,
        then reply: @escaping Reply<Value>
    ) {
        naming.schedule { [self] in
            reply(
                Result { () throws(CacheStoreError) in
                    try ledger.withLock { ledger throws(CacheStoreError) in try body(&ledger) }
                }
            )
        }
    }

    /// Works on files that have no name yet.
    func write(_ body: @escaping @Sendable () -> Void) { writing.schedule(body) }

    /// Sends the result of an operation on a thread that may be blocked.
    func send(_ body: @escaping @Sendable () -> Void) {
        pool.schedule(body)
        sendReports()
    }

    /// Reserves bytes of the budget. The reply comes on the queue that writes, where this function is called too.
    func reserve(_ count: Int64, then reply: @escaping Reply<Void>) {
        guard !space.reserve(count) else { return reply(.success(())) }
        name { ledger throws(CacheStoreError) in
            try ledger.reserve(count)
        } then: { [self] result in
            writing.schedule { reply(result) }
        }
    }

    func creatingDraft() throws(CacheStoreError) -> StoreDraft {
        // The lock is held by work on names alone, for a short time.
        let directory = try ledger.withLock { ledger throws(CacheStoreError) in try ledger.presentDirectory() }
        return try directory.creatingDraft()
    }

    private func sendReports() {
        guard reporter.hasReports else { return }
        pool.schedule { [reporter] in reporter.deliver() }
    }
}
