/// Runs work at once, on the calling thread.
public final class ImmediateScheduler: Scheduler {
    /// A scheduler that never waits.
    public init() {}

    /// Runs `action` before it returns; there is nothing left to cancel.
    /// `true`: work is done before the next can be scheduled.
    public var runsInOrder: Bool { true }

    @discardableResult
    @available(swift, introduced: 6)
    public func schedule(_ action: @escaping @Sendable () -> Void) -> (any Disposable)? {
        action()
        return nil
    }
}
