/// What to do with a stream of streams: which of them run at the same time, and which of their events count.
///
/// | strategy | a new inner producer | its interruption | the result completes |
/// |---|---|---|---|
/// | ``merge``, ``concurrent(limit:)``, ``concat`` | runs, or waits in line for one of `limit` places | frees the place | when all have ended |
/// | ``latest`` | replaces the one before, which is disposed of first | counts as its completion | with the outer stream and the last one |
/// | ``race`` | runs until one of them sends any event | is forwarded, if it is the winner's | with the outer stream and the winner |
/// | ``throttle`` | is ignored while another one runs | is forwarded | when the outer stream and the running one have ended |
///
/// Under all of them the failure of an inner producer that counts is forwarded, and so is a failure or an interruption
/// of the outer stream, at once; all the others are then disposed of.
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

    /// All inner producers run at once; their values are forwarded as they come.
    public static let merge = FlattenStrategy(.merge(limit: .max))

    /// One inner producer runs at a time, in order; the others wait, however many they are.
    public static let concat = FlattenStrategy(.merge(limit: 1))

    /// Up to `limit` inner producers run at once; the others wait in order, however many they are.
    ///
    /// - Parameter limit: must be positive.
    public static func concurrent(limit: Int) -> FlattenStrategy {
        precondition(limit > 0, "Flattening needs a positive limit, not \(limit)")
        return FlattenStrategy(.merge(limit: limit))
    }

    /// Only the newest inner producer runs; a new one replaces it.
    public static let latest = FlattenStrategy(.latest)

    /// All inner producers run until one of them sends any event; that one goes on alone, and later ones are ignored.
    public static let race = FlattenStrategy(.race)

    /// An inner producer is ignored while another one runs.
    public static let throttle = FlattenStrategy(.throttle)
}
