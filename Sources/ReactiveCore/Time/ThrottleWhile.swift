extension SignalProducer {
    /// Keeps only the latest value while a property is `true`, and sends it when the property becomes `false`.
    ///
    /// ```
    /// source           ──1─────2──3─────4──|
    /// isPaused         ─────true────false
    /// throttle(while:) ──1──────────3───4──|
    /// ```
    ///
    /// All events are delivered on the scheduler, in order. The end of the source does not wait for the pause to end
    /// and drops the pending value. A property that was released keeps its last value.
    ///
    /// - Parameters:
    ///   - isPaused: A property that is `true` while values must wait. It is not kept alive.
    ///   - scheduler: The scheduler that delivers all events.
    /// - Returns: A producer that sends no values while `isPaused` is `true`.
    public func throttle(
        while isPaused: some PropertyProtocol<Bool>,
        on scheduler: any Scheduler
    ) -> SignalProducer {
        // Capture only the property's producer, so that the property is not kept alive.
        let isPaused = isPaused.producer
        return SignalProducer { [body] sink, run in
            let scheduler = scheduler.inOrder
            let (source, gate) = (Run(feeding: run), Run(feeding: run))
            guard run.open(on: scheduler, over: source, interrupt: { sink.terminate(.interrupted) }) else { return }
            // Values and pauses come from different threads. Both pass through the gate, so that their order on the
            // scheduler is the order of the decisions.
            _ = gate.open(interrupt: nil)
            let pause = Confined(Pause<Value>(), to: gate)
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

/// The state of `throttle(while:)`.
private struct Pause<Value: Sendable> {
    var isOn = false
    var latest: Value?

    /// Processes a value, and returns it if it can be sent now.
    mutating func admit(_ value: Value) -> Value? {
        guard isOn else { return value }
        latest = value
        return nil
    }

    /// Begins or ends the pause, and returns the value that has waited for its end.
    mutating func set(_ isOn: Bool) -> Value? {
        self.isOn = isOn
        guard !isOn else { return nil }
        defer { latest = nil }
        return latest
    }
}

extension Signal {
    /// Keeps only the latest value while a property is `true`, and sends it when the property becomes `false`.
    ///
    /// For more information, see ``SignalProducer/throttle(while:on:)``.
    ///
    /// - Parameters:
    ///   - isPaused: A property that is `true` while values must wait. It is not kept alive.
    ///   - scheduler: The scheduler that delivers all events.
    /// - Returns: A signal that sends no values while `isPaused` is `true`.
    public func throttle(while isPaused: some PropertyProtocol<Bool>, on scheduler: any Scheduler) -> Signal {
        lift { $0.throttle(while: isPaused, on: scheduler) }
    }
}
