import Dispatch
import Synchronization

/// Runs work on the main queue: at once if it is asked on the main queue and nothing of its own waits there, else by
/// way of the queue. All UI schedulers share one order (R31).
public final class UIScheduler: Scheduler {
    private static let waitingCount = Synchronization.Atomic<Int>(0)
    private static let mainQueueKey: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    /// A scheduler for the main queue.
    public init() {
        DispatchDescriptors.open()
    }

    /// `true`: there is one order for all UI schedulers.
    public var runsInOrder: Bool { true }

    @discardableResult
    @available(swift, introduced: 6)
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
        if DispatchDescriptors.areReady {
            DispatchQueue.main.async(execute: turn)
        } else {
            DispatchDescriptors.whenOpen { DispatchQueue.main.async(execute: turn) }
        }
        return work
    }
}
