/// A policy that determines which values to keep when they arrive faster than they are consumed.
public enum BufferingPolicy: Sendable, Hashable {
    /// Keeps the newest `limit` values and drops the oldest one when a new one arrives.
    case dropOldest(limit: Int)
    /// Keeps the oldest `limit` values and drops new ones.
    case dropNewest(limit: Int)
    /// Keeps all values. Memory grows with the number of values that the consumer has not taken.
    case unbounded

    /// The default policy, which keeps all values: nothing is lost unless you ask for it.
    public static let standard = BufferingPolicy.unbounded

    /// The maximum number of values to keep, or `nil` if there is no limit.
    var limit: Int? {
        switch self {
        case .dropOldest(let limit), .dropNewest(let limit): limit
        case .unbounded: nil
        }
    }
}
