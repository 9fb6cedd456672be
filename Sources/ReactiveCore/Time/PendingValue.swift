/// The single pending value of a start, shared by `debounce` and `throttle`.
///
/// The source's side calls ``hold(_:until:)`` and ``end(_:discardingValue:)``, one at a time. Their effects happen on
/// the scheduler.
final class PendingValue<Value: Sendable, Failure: Error>: Sendable {
    private struct State {
        var value: Value?
        var due: SchedulerInstant?
        var sent: SchedulerInstant?
        var isCompleted = false
        /// Distinguishes the current timer from one that was replaced when it was about to fire.
        var turn = 0
    }

    /// The outcome of storing a pending value.
    private enum Place: Equatable {
        case needsTimer(turn: Int)
        case hasTimer
        case isOutdated
    }

    private let state = Locked(State())
    private let timer = SerialDisposable()
    private let scheduler: any TimedScheduler
    private let run: Run
    private let sink: Sink<Value, Failure>
    private let isPostponing: Bool

    /// - Parameter isPostponing: Whether a value that is due later than the one it replaces waits until then, instead
    ///   of taking over the earlier time.
    init(
        _ sink: Sink<Value, Failure>,
        of run: Run,
        on scheduler: any TimedScheduler,
        postponing isPostponing: Bool
    ) {
        self.isPostponing = isPostponing
        self.scheduler = scheduler
        self.run = run
        self.sink = sink
        run.adopt(timer)
    }

    /// Schedules `value` in place of the pending value.
    ///
    /// - Parameter due: Returns the time to send the value at, given the time at which the last sent value was due. It
    ///   is called again if a value is sent in the meantime, so that the time it reads is never older than its
    ///   argument.
    func hold(_ value: Value, until due: (_ lastSent: SchedulerInstant?) -> SchedulerInstant) {
        var place: Place
        var time: SchedulerInstant
        repeat {
            let sent = state.withLock { $0.sent }
            time = due(sent)
            place = put(value, at: time, unlessSentSince: sent)
        } while place == .isOutdated
        guard case .needsTimer(let turn) = place else { return }
        // Schedule a value that is due now like the termination, which could otherwise overtake it.
        timer.inner =
            if time <= scheduler.now {
                scheduler.schedule { self.send(turn) }
            } else {
                scheduler.schedule(at: time) { self.send(turn) }
            }
    }

    private func put(_ value: Value, at time: SchedulerInstant, unlessSentSince sent: SchedulerInstant?) -> Place {
        let (place, _) = state.withLock { state -> (Place, Value?) in
            guard state.sent == sent else { return (.isOutdated, nil) }
            // Release the replaced value outside the lock: its deinitializer may be user code.
            let replaced = state.value
            state.value = value
            if replaced != nil, let due = state.due, isPostponing ? due == time : due <= time {
                return (.hasTimer, replaced)
            }
            state.due = time
            state.turn += 1
            return (.needsTimer(turn: state.turn), replaced)
        }
        return place
    }

    /// Ends the run on the scheduler. If the source has completed and the pending value is to be kept, the end follows
    /// that value.
    func end(_ termination: Termination<Failure>, discardingValue isDiscarding: Bool) {
        if case .completed = termination, !isDiscarding, mustWait() { return }
        scheduler.schedule { [run, sink] in run.terminate(sink, with: termination) }
    }

    private func mustWait() -> Bool {
        state.withLock { state in
            state.isCompleted = state.value != nil
            return state.isCompleted
        }
    }

    private func send(_ turn: Int) {
        let (value, isLast) = state.withLock { state -> (Value?, Bool) in
            guard state.turn == turn else { return (nil, false) }
            defer { state.value = nil }
            state.sent = state.due
            return (state.value, state.isCompleted)
        }
        if let value { run.send(value, to: sink) }
        if isLast { run.terminate(sink, with: .completed) }
    }
}
