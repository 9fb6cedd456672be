extension SignalProducer {
    /// Sends a value once no other value has followed it for an interval.
    ///
    /// ```
    /// source    ──1─2─3──────4─────────|
    /// debounce  ──────────3──────4─────|
    /// ```
    ///
    /// All events are delivered on the scheduler. A failure or an interruption of the source is delivered without delay
    /// and drops the pending value; so does disposing of the start.
    ///
    /// - Parameters:
    ///   - interval: The time without values that must pass. Negative values are treated as zero.
    ///   - scheduler: The scheduler that measures the time and delivers all events.
    ///   - discardWhenCompleted: Whether the completion drops the pending value. If `false`, the value is sent when it
    ///     is due, followed by the completion.
    /// - Returns: A producer that sends the values that no other value follows in time.
    public func debounce(
        _ interval: Duration,
        on scheduler: any TimedScheduler,
        discardWhenCompleted: Bool = true
    ) -> SignalProducer {
        SignalProducer { [body] sink, run in
            let (scheduler, source) = (scheduler.inOrder, Run(feeding: run))
            guard run.open(on: scheduler, over: source, interrupt: { sink.terminate(.interrupted) }) else { return }
            let pending = PendingValue(sink, of: run, on: scheduler, postponing: true)
            body(
                Sink { value in
                    pending.hold(value) { _ in scheduler.now.advanced(by: max(interval, .zero)) }
                } terminate: {
                    pending.end($0, discardingValue: discardWhenCompleted)
                },
                source
            )
        }
    }
}

extension Signal {
    /// Sends a value once no other value has followed it for an interval.
    ///
    /// For more information, see ``SignalProducer/debounce(_:on:discardWhenCompleted:)``.
    ///
    /// - Parameters:
    ///   - interval: The time without values that must pass. Negative values are treated as zero.
    ///   - scheduler: The scheduler that measures the time and delivers all events.
    ///   - discardWhenCompleted: Whether the completion drops the pending value. If `false`, the value is sent when it
    ///     is due, followed by the completion.
    /// - Returns: A signal that sends the values that no other value follows in time.
    public func debounce(
        _ interval: Duration,
        on scheduler: any TimedScheduler,
        discardWhenCompleted: Bool = true
    ) -> Signal {
        lift { $0.debounce(interval, on: scheduler, discardWhenCompleted: discardWhenCompleted) }
    }
}
