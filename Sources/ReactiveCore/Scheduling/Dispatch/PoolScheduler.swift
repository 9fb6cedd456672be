import Dispatch

/// A scheduler that runs work concurrently on the system's thread pool.
///
/// The order of two pieces of work is undefined; use this scheduler for independent work such as parsing. Operators
/// that deliver events on it keep the events in order, one at a time, at a higher cost than on a ``QueueScheduler``.
public final class PoolScheduler: Scheduler {
    private let queue: DispatchQueue

    /// Creates a scheduler for the thread pool.
    ///
    /// - Parameter qos: The quality of service of the work.
    public init(qos: DispatchQoS.QoSClass = .default) {
        queue = .global(qos: qos)
    }

    /// Runs a closure on the thread pool as soon as a thread is available.
    ///
    /// - Parameter action: The closure to run.
    /// - Returns: A disposable that prevents the closure from running if it has not begun.
    @_disfavoredOverload
    @discardableResult
    public func schedule(_ action: @escaping @Sendable () -> Void) -> (any Disposable)? {
        let work = AnyDisposable()
        queue.async {
            if !work.isDisposed { action() }
        }
        return work
    }
}
