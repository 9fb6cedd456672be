import Dispatch

/// A scheduler that runs work on the main queue: immediately if it is scheduled there and none of its own work waits.
///
/// Unlike `UIScheduler`, which keeps the order of all its work, it does not wait for work of others. Media in memory
/// therefore appears at once, whatever else happens.
final class MainTurns: Scheduler {
    private static let key: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    private let count = Locked(0)

    var runsInOrder: Bool { true }

    func schedule(_ action: @escaping @Sendable () -> Void) -> (any Disposable)? {
        let ahead = count.modify { count in
            defer { count += 1 }
            return count
        }
        if ahead == 0, DispatchQueue.getSpecific(key: Self.key) == true {
            action()
            count.modify { $0 -= 1 }
            return nil
        }
        let work = AnyDisposable()
        QueueScheduler.main.schedule { [count] in
            if !work.isDisposed { action() }
            count.modify { $0 -= 1 }
        }
        return work
    }
}
