extension SignalProducer {
    /// Delivers at most one value every `interval`: the first at once, then the latest of each interval at its end (R25).
    ///
    /// ```
    /// source    ──1─2─3───────4───|
    /// throttle  ──1─────3─────4───|
    /// ```
    ///
    /// Everything is delivered on the scheduler. A failure or an interruption of the source does not wait, and drops the
    /// value that does (R10); so does disposing of the start (R13). If the clock was turned back before the last delivery,
    /// the next value goes at once.
    ///
    /// - Parameters:
    ///   - interval: the time between two values; negative is zero.
    ///   - scheduler: measures the time, and is where all events are delivered.
    ///   - discardWhenCompleted: whether the completion drops the value that still waits. If not, that value is delivered
    ///     when it is due, and the completion follows it.
    public func throttle(
        _ interval: Duration,
        on scheduler: any TimedScheduler,
        discardWhenCompleted: Bool = true
    ) -> SignalProducer {
        SignalProducer { [body] sink, run in
            let (scheduler, source) = (scheduler.inOrder, Run(feeding: run))
            guard run.open(on: scheduler, over: source, interrupt: { sink.terminate(.interrupted) }) else { return }
            let trailing = Trailing(sink, of: run, on: scheduler, postponing: false)
            body(
                Sink { value in
                    trailing.hold(value) { last in
                        let now = scheduler.now
                        guard let last, last <= now else { return now }
                        return max(now, last.advanced(by: interval))
                    }
                } terminate: {
                    trailing.end($0, discardingValue: discardWhenCompleted)
                },
                source
            )
        }
    }
}

extension Signal {
    /// See ``SignalProducer/throttle(_:on:discardWhenCompleted:)``.
    public func throttle(
        _ interval: Duration,
        on scheduler: any TimedScheduler,
        discardWhenCompleted: Bool = true
    ) -> Signal {
        lift { $0.throttle(interval, on: scheduler, discardWhenCompleted: discardWhenCompleted) }
    }
}
