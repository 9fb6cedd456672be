import ReactiveCore
import ReactiveNetworking

extension RetryPolicy {
    /// Returns this policy with delays that end early when the network is online again.
    ///
    /// ```swift
    /// let policy = RetryPolicy.standard.waitingUntilOnline(.shared)
    /// let network = Network(configuration: Network.Configuration(retryPolicy: policy))
    /// ```
    ///
    /// For more information, see `waiting(whileOffline:)`. If the status is unknown, the delay is as planned.
    ///
    /// - Parameter reachability: The state of the network. It is observed during such delays only.
    /// - Returns: The policy with delays that end early.
    public func waitingUntilOnline(_ reachability: Reachability) -> RetryPolicy {
        let status = reachability.status
        let isOffline = status.producer.filter { $0 != .unknown }.map { $0 == .offline }.skipRepeats()
        return waiting(OfflineState(of: status, values: isOffline))
    }

    /// Returns the standard policy with delays that end early when the network is online again.
    ///
    /// ```swift
    /// let configuration = Network.Configuration(retryPolicy: .waitingUntilOnline(.shared))
    /// ```
    ///
    /// - Parameter reachability: The state of the network. It is observed during such delays only.
    /// - Returns: The standard policy, changed by ``waitingUntilOnline(_:)-swift.method``.
    public static func waitingUntilOnline(_ reachability: Reachability) -> RetryPolicy {
        standard.waitingUntilOnline(reachability)
    }
}
