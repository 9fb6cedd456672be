/// A policy that determines which values to keep when they arrive faster than they are consumed.
public enum BufferingPolicy: Sendable, Hashable {
    /// Keeps the newest `limit` values and drops the oldest one when a new one arrives.
    case dropOldest(limit: Int)
    /// Keeps the oldest `limit` values and drops new ones.
    case dropNewest(limit: Int)
    /// Keeps all values. Memory grows with the number of values that the consumer has not taken.
    case unbounded

    /// The default policy, which keeps the newest 65,536 values.
    ///
    /// The limit is large enough for any reasonable burst of values.
    public static let standard = BufferingPolicy.dropOldest(limit: 65_536)

    /// The maximum number of values to keep, or `nil` if there is no limit.
    var limit: Int? {
        switch self {
        case .dropOldest(let limit), .dropNewest(let limit): limit
        case .unbounded: nil
        }
    }
}
