/// Work that is rescheduled on a grid of times each time it runs.
///
/// The scheduled run owns the repetition, and not the reverse: dropping the disposable does not end the repetition, but
/// releasing the scheduler does.
final class RepeatingAction: Disposable {
    private struct State: Sendable {
        /// The action, or `nil` once the repetition was disposed of.
        var action: (@Sendable () -> Void)?
        weak var next: (any Disposable)?
        var plannedCount = 0
    }

    private let interval: Duration
    private let state: Locked<State>

    init(every interval: Duration, _ action: @escaping @Sendable () -> Void) {
        self.interval = interval
        state = Locked(State(action: action))
    }

    var isDisposed: Bool { state.withLock { $0.action == nil } }

    func dispose() {
        let (action, next) = state.withLock { state in
            defer { state.action = nil }
            return (state.action, state.next)
        }
        next?.dispose()
        // Release the action outside the lock: it may own an object that disposes of others.
        _ = action
    }

    func plan(at time: SchedulerInstant, on scheduler: some TimedScheduler) {
        let number = state.withLock { state in
            state.plannedCount += 1
            return state.plannedCount
        }
        let next = scheduler.schedule(at: time) { [weak scheduler] in
            guard let scheduler, let action = self.state.withLock({ $0.action }) else { return }
            // Plan the next run first, so that the action can cancel it by disposing of the repetition.
            self.plan(at: self.gridTime(following: time, now: scheduler.now), on: scheduler)
            action()
        }
        keep(next, number: number)
    }

    /// Stores the disposable of the next run, unless a later run was planned in the meantime on the scheduler's thread.
    private func keep(_ next: (any Disposable)?, number: Int) {
        let isDisposed = state.withLock { state in
            if state.plannedCount == number { state.next = next }
            return state.action == nil
        }
        if isDisposed { next?.dispose() }
    }

    private func gridTime(following time: SchedulerInstant, now: SchedulerInstant) -> SchedulerInstant {
        let late = time.duration(to: now)
        guard late >= interval else { return time.advanced(by: interval) }
        let steps = late.attoseconds / interval.attoseconds + 1
        return time.advanced(by: Duration(attoseconds: steps * interval.attoseconds))
    }
}
