/// A strategy for flattening a stream of streams: it determines which inner streams run and which events count.
///
/// | strategy | inner producers |
/// |---|---|
/// | ``merge`` | All run at the same time. |
/// | ``concurrent(limit:)`` | Up to `limit` run at the same time; the others wait. |
/// | ``concat`` | One runs at a time; the others wait. |
/// | ``latest`` | A new one replaces the previous one, which is disposed of first. |
/// | ``race`` | All run until one of them sends an event; the others are then disposed of. |
/// | ``throttle`` | A new one is ignored while another one runs. |
///
/// An interruption of an inner producer counts as its completion under ``merge``, ``concurrent(limit:)``, ``concat``
/// and ``latest``. It is forwarded under ``throttle``, and if it is the winner's under ``race``. The result completes
/// when the outer stream and all inner producers that count have ended.
///
/// Under every strategy, a failure of an inner producer that counts is forwarded at once, and so is a failure or an
/// interruption of the outer stream. All inner producers are then disposed of.
public struct FlattenStrategy: Sendable, Hashable {
    @usableFromInline
    enum Kind: Sendable, Hashable {
        case merge(limit: Int)
        case latest
        case race
        case throttle
    }

    @usableFromInline let kind: Kind

    private init(_ kind: Kind) {
        self.kind = kind
    }

    /// A strategy that runs all inner producers at the same time.
    public static let merge = FlattenStrategy(.merge(limit: .max))

    /// A strategy that runs one inner producer at a time, in order.
    ///
    /// The others wait in a queue without a limit. An outer stream that can wait, such as a network stream, waits while
    /// inner producers do.
    public static let concat = FlattenStrategy(.merge(limit: 1))

    /// Returns a strategy that runs up to `limit` inner producers at the same time.
    ///
    /// The others wait in a queue without a limit. An outer stream that can wait, such as a network stream, waits while
    /// inner producers do.
    ///
    /// - Parameter limit: The greatest number of inner producers that run. It must be positive.
    /// - Returns: The strategy.
    public static func concurrent(limit: Int) -> FlattenStrategy {
        require(limit > 0, "Flattening needs a positive limit, not \(limit)")
        return FlattenStrategy(.merge(limit: limit))
    }

    /// A strategy that runs the newest inner producer only.
    public static let latest = FlattenStrategy(.latest)

    /// A strategy that runs all inner producers until one of them sends an event, and then that one only.
    ///
    /// Later inner producers are ignored.
    public static let race = FlattenStrategy(.race)

    /// A strategy that ignores an inner producer while another one runs.
    public static let throttle = FlattenStrategy(.throttle)
}
