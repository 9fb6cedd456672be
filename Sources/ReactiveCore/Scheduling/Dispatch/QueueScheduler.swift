import Dispatch

/// A scheduler that runs work on a serial dispatch queue, first in, first out.
///
/// Time is monotonic: setting the wall clock does not affect it. Work that is disposed of before it begins never runs.
///
/// On Linux, Dispatch opens four file descriptors when it is first used, and terminates a process that has none left.
public final class QueueScheduler: TimedScheduler {
    /// A scheduler that always dispatches work to the main queue.
    ///
    /// For work that may run immediately on the main queue, use ``UIScheduler``. Both tell if that queue does not run.
    public static let main = QueueScheduler(targeting: .main, name: "QueueScheduler.main")

    /// A shared scheduler, which is the default clock of every API that takes one.
    public static let shared = QueueScheduler(qos: .userInitiated, name: "QueueScheduler.shared")

    /// The queue that the work runs on.
    public let queue: DispatchQueue
    private let isMain: Bool
    private let timers: TimerQueue
    private let work: SerialWorkQueue

    /// Creates a scheduler with its own serial queue.
    ///
    /// - Parameters:
    ///   - qos: The quality of service of the work. By default, it is unspecified and follows the code that schedules
    ///     the work.
    ///   - name: The name of the queue in a debugger.
    ///   - target: The target queue, or `nil` to let the system choose.
    public init(
        qos: DispatchQoS = .unspecified,
        name: String = "ReactiveCore.QueueScheduler",
        targeting target: DispatchQueue? = nil
    ) {
        queue = DispatchQueue(label: name, qos: qos, target: target)
        isMain = target === DispatchQueue.main
        timers = TimerQueue(queue: queue)
        work = SerialWorkQueue(queue: queue) { [timers] in timers.fire() }
    }

    private convenience init(targeting queue: DispatchQueue, name: String) {
        self.init(qos: .userInteractive, name: name, targeting: queue)
    }

    /// A Boolean value that is always `true`: the queue is serial.
    public var runsInOrder: Bool { true }

    /// Runs a closure on the queue after all work that was scheduled before.
    ///
    /// Work that is scheduled while the queue is busy with earlier work runs in the same turn of the queue. It may
    /// therefore overtake a block that was dispatched directly to ``queue``, but such a block always runs after the
    /// work that was scheduled before it.
    ///
    /// - Parameter action: The closure to run.
    /// - Returns: A disposable that prevents the closure from running if it has not begun.
    @_disfavoredOverload
    @discardableResult
    public func schedule(_ action: @escaping @Sendable () -> Void) -> (any Disposable)? {
        if isMain { MainQueueWatch.begin() }
        return work.add(action)
    }

    /// The time since the machine started, as measured by `DispatchTime`.
    public var now: SchedulerInstant { timers.now }

    /// Runs a closure on the queue at a given time, never earlier.
    ///
    /// Work for the same time runs in the order of scheduling. Pending work that is not disposed of keeps the scheduler
    /// alive.
    ///
    /// - Parameters:
    ///   - time: The time to run at.
    ///   - action: The closure to run.
    /// - Returns: A disposable that prevents the closure from running if it has not begun.
    @_disfavoredOverload
    @discardableResult
    public func schedule(at time: SchedulerInstant, _ action: @escaping @Sendable () -> Void) -> (any Disposable)? {
        timers.schedule(at: time) { [self] in withExtendedLifetime(self, action) }
    }
}
