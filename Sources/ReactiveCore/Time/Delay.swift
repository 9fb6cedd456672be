extension SignalProducer {
    /// Delivers values and the completion `interval` later, on `scheduler`, in order (R24).
    ///
    /// ```
    /// source  ──1──2──|
    /// delay   ─────1──2──|
    /// ```
    ///
    /// A failure or an interruption of the source does not wait: it is delivered on the scheduler as soon as that can, and
    /// drops the values that still wait (R10). Disposing of the start does the same with its `interrupted` (R13).
    ///
    /// - Parameters:
    ///   - interval: how much later; negative is zero.
    ///   - scheduler: measures the time, and is where all events are delivered.
    public func delay(_ interval: Duration, on scheduler: any TimedScheduler) -> SignalProducer {
        SignalProducer { [body] sink, run in
            let (scheduler, source) = (scheduler.inOrder, Run(feeding: run))
            guard run.open(on: scheduler, over: source, interrupt: { sink.terminate(.interrupted) }) else { return }
            @Sendable func later(_ action: @escaping @Sendable () -> Void) {
                run.schedule(on: scheduler, at: scheduler.now.advanced(by: max(interval, .zero)), action)
            }
            body(
                Sink { value in
                    later { run.send(value, to: sink) }
                } terminate: { termination in
                    switch termination {
                    case .completed: later { run.terminate(sink, with: .completed) }
                    case .failed, .interrupted: scheduler.schedule { run.terminate(sink, with: termination) }
                    }
                },
                source
            )
        }
    }
}

extension Signal {
    /// See ``SignalProducer/delay(_:on:)``.
    public func delay(_ interval: Duration, on scheduler: any TimedScheduler) -> Signal {
        lift { $0.delay(interval, on: scheduler) }
    }
}
