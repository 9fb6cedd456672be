import ReactiveNetworking
import Synchronization

/// The counts and events of a cache.
final class CacheJournal: Sendable {
    let statistics: Property<CacheStatistics>
    private let counts = MutableProperty(CacheStatistics())
    private let clock: any TimedScheduler
    private let output: Signal<CacheEvent, Never>
    private let input: Signal<CacheEvent, Never>.Observer
    /// A Boolean value that indicates whether the signal was ever requested. If not, events need not be created.
    private let isWanted = Atomic(false)

    init(_ clock: any TimedScheduler) {
        self.clock = clock
        (output, input) = Signal.pipe()
        statistics = Property(capturing: counts)
    }

    var events: Signal<CacheEvent, Never> {
        isWanted.store(true, ordering: .relaxed)
        return output
    }

    func note(_ kind: CacheEvent.Kind, _ key: CacheKey?, _ change: (inout CacheStatistics) -> Void = { _ in }) {
        counts.modify(change)
        guard isWanted.load(ordering: .relaxed) else { return }
        let url = key.map { Redaction.standard.url($0.url) }
        input.send(value: CacheEvent(kind: kind, url: url, instant: clock.now))
    }

    func count(_ change: (inout CacheStatistics) -> Void) { counts.modify(change) }

    func note(_ report: CacheStoreReport) {
        switch report {
        case .evicted(let count): note(.evicted(count), nil) { $0.evicted += count }
        case .corrupt(let count): note(.corrupt(count), nil) { $0.corrupt += count }
        case .size(let byteCount, let recordCount):
            counts.modify { counts in
                counts.bytes = byteCount
                counts.entries = recordCount
            }
        }
    }

    func noteFailure(_ error: CacheStoreError, _ key: CacheKey?) { note(.storeFailed(error), key) }
}
