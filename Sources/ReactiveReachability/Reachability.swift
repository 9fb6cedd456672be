import ReactiveCore

/// The state of the device's network, as a property that the retries of requests and queues can wait for.
///
/// ```swift
/// Reachability.shared.status.producer
///     .observe(on: UIScheduler())
///     .startWithValues { status in banner.isHidden = status != .offline }
/// ```
///
/// The status tells about this device's connection, and not whether a server can be reached: an interface may be up and
/// lead nowhere. Use it to explain a failure and to end a wait early
/// (`RetryPolicy.waitingUntilOnline(_:)`), and not to prevent a request.
///
/// The source runs while somebody observes the status, once for all observers, and ends with the last of them. Copies
/// share the status and the source.
public struct Reachability: Sendable {
    /// The state of the network.
    public enum Status: Sendable, Hashable {
        /// The source has not spoken yet, or nobody observes it.
        case unknown
        /// The device has no connection.
        case offline
        /// The device is connected through this interface.
        case online(Interface)
    }

    /// The kind of a network interface.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive(warn)
    #endif
    public enum Interface: Sendable, Hashable {
        /// A wireless local network.
        case wifi
        /// A mobile network.
        case cellular
        /// A cable, or an interface that acts as one.
        case wired
        /// Any other interface, such as a tunnel or a bridge.
        case other
    }

    /// The network of the system, with the default delay. Its source begins with the first observer.
    public static let shared = Reachability(source: .system)

    /// The status: the current one at once, and then every change.
    ///
    /// It is ``Status/unknown`` while nobody observes it, and until the source has spoken. A change to an online status
    /// arrives where the source sends it, and a change to ``Status/offline`` on the clock. A property that is derived
    /// from this one, as by `map`, observes it as long as it exists.
    public let status: Property<Status>

    /// Creates a status that follows a source.
    ///
    /// - Parameters:
    ///   - source: The source of the status, such as ``ReachabilitySource/system``.
    ///   - debounce: The time for which the source must report that the network is offline before the status says so.
    ///     A change to an online status has no delay. If it is not positive, neither has the other.
    ///   - clock: The clock that measures the time.
    public init(
        source: any ReachabilitySource,
        debounce: Duration = .milliseconds(200),
        clock: any TimedScheduler = QueueScheduler.shared
    ) {
        status = Property(
            initial: .unknown,
            whileObserved: .deferred { source.changes.delayingOffline(debounce, on: clock).changes(from: .unknown) }
        )
    }

    /// A Boolean value that indicates whether the status is ``Status/offline``, which is `false` while it is unknown.
    ///
    /// The property observes the status as long as it exists. For a queue that starts no requests without a network,
    /// see `RequestQueue.suspended(while:)`.
    public var isOffline: Property<Bool> { status.map { $0 == .offline }.skipRepeats() }
}

extension SignalProducer where Value == Reachability.Status {
    /// Sends `offline` once it has lasted for `duration`, and anything else at once (Q5).
    fileprivate func delayingOffline(_ duration: Duration, on clock: any TimedScheduler) -> SignalProducer {
        guard duration > .zero else { return self }
        return skipRepeats().flatMap(.latest) { status in
            guard status == .offline else { return SignalProducer(value: status) }
            return SignalProducer { observer, lifetime in
                lifetime += clock.schedule(after: duration) {
                    observer.send(value: status)
                    observer.sendCompleted()
                }
            }
        }
    }

    fileprivate func changes(from initial: Value) -> SignalProducer {
        SignalProducer(value: initial).concat(self).skipRepeats().skip(first: 1)
    }
}
