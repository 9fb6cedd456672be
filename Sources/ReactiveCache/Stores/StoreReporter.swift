import ReactiveNetworking

/// Sends the reports of a store in the order in which they were added, one at a time.
final class StoreReporter: Sendable {
    let signal: Signal<CacheStoreReport, Never>
    private let input: Signal<CacheStoreReport, Never>.Observer
    private let pending = InlineLocked(Deque<CacheStoreReport>())
    private let delivery = Trampoline()
    private let size = InlineLocked<CacheStoreReport?>(nil)

    init() {
        (signal, input) = Signal<CacheStoreReport, Never>.pipe()
    }

    /// Adds a report. A store may hold its lock meanwhile, so that reports have the order of its changes.
    func add(_ report: CacheStoreReport) {
        if case .size = report { size.withLock { $0 = report } }
        pending.withLock { $0.append(report) }
    }

    /// The last report of the size.
    var lastSize: CacheStoreReport? { size.withLock { $0 } }

    /// A Boolean value that indicates whether there are reports to send.
    var hasReports: Bool { pending.withLock { !$0.isEmpty } }

    /// Sends the reports that were added, on the calling thread or on the one that is sending already.
    func deliver() {
        delivery.bounce {
            while let report = pending.withLock({ $0.popFirst() }) { input.send(value: report) }
        }
    }
}
