/// A counter of running operations, for activity indicators.
///
/// The count increases once when an operation starts and decreases once when it ends for any reason; retries do not
/// count. Several networks can share a counter.
///
/// ```swift
/// network.activity.isActive.producer
///     .observe(on: UIScheduler())
///     .startWithValues { spinner.isHidden = !$0 }
/// ```
public final class ActivityCounter: Sendable {
    /// The number of running operations. Changes arrive on the thread on which an operation starts or ends.
    public let count: Property<Int>

    private let running = MutableProperty(0)
    private let clock: any TimedScheduler

    /// Creates a counter at zero.
    ///
    /// - Parameter clock: The clock that ``isActive`` uses to wait until its state is stable.
    public init(clock: any TimedScheduler = QueueScheduler.shared) {
        self.clock = clock
        count = Property(capturing: running)
    }

    /// A Boolean value that indicates whether any operation is running, once that state has lasted for 0.4 seconds. To
    /// choose another duration, use ``isActive(settlingFor:)``.
    public var isActive: Property<Bool> { isActive(settlingFor: .milliseconds(400)) }

    /// Returns a property that indicates whether any operation is running, once that state has lasted for `duration`.
    ///
    /// The delay keeps short operations from making an indicator flicker. The property sends only changes: an operation
    /// that ends within `duration` sends none. Changes arrive on the counter's clock.
    ///
    /// - Parameter duration: The time that a state must last before it is sent.
    /// - Returns: A property that is initially `false`.
    public func isActive(settlingFor duration: Duration) -> Property<Bool> {
        let clock = clock
        let settled = running.producer
            .map { $0 > 0 }
            .skipRepeats()
            .flatMap(.latest) { isActive in SignalProducer(value: isActive).delay(duration, on: clock) }
        // A state that equals the previous settled one is not a change; the property starts as `false`.
        let changes = SignalProducer(value: false).concat(settled).skipRepeats().skip(first: 1)
        return Property(initial: false, then: changes)
    }

    /// Counts an operation until the matching ``end()``.
    func begin() { running.modify { $0 += 1 } }

    func end() { running.modify { $0 -= 1 } }
}
