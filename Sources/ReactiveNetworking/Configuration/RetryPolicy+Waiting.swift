extension RetryPolicy {
    /// The reason why a wait for the network ended, in ``Network/Event/Kind/retryWaitEnded(_:)``.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive(warn)
    #endif
    public enum WaitEnd: String, Sendable, Hashable, CustomStringConvertible {
        /// The network became online.
        case online = "the network is online again"
        /// The planned delay is over, and the network is still offline.
        case delay = "the planned delay is over"

        /// A description of the reason.
        public var description: String { rawValue }
    }

    /// Returns this policy with delays that end early when the network is back.
    ///
    /// ```swift
    /// let policy = RetryPolicy.standard.waiting(whileOffline: reachability.isOffline)
    /// let network = Network(configuration: Network.Configuration(retryPolicy: policy))
    /// ```
    ///
    /// If an attempt has not reached the server, because there is no network, no address for the host name, or no
    /// connection, and the property is `true` during the delay that follows, the next attempt begins when the property
    /// becomes `false`, on the network's clock. The attempt begins at the latest when the planned delay is over. In all
    /// other cases the delay is as planned. The log tells which of the two ended the wait
    /// (``Network/Event/Kind/retryWaitEnded(_:)``).
    ///
    /// The first attempt is always made. The wait counts toward the deadline, and no delay is begun that exceeds it.
    ///
    /// - Parameter isOffline: `true` while the device has no network. It is observed during such delays only.
    /// - Returns: The policy with delays that end early.
    public func waiting(whileOffline isOffline: some PropertyProtocol<Bool>) -> RetryPolicy {
        waiting(OfflineState(of: isOffline, values: isOffline.producer))
    }

    /// Returns this policy with delays that end early when `state` says so.
    package func waiting(_ state: OfflineState) -> RetryPolicy {
        var policy = self
        policy.offlineState = state
        return policy
    }
}

/// The source that tells whether the device has no network. Two states of the same source are equal.
package struct OfflineState: Sendable, Hashable {
    private let source: any PropertyProtocol
    /// The current value, and then its changes. It is observed by starts only.
    let values: SignalProducer<Bool, Never>

    package init(of source: any PropertyProtocol, values: SignalProducer<Bool, Never>) {
        self.source = source
        self.values = values
    }

    package static func == (left: OfflineState, right: OfflineState) -> Bool { left.source === right.source }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(source))
    }
}
