import Dispatch

/// The delayed work of one dispatch queue, behind a single system timer.
///
/// Scheduling and canceling cost a heap insertion and a flag; the system timer changes only when the earliest time
/// does. Thousands of deadlines that are mostly canceled, such as those of requests, need no system calls.
final class TimerQueue: Sendable {
    private struct State: Sendable {
        var queue = TimedQueue()
        var armedFor: SchedulerInstant?
    }

    private let state = Locked(State())
    private let timer: any DispatchSourceTimer & Sendable

    init(queue: DispatchQueue) {
        timer = DispatchSource.makeTimerSource(flags: .strict, queue: queue) as! DispatchSource
        timer.setEventHandler { [weak self] in self?.fire() }
        timer.activate()
    }

    deinit { timer.cancel() }

    var now: SchedulerInstant {
        SchedulerInstant(offset: .nanoseconds(Int64(clamping: DispatchTime.now().uptimeNanoseconds)))
    }

    func schedule(at time: SchedulerInstant, _ action: @escaping @Sendable () -> Void) -> any Disposable {
        state.withLock { state in
            let entry = state.queue.insert(at: time, action)
            arm(&state, for: time)
            return entry
        }
    }

    /// Sets the system timer if `time` is earlier than its current time. Call it under the lock, so that two calls
    /// cannot cross.
    private func arm(_ state: inout State, for time: SchedulerInstant) {
        if let armed = state.armedFor, armed <= time { return }
        state.armedFor = time
        timer.schedule(deadline: Self.deadline(for: time), leeway: .nanoseconds(0))
    }

    /// Dispatch reserves the two highest bits of a time, so times more than 146 years away are treated as never.
    private static func deadline(for time: SchedulerInstant) -> DispatchTime {
        let nanoseconds = time.offset.attoseconds / 1_000_000_000
        let roundedUp = time.offset.attoseconds % 1_000_000_000 > 0 ? nanoseconds + 1 : nanoseconds
        guard roundedUp < 1 << 62 else { return .distantFuture }
        return DispatchTime(uptimeNanoseconds: UInt64(max(roundedUp, 1)))
    }

    /// Runs the work that is due now. Call it on the queue. Work that becomes due in the meantime waits for the next
    /// turn, so that a chain of zero delays does not block the queue.
    func fire() {
        let now = now
        while let entry = nextDue(at: now) { entry.take()?() }
    }

    private func nextDue(at now: SchedulerInstant) -> TimedQueue.Entry? {
        return state.withLock { state in
            if let entry = state.queue.popDue(at: now) { return entry }
            state.armedFor = nil
            if let next = state.queue.nextTime() { arm(&state, for: next) }
            return nil
        }
    }
}
