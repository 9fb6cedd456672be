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
        DispatchDescriptors.open()
    }

    @discardableResult
    @available(swift, introduced: 6)
    public func schedule(_ action: @escaping @Sendable () -> Void) -> (any Disposable)? {
        let work = AnyDisposable()
        let turn: @Sendable () -> Void = {
            if !work.isDisposed { action() }
        }
        if DispatchDescriptors.areReady {
            queue.async(execute: turn)
        } else {
            DispatchDescriptors.whenOpen { [queue] in queue.async(execute: turn) }
        }
        return work
    }
}
