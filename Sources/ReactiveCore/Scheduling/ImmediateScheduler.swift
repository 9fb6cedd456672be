/// A scheduler that runs work immediately, on the calling thread.
public final class ImmediateScheduler: Scheduler {
    /// Creates an immediate scheduler.
    public init() {}

    /// A Boolean value that is always `true`: work is finished before more work can be scheduled.
    public var runsInOrder: Bool { true }

    /// Runs a closure before returning.
    ///
    /// - Parameter action: The closure to run.
    /// - Returns: Always `nil`, because nothing is left to cancel.
    @_disfavoredOverload
    @discardableResult
    public func schedule(_ action: @escaping @Sendable () -> Void) -> (any Disposable)? {
        action()
        return nil
    }
}
