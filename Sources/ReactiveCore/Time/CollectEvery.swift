extension SignalProducer {
    /// Collects values and sends those of each interval as an array at its end.
    ///
    /// ```
    /// source          ──1──2─────────3──|
    /// collect(every:) ────[1,2]──[]──
    /// ```
    ///
    /// The intervals begin with the start and keep to a grid. All events are delivered on the scheduler. A failure or
    /// an interruption of the source is delivered without delay and drops the collected values; so does disposing of
    /// the start. Memory grows with the number of values in one interval.
    ///
    /// - Parameters:
    ///   - interval: The length of an interval. It must be positive.
    ///   - scheduler: The scheduler that measures the time and delivers all events.
    ///   - skipEmpty: Whether to send nothing, instead of an empty array, for an interval without values.
    ///   - discardWhenCompleted: Whether the completion drops the values of the last interval. If `false`, these values
    ///     are sent at the end of the interval, followed by the completion.
    /// - Returns: A producer that sends an array for each interval.
    public func collect(
        every interval: Duration,
        on scheduler: any TimedScheduler,
        skipEmpty: Bool = false,
        discardWhenCompleted: Bool = true
    ) -> SignalProducer<[Value], Failure> {
        require(interval > .zero, "Values can only be collected over a positive interval, not \(interval)")
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

/// The values collected since the last delivery.
private struct CollectedInterval<Value: Sendable> {
    var values: [Value] = []
    /// Indicates whether the source has completed.
    var isLast = false

    mutating func take() -> CollectedInterval {
        defer { values = [] }
        return self
    }
}

extension Signal {
    /// Collects values and sends those of each interval as an array at its end.
    ///
    /// For more information, see ``SignalProducer/collect(every:on:skipEmpty:discardWhenCompleted:)``.
    ///
    /// - Parameters:
    ///   - interval: The length of an interval. It must be positive.
    ///   - scheduler: The scheduler that measures the time and delivers all events.
    ///   - skipEmpty: Whether to send nothing, instead of an empty array, for an interval without values.
    ///   - discardWhenCompleted: Whether the completion drops the values of the last interval. If `false`, these values
    ///     are sent at the end of the interval, followed by the completion.
    /// - Returns: A signal that sends an array for each interval.
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
