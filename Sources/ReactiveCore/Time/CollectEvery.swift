extension SignalProducer {
    /// Collects values, and delivers those of each `interval` as an array at its end (R27).
    ///
    /// ```
    /// source          ──1──2─────────3──|
    /// collect(every:) ────[1,2]──[]──
    /// ```
    ///
    /// The intervals begin with the start, and keep to a grid. Everything is delivered on the scheduler. A failure or an
    /// interruption of the source does not wait, and drops what was collected (R10); so does disposing of the start (R13).
    /// Memory grows with the number of values in one interval.
    ///
    /// - Parameters:
    ///   - interval: how long to collect; must be positive.
    ///   - scheduler: measures the time, and is where all events are delivered.
    ///   - skipEmpty: whether an interval without values delivers nothing, in place of an empty array.
    ///   - discardWhenCompleted: whether the completion drops what was collected in the last interval. If not, that is
    ///     delivered at the end of the interval, and the completion follows it.
    public func collect(
        every interval: Duration,
        on scheduler: any TimedScheduler,
        skipEmpty: Bool = false,
        discardWhenCompleted: Bool = true
    ) -> SignalProducer<[Value], Failure> {
        precondition(interval > .zero, "Values can only be collected over a positive interval, not \(interval)")
        return SignalProducer<[Value], Failure> { [body] sink, run in
            let (scheduler, source) = (scheduler.inOrder, Run(feeding: run))
            guard run.open(on: scheduler, over: source, interrupt: { sink.terminate(.interrupted) }) else { return }
            let state = Locked(CollectedInterval<Value>())
            run.add(
                scheduler.schedule(after: interval, interval: interval) {
                    let collected = state.withLock { $0.take() }
                    if !skipEmpty || !collected.values.isEmpty { run.send(collected.values, to: sink) }
                    if collected.isLast { run.terminate(sink, with: .completed) }
                }
            )
            body(
                Sink { value in
                    state.withLock { $0.values.append(value) }
                } terminate: { termination in
                    if case .completed = termination, !discardWhenCompleted {
                        state.withLock { $0.isLast = true }
                    } else {
                        scheduler.schedule { run.terminate(sink, with: termination) }
                    }
                },
                source
            )
        }
    }
}

/// What was collected since the last delivery.
private struct CollectedInterval<Value: Sendable> {
    var values: [Value] = []
    /// Whether the source has completed.
    var isLast = false

    mutating func take() -> CollectedInterval {
        defer { values = [] }
        return self
    }
}

extension Signal {
    /// See ``SignalProducer/collect(every:on:skipEmpty:discardWhenCompleted:)``.
    public func collect(
        every interval: Duration,
        on scheduler: any TimedScheduler,
        skipEmpty: Bool = false,
        discardWhenCompleted: Bool = true
    ) -> Signal<[Value], Failure> {
        lift {
            $0.collect(
                every: interval,
                on: scheduler,
                skipEmpty: skipEmpty,
                discardWhenCompleted: discardWhenCompleted
            )
        }
    }
}
