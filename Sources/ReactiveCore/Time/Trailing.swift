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

    private let state = Locked(State())
    private let timer = SerialDisposable()
    private let scheduler: any TimedScheduler
    private let run: Run
    private let sink: Sink<Value, Failure>

    init(_ sink: Sink<Value, Failure>, of run: Run, on scheduler: any TimedScheduler) {
        self.scheduler = scheduler
        self.run = run
        self.sink = sink
        run.adopt(timer)
    }

    /// When the value before was due that was sent last.
    var lastSent: SchedulerInstant? { state.withLock { $0.sent } }

    /// Has `value` sent at `time`, in place of the one that still waits.
    func hold(_ value: Value, until time: SchedulerInstant) {
        let (turn, _) = state.withLock { state -> (Int?, Value?) in
            // The replaced value is released outside the lock: its end may be user code.
            let replaced = state.value
            state.value = value
            guard replaced == nil || state.due != time else { return (nil, replaced) }
            state.due = time
            state.turn += 1
            return (state.turn, replaced)
        }
        guard let turn else { return }
        // What is due at once takes the way of the termination, which could else overtake it.
        timer.inner =
            if time <= scheduler.now {
                scheduler.schedule { self.send(turn) }
            } else {
                scheduler.schedule(at: time) { self.send(turn) }
            }
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
