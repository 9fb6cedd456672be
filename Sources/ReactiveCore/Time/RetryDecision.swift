/// What to do about a failure.
public enum RetryDecision: Sendable, Hashable {
    /// Start the producer again after this time.
    case retry(after: Duration)
    /// Pass the failure on.
    case stop
}
