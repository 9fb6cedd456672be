import ReactiveNetworking

/// The files of a store, with the queues that work on them.
///
/// One queue changes names, which takes a short time. Another one writes what has no name yet, and waits for the disk.
/// Look-ups and bodies are read on the system's pool of threads, and wait for neither. Results are sent there, too: an
/// observer that takes its time delays nobody else.
final class DiskFiles: Sendable {
    typealias Reply<Value> = @Sendable (Result<Value, CacheStoreError>) -> Void
    typealias Change<Value> = @Sendable (inout DiskLedger) throws(CacheStoreError) -> Value

    /// The time after which a lock that another process holds is given up: the process may have been stopped.
    static let lockLimit = Duration.seconds(1)
    /// The time for which changes are then refused without waiting.
    static let refusalPeriod = Duration.seconds(5)
    /// The time between two attempts to get the lock.
    private static let lockInterval = Duration.milliseconds(2)

    let space: DiskSpace
    let place: DiskPlace
    let view = DiskView()
    let reporter = StoreReporter()
    private let ledger: InlineLocked<DiskLedger>
    private let order = DiskOrder()
    private let naming: any Scheduler
    private let writing: any Scheduler
    private let clock: any TimedScheduler
    private let refusedUntil = InlineLocked<SchedulerInstant?>(nil)
    /// The scheduler that files are read on, and that results are sent on.
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
        clock = scheduler as? any TimedScheduler ?? QueueScheduler.shared
        space = DiskSpace(maxByteCount: maxByteCount)
        place = try DiskPlace(path: path)
        ledger = InlineLocked(DiskLedger(place: place, view: view, space: space, reporter: reporter))
        // A directory that cannot be written is no reason not to read it.
        order.add(nil) { [self] done in
            change { ledger throws(CacheStoreError) in
                try ledger.begin()
            } then: { [self] _ in
                done()
                sendReports()
            }
        }
    }

    /// Works on files that have no name yet.
    func write(_ body: @escaping @Sendable () -> Void) { writing.schedule(body) }

    /// Sends the result of an operation on a thread that may be blocked.
    func send(_ body: @escaping @Sendable () -> Void) {
        pool.schedule(body)
        sendReports()
    }

    func creatingDraft() throws(CacheStoreError) -> StoreDraft { try place.presentDirectory().creatingDraft() }

    private func sendReports() {
        guard reporter.hasReports else { return }
        pool.schedule { [reporter] in reporter.deliver() }
    }
}

// Look-ups, which wait for nothing.
extension DiskFiles {
    var reader: DiskReader {
        DiskReader(place: place, view: view) { [self] name, inode in discard(name, inode) }
    }

    /// Returns a producer that reads files.
    func lookUp<Value: Sendable>(
        _ body: @escaping @Sendable (DiskReader) throws(CacheStoreError) -> Value
    ) -> SignalProducer<Value, CacheStoreError> {
        SignalProducer { [self] observer, lifetime in
            lifetime += pool.schedule { [self] in
                let result = Result { () throws(CacheStoreError) in try body(reader) }
                sendReports()
                observer.finish(with: result)
            }
        }
    }

    /// Hides a record that was found damaged, and removes it.
    private func discard(_ name: EntryName, _ inode: UInt64?) {
        let token = view.begin(.removal([name]), for: nil)
        change { ledger throws(CacheStoreError) in
            try ledger.removeCorrupt(name, inode: inode)
        } then: { [self] result in
            if case .success = result { view.end(token) } else { view.fail(token, hiding: [name]) }
            sendReports()
        }
    }
}

// Changes, one of a URL after the other.
extension DiskFiles {
    /// Returns a producer that runs an operation in its turn.
    ///
    /// - Parameters:
    ///   - key: The URL, or `nil` if the operation concerns all.
    ///   - operation: The operation, which replies once.
    func producer<Value: Sendable>(
        for key: CacheKey?,
        _ operation: @escaping @Sendable (@escaping Reply<Value>) -> Void
    ) -> SignalProducer<Value, CacheStoreError> {
        SignalProducer { [self] observer, _ in run(for: key, operation) { observer.finish(with: $0) } }
    }

