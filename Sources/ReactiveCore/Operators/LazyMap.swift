extension SignalProducer {
    /// Transforms values on `scheduler`, and only those that are still the latest when it gets to them.
    ///
    /// ```
    /// source     ──1──2─3─4────5──|
    /// scheduler  ────────────•──────•
    /// lazyMap    ────────────40─────50|      { $0 * 10 }
    /// ```
    ///
    /// A value that is followed by another before the scheduler runs is never transformed. All events are delivered on the
    /// scheduler; the end of the source follows the last value, but for an interruption, which drops it. Disposing of the start
    /// drops what still waits, and `interrupted` is delivered on the scheduler, even if the source has completed (R13).
    ///
    /// - Parameters:
    ///   - scheduler: where `transform` runs and all events are delivered.
    ///   - transform: may be slow, if the scheduler is one that can bear it.
    @available(swift, introduced: 6)
    public func lazyMap<New: Sendable>(
        on scheduler: any Scheduler,
        transform: @escaping @Sendable (Value) -> New
    ) -> SignalProducer<New, Failure> {
        SignalProducer<New, Failure> { [body] sink, run in
            let (scheduler, source) = (scheduler.inOrder, Run(feeding: run))
            guard run.open(on: scheduler, over: source, interrupt: { sink.terminate(.interrupted) }) else { return }
            let latest = Locked(Value?.none)
            @Sendable func swap(_ value: Value?) -> Value? {
                latest.withLock { latest in
                    defer { latest = value }
                    return latest
                }
            }
            let transforming = Sink<Value, Failure>(value: { sink.value(transform($0)) }, terminate: sink.terminate)
            body(
                Sink { value in
                    guard swap(value) == nil else { return }
                    scheduler.schedule { if let value = swap(nil) { run.send(value, to: transforming) } }
                } terminate: { termination in
                    if case .interrupted = termination { _ = swap(nil) }
                    scheduler.schedule { run.terminate(sink, with: termination) }
                },
                source
            )
        }
    }
}

extension Signal {
    /// See ``SignalProducer/lazyMap(on:transform:)``.
    @available(swift, introduced: 6)
    public func lazyMap<New: Sendable>(
        on scheduler: any Scheduler,
        transform: @escaping @Sendable (Value) -> New
    ) -> Signal<New, Failure> {
        lift { $0.lazyMap(on: scheduler, transform: transform) }
    }
}
