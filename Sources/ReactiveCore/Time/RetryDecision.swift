/// A decision about a failure.
public enum RetryDecision: Sendable, Hashable {
    /// Restarts the producer after a delay.
    case retry(after: Duration)
    /// Forwards the failure.
    case stop
}
