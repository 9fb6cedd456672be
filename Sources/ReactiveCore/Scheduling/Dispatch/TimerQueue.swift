import Dispatch

/// The waiting work of one dispatch queue, behind a single system timer.
///
/// A start and a cancellation cost a heap insertion and a flag; the system timer moves only when the earliest time
/// does. Thousands of deadlines that are mostly cancelled, as those of requests are, cost no system calls.
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

    /// Sets the system timer, if `time` is earlier than what it is set to. Under the lock, so that two calls cannot cross.
    private func arm(_ state: inout State, for time: SchedulerInstant) {
        if let armed = state.armedFor, armed <= time { return }
        state.armedFor = time
        let (seconds, attoseconds) = max(time.offset, .zero).components
        let (nanoseconds, overflow) = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
        let deadline =
            overflow ? DispatchTime.distantFuture.uptimeNanoseconds : nanoseconds + UInt64(attoseconds / 1_000_000_000)
        timer.schedule(
            deadline: overflow ? .distantFuture : DispatchTime(uptimeNanoseconds: max(deadline, 1)),
            leeway: .nanoseconds(0)
        )
    }

    private func fire() {
        while let entry = nextDue() { entry.take()?() }
    }

    private func nextDue() -> TimedQueue.Entry? {
        let now = now
        return state.withLock { state in
            if let entry = state.queue.popDue(at: now) { return entry }
            state.armedFor = nil
            if let next = state.queue.nextTime() { arm(&state, for: next) }
            return nil
        }
    }
}
