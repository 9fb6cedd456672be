/// What happens to values that arrive faster than they are taken.
public enum BufferingPolicy: Sendable, Hashable {
    /// Keeps the newest `limit` values, and drops the oldest one for a new one.
    case dropOldest(limit: Int)
    /// Keeps the oldest `limit` values, and drops the new one.
    case dropNewest(limit: Int)
    /// Keeps everything; memory grows with what the consumer does not take.
    case unbounded

    /// Enough for any burst that is not a mistake, and bounded: the newest 65,536 values.
    public static let standard = BufferingPolicy.dropOldest(limit: 65_536)

    /// The number of values that are kept at most, if there is a limit.
    var limit: Int? {
        switch self {
        case .dropOldest(let limit), .dropNewest(let limit): limit
        case .unbounded: nil
        }
    }
}
