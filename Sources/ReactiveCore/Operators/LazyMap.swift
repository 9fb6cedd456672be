extension SignalProducer {
    /// Transforms values on a scheduler, skipping those that are no longer the latest when the scheduler runs.
    ///
    /// ```
    /// source     ──1──2─3─4────5──|
    /// scheduler  ────────────•──────•
    /// lazyMap    ────────────40─────50|      { $0 * 10 }
    /// ```
    ///
    /// A value that is followed by another one before the scheduler runs is never transformed. All events are delivered
    /// on the scheduler. The end of the source follows the last value, except for an interruption, which drops the
    /// pending value. Disposing of the start drops the pending value and delivers `interrupted` on the scheduler, even
    /// if the source has completed.
    ///
    /// - Parameters:
    ///   - scheduler: The scheduler that runs `transform` and delivers all events.
    ///   - transform: A closure that transforms a value. It may be slow if the scheduler allows for it.
    /// - Returns: A producer of the transformed values.
    @_disfavoredOverload
    public func lazyMap<New: Sendable>(
        on scheduler: any Scheduler,
        transform: @escaping @Sendable (Value) -> New
    ) -> SignalProducer<New, Failure> {
        SignalProducer<New, Failure> { [body] sink, run in
            let (scheduler, source) = (scheduler.inOrder, Run(feeding: run))
            guard run.open(on: scheduler, over: source, interrupt: { sink.terminate(.interrupted) }) else { return }
            let latest = Locked(Value?.none)
            let transforming = Sink<Value, Failure>(value: { sink.value(transform($0)) }, terminate: sink.terminate)
            body(
                Sink { value in
                    guard latest.swap(value) == nil else { return }
                    scheduler.schedule { if let value = latest.swap(nil) { run.send(value, to: transforming) } }
                } terminate: { termination in
                    if case .interrupted = termination { latest.value = nil }
                    scheduler.schedule { run.terminate(sink, with: termination) }
                },
                source
            )
        }
    }
}

extension Signal {
    /// Transforms values on a scheduler, skipping those that are no longer the latest when the scheduler runs.
    ///
    /// For more information, see ``SignalProducer/lazyMap(on:transform:)``.
    ///
    /// - Parameters:
    ///   - scheduler: The scheduler that runs `transform` and delivers all events.
    ///   - transform: A closure that transforms a value. It may be slow if the scheduler allows for it.
    /// - Returns: A signal of the transformed values.
    @_disfavoredOverload
    public func lazyMap<New: Sendable>(
        on scheduler: any Scheduler,
        transform: @escaping @Sendable (Value) -> New
    ) -> Signal<New, Failure> {
        lift { $0.lazyMap(on: scheduler, transform: transform) }
    }
}
