import Dispatch

/// Runs work on the system's pool of threads, several pieces at a time.
///
/// There is no order between two pieces of work: it is where independent work such as parsing runs. Operators that deliver
/// events on it keep these in order, one at a time; that costs more than a ``QueueScheduler`` does.
public final class PoolScheduler: Scheduler {
    private let queue: DispatchQueue

    /// A scheduler for the pool.
    ///
    /// - Parameter qos: how urgent the work is.
    public init(qos: DispatchQoS.QoSClass = .default) {
        queue = .global(qos: qos)
    }

    @discardableResult
    @available(swift, introduced: 6)
    public func schedule(_ action: @escaping @Sendable () -> Void) -> (any Disposable)? {
        let work = AnyDisposable()
        queue.async {
            if !work.isDisposed { action() }
        }
        return work
    }
}
