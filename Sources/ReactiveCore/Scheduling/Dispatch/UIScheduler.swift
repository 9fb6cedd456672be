import Dispatch
import Synchronization

/// A scheduler that runs work on the main queue, immediately if possible.
///
/// Work that is scheduled on the main queue runs immediately if no other work of a UI scheduler is waiting. All other
/// work is dispatched to the main queue. All UI schedulers share one order. If work has waited for five seconds because
/// the main queue does not run, one notice for the whole process goes to standard error.
public final class UIScheduler: Scheduler {
    private static let waitingCount = Atomic<Int>(0)
    private static let mainQueueKey: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    /// Creates a scheduler for the main queue.
    public init() {}

    /// A Boolean value that is always `true`: all UI schedulers share one order.
    public var runsInOrder: Bool { true }

    /// Runs a closure on the main queue: immediately if possible, otherwise after the work that is already waiting.
    ///
    /// - Parameter action: The closure to run.
    /// - Returns: A disposable that prevents the closure from running if it has not begun, or `nil` if it has already
    ///   run.
    @_disfavoredOverload
    @discardableResult
    public func schedule(_ action: @escaping @Sendable () -> Void) -> (any Disposable)? {
        let isOnMain = DispatchQueue.getSpecific(key: Self.mainQueueKey) == true
        let ahead = Self.waitingCount.wrappingAdd(1, ordering: .acquiringAndReleasing).oldValue
        if isOnMain, ahead == 0 {
            action()
            Self.waitingCount.wrappingSubtract(1, ordering: .acquiringAndReleasing)
            return nil
        }
        let work = AnyDisposable()
        let turn: @Sendable () -> Void = {
            if !work.isDisposed {
                action()
                work.dispose()
            }
            Self.waitingCount.wrappingSubtract(1, ordering: .acquiringAndReleasing)
        }
        MainQueueWatch.begin()
        DispatchQueue.main.async(execute: turn)
        return work
    }
}
