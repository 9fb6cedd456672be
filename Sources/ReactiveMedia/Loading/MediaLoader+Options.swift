/// The order in which the transfers of loads begin.
public enum TransferOrder: Sendable, Hashable, CaseIterable {
    /// The load that was asked for first is the first.
    case firstInFirstOut
    /// The load that was asked for last is the first, for lists that scroll.
    case lastInFirstOut
}

extension MediaLoader {
    /// The options of a loader.
    public struct Options: Sendable {
        /// The order in which the transfers of loads begin.
        public typealias Order = TransferOrder

        /// The order in which the transfers of loads begin. Preloads follow all loads, first come, first served.
        public var order: Order
        /// The number of transfers at a time; at least 1.
        public var maxTransfers: Int
        /// The deadline of a transfer with its retries, unless the request has one of its own
        /// (`Network.Configuration.abortAfter`); `nil` for none. It begins when the transfer's turn has come.
        public var abortAfter: Duration?
        /// The scheduler that delivers what was not in memory. If `nil`, the main queue, or the thread where an event
        /// arises if the consumer awaits it or time is virtual.
        public var scheduler: (any Scheduler)?

        /// Creates options.
        ///
        /// - Parameters:
        ///   - order: The order in which the transfers of loads begin.
        ///   - maxTransfers: The number of transfers at a time; at least 1.
        ///   - abortAfter: The deadline of a transfer with its retries; `nil` for none.
        ///   - scheduler: The scheduler that delivers what was not in memory; see ``scheduler``.
        public init(
            order: Order = .firstInFirstOut,
            maxTransfers: Int = 6,
            abortAfter: Duration? = .seconds(60),
            scheduler: (any Scheduler)? = nil
        ) {
            self.order = order
            self.maxTransfers = maxTransfers
            self.abortAfter = abortAfter
            self.scheduler = scheduler
        }
    }
}
