/// The connection that follows one that has ended.
package struct Reconnection: Sendable {
    package var delay: Duration
    /// The failure of the connection that has ended; `nil` if the server has ended it regularly.
    package var failure: Network.OperationError?

    package init(delay: Duration, failure: Network.OperationError? = nil) {
        self.delay = delay
        self.failure = failure
    }
}

extension Operation {
    /// Connects again after a delay, for a stream that outlives its connections. Each connection has a deadline of its
    /// own for its head, and counts as activity until then (E10, E15).
    func reconnect(_ next: Reconnection) {
        leaveConnecting()
        if let failure = next.failure { _ = attemptFailed(failure) } else { enter(.waitingToRetry) }
        record(.reconnecting(after: next.delay, next.failure))
        wait(next.delay) {
            if self.beginConnecting() { self.attempt() }
        }
    }
}
