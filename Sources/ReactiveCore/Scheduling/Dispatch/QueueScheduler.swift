import Dispatch

/// Runs work on a serial dispatch queue, first in, first out.
///
/// Time is monotonic: it does not move when the wall clock is set. Work that was disposed of before it begins never runs.
///
/// On Linux the first scheduler of a process opens the four file descriptors that Dispatch needs. If there are fewer, work
/// waits until there are enough; with Dispatch alone the process would end.
public final class QueueScheduler: TimedScheduler {
    /// Work on the main queue, always by way of the queue; see ``UIScheduler`` for work that may run at once.
    public static let main = QueueScheduler(targeting: .main, name: "QueueScheduler.main")

    /// One scheduler for timing that nobody has given a scheduler for: the default clock of everything that takes one.
    public static let shared = QueueScheduler(qos: .userInitiated, name: "QueueScheduler.shared")

    /// The queue the work runs on.
    public let queue: DispatchQueue
    private let timers: TimerQueue
    private let backlog: Backlog

    /// A scheduler with a serial queue of its own.
    ///
    /// - Parameters:
    ///   - qos: how urgent the work is; unspecified by default, so that it is as urgent as the code that schedules it.
    ///   - name: what the queue is called in a debugger.
    ///   - target: the queue whose threads do the work; `nil` for the system's own choice.
    public init(
        qos: DispatchQoS = .unspecified,
        name: String = "ReactiveCore.QueueScheduler",
        targeting target: DispatchQueue? = nil
    ) {
        DispatchDescriptors.open()
        queue = DispatchQueue(label: name, qos: qos, target: target)
        timers = TimerQueue(queue: queue)
        backlog = Backlog(queue: queue) { [timers] in timers.fire() }
    }

    private convenience init(targeting queue: DispatchQueue, name: String) {
        self.init(qos: .userInteractive, name: name, targeting: queue)
    }

    /// `true`: the queue is serial.
    public var runsInOrder: Bool { true }

    /// Runs `action` on the queue, after what was scheduled before.
    ///
    /// What is scheduled while the queue is busy with earlier work follows in the same turn of the queue; something put on
    /// ``queue`` directly can be overtaken by it, but never finds undone what was scheduled before.
    ///
    /// - Returns: a disposable that keeps the action from running if it has not begun.
    @discardableResult
    @available(swift, introduced: 6)
    public func schedule(_ action: @escaping @Sendable () -> Void) -> (any Disposable)? {
        backlog.add(action)
    }

    /// The time since the machine started, as `DispatchTime` counts it.
    public var now: SchedulerInstant { timers.now }

    /// Runs `action` on the queue at `time`, never earlier; those of equal time in the order they were scheduled.
    ///
    /// The scheduler stays alive as long as something waits that was not disposed of.
    @discardableResult
    @available(swift, introduced: 6)
    public func schedule(at time: SchedulerInstant, _ action: @escaping @Sendable () -> Void) -> (any Disposable)? {
        timers.schedule(at: time) { [self] in withExtendedLifetime(self, action) }
    }
}
