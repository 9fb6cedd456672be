extension SignalProducer {
    /// Keeps only the latest value while `isPaused` is true, and delivers it when that becomes false (R28).
    ///
    /// ```
    /// source           ──1─────2──3─────4──|
    /// isPaused         ─────true────false
    /// throttle(while:) ──1──────────3───4──|
    /// ```
    ///
    /// Everything is delivered on the scheduler, in order. The end of the source does not wait for the pause to end, and
    /// drops the value that does. A property that is gone stays at its last value.
    ///
    /// - Parameters:
    ///   - isPaused: whether values have to wait.
    ///   - scheduler: where all events are delivered.
    public func throttle(
        while isPaused: some PropertyProtocol<Bool>,
        on scheduler: any Scheduler
    ) -> SignalProducer {
        // Of the property only what its producer needs: it is not kept alive.
        let isPaused = isPaused.producer
        return SignalProducer { [body] sink, run in
            let scheduler = scheduler.inOrder
            let (source, gate) = (Run(feeding: run), Run(feeding: run))
            guard run.open(on: scheduler, over: source, interrupt: { sink.terminate(.interrupted) }) else { return }
            // Values and pauses come from different threads: both pass the gate, so that their order on the scheduler is
            // that of the decisions.
            _ = gate.open(interrupt: nil)
            let pause = Guarded(Pause<Value>())
            @Sendable func send(_ value: Value) { scheduler.schedule { run.send(value, to: sink) } }
            isPaused.start(
                Sink { isPaused in
                    gate.post { if let value = pause.state.set(isPaused) { send(value) } }
                } terminate: { _ in
                },
                under: run
            )
            body(
                Sink { value in
                    gate.post { if let value = pause.state.admit(value) { send(value) } }
                } terminate: { termination in
                    gate.post {
                        pause.state.latest = nil
                        scheduler.schedule { run.terminate(sink, with: termination) }
                    }
                },
                source
            )
        }
    }
}

/// What `throttle(while:)` remembers.
private struct Pause<Value: Sendable> {
    var isOn = false
    var latest: Value?

    /// Takes a value in; returns it if it may go on.
    mutating func admit(_ value: Value) -> Value? {
        guard isOn else { return value }
        latest = value
        return nil
    }

    /// Begins or ends the pause; returns the value that has waited for that.
    mutating func set(_ isOn: Bool) -> Value? {
        self.isOn = isOn
        guard !isOn else { return nil }
        defer { latest = nil }
        return latest
    }
}

extension Signal {
    /// See ``SignalProducer/throttle(while:on:)``.
    public func throttle(while isPaused: some PropertyProtocol<Bool>, on scheduler: any Scheduler) -> Signal {
        lift { $0.throttle(while: isPaused, on: scheduler) }
    }
}
