/// The one value of a start that waits for its time: what `debounce` and `throttle` have in common.
///
/// The source's side calls ``hold(_:until:)`` and ``end(_:discardingValue:)``, one at a time; what they decide happens on the
/// scheduler.
final class Trailing<Value: Sendable, Failure: Error>: Sendable {
    private struct State {
        var value: Value?
        var due: SchedulerInstant?
        var sent: SchedulerInstant?
        var isCompleted = false
        /// Tells the timer that counts from one that was replaced while it was about to run.
        var turn = 0
    }

    /// What became of a value that is to wait.
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

    /// - Parameter isPostponing: whether a value that is due later than the one it replaces has to wait for that, in place of
    ///   taking over the time of the other.
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

    /// Has `value` sent in place of the one that still waits.
    ///
    /// - Parameter due: says when, given the time at which the last value was due that was sent. It is asked again if a value
    ///   is sent meanwhile, so that what it has read of the clock is never older than what it is given.
    func hold(_ value: Value, until due: (_ lastSent: SchedulerInstant?) -> SchedulerInstant) {
        var place: Place
        var time: SchedulerInstant
        repeat {
            let sent = state.withLock { $0.sent }
            time = due(sent)
            place = put(value, at: time, unlessSentSince: sent)
        } while place == .isOutdated
        guard case .needsTimer(let turn) = place else { return }
        // What is due at once takes the way of the termination, which could else overtake it.
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
            // The replaced value is released outside the lock: its end may be user code.
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

    /// Ends the run on the scheduler; after the value that waits, if the source has completed and the value is to be kept.
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
