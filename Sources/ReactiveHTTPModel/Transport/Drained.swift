/// The counts at the end of a drain.
public struct Drained: Sendable, Equatable {
    /// The number of operations, or of exchanges of a transport, that ended by themselves since the drain began.
    public let finished: Int
    /// The number of those that were ended at the limit.
    public let interrupted: Int

    package init(finished: Int, interrupted: Int) {
        self.finished = finished
        self.interrupted = interrupted
    }
}
