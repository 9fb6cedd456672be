extension SignalProducer {
    /// Sends at most one value per interval: the first value immediately, then the latest value of each interval at its
    /// end.
    ///
    /// ```
    /// source    ──1─2─3───────4───|
    /// throttle  ──1─────3─────4───|
    /// ```
    ///
    /// All events are delivered on the scheduler. A failure or an interruption of the source is delivered without delay
    /// and drops the pending value; so does disposing of the start. If the clock was turned back before the last
    /// delivery, the next value is sent immediately.
    ///
    /// - Parameters:
    ///   - interval: The minimum time between two values. Negative values are treated as zero.
    ///   - scheduler: The scheduler that measures the time and delivers all events.
    ///   - discardWhenCompleted: Whether the completion drops the pending value. If `false`, the value is sent when it
    ///     is due, followed by the completion.
    /// - Returns: A producer that sends at most one value per interval.
    public func throttle(
        _ interval: Duration,
        on scheduler: any TimedScheduler,
        discardWhenCompleted: Bool = true
    ) -> SignalProducer {
        SignalProducer { [body] sink, run in
            let (scheduler, source) = (scheduler.inOrder, Run(feeding: run))
            guard run.open(on: scheduler, over: source, interrupt: { sink.terminate(.interrupted) }) else { return }
            let pending = PendingValue(sink, of: run, on: scheduler, postponing: false)
            body(
                Sink { value in
                    pending.hold(value) { last in
                        let now = scheduler.now
                        guard let last, last <= now else { return now }
                        return max(now, last.advanced(by: interval))
                    }
                } terminate: {
                    pending.end($0, discardingValue: discardWhenCompleted)
                },
                source
            )
        }
    }
}

extension Signal {
    /// Sends at most one value per interval: the first value immediately, then the latest value of each interval at its
    /// end.
    ///
    /// For more information, see ``SignalProducer/throttle(_:on:discardWhenCompleted:)``.
    ///
    /// - Parameters:
    ///   - interval: The minimum time between two values. Negative values are treated as zero.
    ///   - scheduler: The scheduler that measures the time and delivers all events.
    ///   - discardWhenCompleted: Whether the completion drops the pending value. If `false`, the value is sent when it
    ///     is due, followed by the completion.
    /// - Returns: A signal that sends at most one value per interval.
    public func throttle(
        _ interval: Duration,
        on scheduler: any TimedScheduler,
        discardWhenCompleted: Bool = true
    ) -> Signal {
        lift { $0.throttle(interval, on: scheduler, discardWhenCompleted: discardWhenCompleted) }
    }
}
