extension SignalProducer {
    /// Delivers a value once nothing has followed it for `interval` (R26).
    ///
    /// ```
    /// source    ──1─2─3──────4─────────|
    /// debounce  ──────────3──────4─────|
    /// ```
    ///
    /// Everything is delivered on the scheduler. A failure or an interruption of the source does not wait, and drops the
    /// value that does (R10); so does disposing of the start (R13).
    ///
    /// - Parameters:
    ///   - interval: how long it must stay quiet; negative is zero.
    ///   - scheduler: measures the time, and is where all events are delivered.
    ///   - discardWhenCompleted: whether the completion drops the value that still waits. If not, that value is delivered
    ///     when it is due, and the completion follows it.
    public func debounce(
        _ interval: Duration,
        on scheduler: any TimedScheduler,
        discardWhenCompleted: Bool = true
    ) -> SignalProducer {
        SignalProducer { [body] sink, run in
            let (scheduler, source) = (scheduler.inOrder, Run(feeding: run))
            guard run.open(on: scheduler, over: source, interrupt: { sink.terminate(.interrupted) }) else { return }
            let trailing = Trailing(sink, of: run, on: scheduler, postponing: true)
            body(
                Sink { value in
                    trailing.hold(value) { _ in scheduler.now.advanced(by: max(interval, .zero)) }
                } terminate: {
                    trailing.end($0, discardingValue: discardWhenCompleted)
                },
                source
            )
        }
    }
}

extension Signal {
    /// See ``SignalProducer/debounce(_:on:discardWhenCompleted:)``.
    public func debounce(
        _ interval: Duration,
        on scheduler: any TimedScheduler,
        discardWhenCompleted: Bool = true
    ) -> Signal {
        lift { $0.debounce(interval, on: scheduler, discardWhenCompleted: discardWhenCompleted) }
    }
}
