/// A source that stops while its consumer has not taken the values that it was sent.
@usableFromInline
package protocol PacedSource: AnyObject, Sendable {
    /// Notes that the consumer has taken all values.
    func consumerCaughtUp()
}

extension Run {
    /// Lets `source` know when the consumer has taken all values.
    @usableFromInline
    func setPace(_ source: any PacedSource) {
        slow.withLock { if !hasEndedNow { $0.teardown.pacedSource = source } }
    }

    /// A Boolean value that indicates whether the source waits for the consumer.
    var isPaced: Bool { slow.withLock { $0.teardown.pacedSource != nil } }

    /// A Boolean value that indicates whether the consumer has not taken all values that it was sent.
    @usableFromInline var isBehind: Bool { slow.withLock { $0.isBehind } }

    /// Notes that a value waits for the consumer.
    func fallBehind() { slow.withLock { $0.isBehind = true } }

    /// Notes that no value waits for the consumer any more.
    ///
    /// - Returns: The source that waits for this, to be notified outside all locks.
    func catchUp() -> (any PacedSource)? {
        slow.withLock { slow in
            slow.isBehind = false
            return slow.teardown.pacedSource
        }
    }
}

extension StartOutput {
    /// Lets `source` know when the consumer has taken all values that it was sent. A consumer that keeps values until
    /// they are asked for then drops none by default.
    @inlinable
    package func pace(_ source: any PacedSource) { run.setPace(source) }

    /// A Boolean value that indicates whether the consumer keeps values that nobody has asked for yet.
    @inlinable package var consumerIsBehind: Bool { run.isBehind }
}
