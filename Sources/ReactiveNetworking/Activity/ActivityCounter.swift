import Synchronization

/// How many operations are running: what a busy indicator binds to.
///
/// It rises once for each operation when that starts, and falls once when it ends, in whatever way; retries do not count
/// (N17). Several networks can share one counter.
///
/// ```swift
/// network.activity.isActive.producer
///     .observe(on: UIScheduler())
///     .startWithValues { spinner.isHidden = !$0 }
/// ```
public final class ActivityCounter: Sendable {
    /// The number of operations that are running. Changes arrive on the thread on which an operation starts or ends.
    public let count: Property<Int>

    private let running = MutableProperty(0)
    private let clock: any TimedScheduler

    /// A counter at zero.
    ///
    /// - Parameter clock: the clock on which ``isActive`` settles.
    public init(clock: any TimedScheduler = QueueScheduler.shared) {
        self.clock = clock
        count = Property(capturing: running)
    }

    /// Whether anything is running, once that has stood for 0.4 seconds; see ``isActive(settlingFor:)``.
    public var isActive: Property<Bool> { isActive(settlingFor: .milliseconds(400)) }

    /// Whether anything is running, once that has stood for `duration`, so that short operations do not make an indicator
    /// flicker. Only changes are sent: an operation that is over before `duration` sends none. They arrive on the counter's
    /// clock.
    public func isActive(settlingFor duration: Duration) -> Property<Bool> {
        let clock = clock
        let settled = running.producer
            .map { $0 > 0 }
            .skipRepeats()
            .flatMap(.latest) { isActive in SignalProducer(value: isActive).delay(duration, on: clock) }
        // What settles where it has been before is no change; the property begins idle.
        let changes = SignalProducer(value: false).concat(settled).skipRepeats().skip(first: 1)
        return Property(initial: false, then: changes)
    }

    /// Counts one operation until the token is disposed of or released.
    func begin() -> Token {
        running.modify { $0 += 1 }
        return Token(self)
    }

    final class Token: Disposable {
        private let counter: ActivityCounter
        private let hasEnded = Atomic<Bool>(false)

        fileprivate init(_ counter: ActivityCounter) {
            self.counter = counter
        }

        deinit { dispose() }

        var isDisposed: Bool { hasEnded.load(ordering: .acquiring) }

        func dispose() {
            guard !hasEnded.exchange(true, ordering: .acquiringAndReleasing) else { return }
            counter.running.modify { $0 -= 1 }
        }
    }
}
