extension RetryPolicy {
    /// The reason why a wait for the network ended, in ``Network/Event/Kind/retryWaitEnded(_:)``.
    public enum WaitEnd: String, Sendable, Hashable, CustomStringConvertible {
        /// The network became online.
        case online = "the network is online again"
        /// The planned delay is over, and the network is still offline.
        case delay = "the planned delay is over"

        /// A description of the reason.
        public var description: String { rawValue }
    }

    /// Returns this policy with delays that end early when the network is online again.
    ///
    /// ```swift
    /// let policy = RetryPolicy.standard.waitingUntilOnline(.shared)
    /// let network = Network(configuration: Network.Configuration(retryPolicy: policy))
    /// ```
    ///
    /// If an attempt has not reached the server, because there is no network, no address for the host name, or no
    /// connection, and the status is ``Reachability/Status/offline`` during the delay that follows, the next attempt
    /// begins when the status becomes online, on the network's clock. The attempt begins at the latest when the planned
    /// delay is over. In all other cases the delay is as planned, in particular if the status is unknown. The log tells
    /// which of the two ended the wait (``Network/Event/Kind/retryWaitEnded(_:)``).
    ///
    /// The first attempt is always made. The wait counts toward the deadline, and no delay is begun that exceeds it.
    ///
    /// - Parameter reachability: The state of the network. It is observed during such delays only.
    /// - Returns: The policy with delays that end early.
    public func waitingUntilOnline(_ reachability: Reachability) -> RetryPolicy {
        var policy = self
        policy.reachability = reachability
        return policy
    }

    /// Returns the standard policy with delays that end early when the network is online again.
    ///
    /// ```swift
    /// let configuration = Network.Configuration(retryPolicy: .waitingUntilOnline(.shared))
    /// ```
    ///
    /// - Parameter reachability: The state of the network. It is observed during such delays only.
    /// - Returns: ``standard``, changed by ``waitingUntilOnline(_:)-swift.method``.
    public static func waitingUntilOnline(_ reachability: Reachability) -> RetryPolicy {
        standard.waitingUntilOnline(reachability)
    }
}