    /// Returns a producer that removes records in its turn. For look-ups they are gone when the producer starts.
    ///
    /// - Parameters:
    ///   - key: The URL, or `nil` if the operation concerns all.
    ///   - names: The names, or `nil` for all records of the URL.
    func removal(of names: [EntryName]?, for key: CacheKey?) -> SignalProducer<Int, CacheStoreError> {
        SignalProducer { [self] observer, _ in
            let token = view.begin(.removal(names.map(Set.init)), for: key)
            run(for: key) { [self] reply in
                change { ledger throws(CacheStoreError) in
                    try ledger.remove(names == nil ? try ledger.place.names(of: key) : names ?? [])
                } then: { [self] result in
                    switch result {
                    case .success: view.end(token)
                    case .failure: view.fail(token, hiding: names ?? (try? place.names(of: key)))
                    }
                    reply(result)
                }
            } then: {
                observer.finish(with: $0)
            }
        }
    }

    /// Returns a producer that changes metadata in its turn. For look-ups they are changed when the producer starts.
    func update<Value: Sendable>(
        for key: CacheKey,
        _ change: @escaping @Sendable (EntryName, CacheMetadata) -> CacheMetadata?,
        _ operation: @escaping @Sendable (@escaping Reply<Value>) -> Void
    ) -> SignalProducer<Value, CacheStoreError> {
        SignalProducer { [self] observer, _ in
            let token = view.begin(.change(change), for: key)
            run(for: key) { [view] reply in
                operation { result in
                    view.end(token)
                    reply(result)
                }
            } then: {
                observer.finish(with: $0)
            }
        }
    }

    private func run<Value: Sendable>(
        for key: CacheKey?,
        _ operation: @escaping @Sendable (@escaping Reply<Value>) -> Void,
        then send: @escaping Reply<Value>
    ) {
        order.add(key) { [self] done in
            operation { [self] result in
                done()
                pool.schedule { send(result) }
                sendReports()
            }
        }
    }

    /// Reserves bytes of the budget. The reply comes on the queue that writes, where this function is called too.
    func reserve(_ count: Int64, then reply: @escaping Reply<Void>) {
        guard !space.reserve(count) else { return reply(.success(())) }
        naming.schedule { [self] in
            // Nothing is evicted while another process holds the lock: each may exceed the budget by one body then.
            let result = attempt { ledger throws(CacheStoreError) in try ledger.reserveRoom(count) }
            let isReserved = result ?? (space.overdraw(count) ? .success(()) : .failure(Self.isLocked))
            writing.schedule { reply(isReserved) }
        }
    }
}

// The lock.
extension DiskFiles {
    private static let isLocked = CacheStoreError(.unavailable, detail: "another process holds the lock")

    /// Changes names while no other process does. No thread waits for the lock.
    func change<Value: Sendable>(_ body: @escaping Change<Value>, then reply: @escaping Reply<Value>) {
        naming.schedule { [self] in change(body, deadline: nil, then: reply) }
    }

    private func change<Value: Sendable>(
        _ body: @escaping Change<Value>,
        deadline: SchedulerInstant?,
        then reply: @escaping Reply<Value>
    ) {
        if let result = attempt(body) {
            refusedUntil.withLock { $0 = nil }
            return reply(result)
        }
        let now = clock.now
        let limit = deadline ?? now.advanced(by: Self.lockLimit)
        let isRefused = refusedUntil.withLock { until in
            if let until, now < until { return true }
            guard now >= limit else { return false }
            until = now.advanced(by: Self.refusalPeriod)
            return true
        }
        guard !isRefused else { return reply(.failure(Self.isLocked)) }
        clock.schedule(after: Self.lockInterval) { [self] in
            naming.schedule { [self] in change(body, deadline: limit, then: reply) }
        }
    }

    /// Changes names; returns `nil` if another process holds the lock.
    private func attempt<Value: Sendable>(_ body: @escaping Change<Value>) -> Result<Value, CacheStoreError>? {
        do throws(CacheStoreError) {
            let value = try ledger.withLock { ledger throws(CacheStoreError) in try ledger.locked(body) }
            return value.map { .success($0) }
        } catch {
            return .failure(error)
        }
    }
}
