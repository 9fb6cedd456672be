extension SignalProducer {
    /// Delivers values and the completion later by an interval, in order.
    ///
    /// ```
    /// source  ──1──2──|
    /// delay   ─────1──2──|
    /// ```
    ///
    /// A failure or an interruption of the source is not delayed: it is delivered on the scheduler as soon as possible
    /// and drops the values that are still pending. Disposing of the start has the same effect with `interrupted`.
    ///
    /// - Parameters:
    ///   - interval: The delay. Negative values are treated as zero.
    ///   - scheduler: The scheduler that measures the time and delivers all events.
    /// - Returns: A producer that sends the delayed values.
    public func delay(_ interval: Duration, on scheduler: any TimedScheduler) -> SignalProducer {
        SignalProducer { [body] sink, run in
            // Values that are asked for one by one keep their distances, too.
            let (scheduler, pending) = (scheduler.inOrder, run.demandForKeeping(1_024))
            let source = Run(feeding: run, with: pending)
            guard run.open(on: scheduler, over: source, interrupt: { sink.terminate(.interrupted) }) else { return }
            @Sendable func later(_ action: @escaping @Sendable () -> Void) {
                run.schedule(on: scheduler, at: scheduler.now.advanced(by: max(interval, .zero)), action)
            }
            body(
                Sink { value in
                    pending?.hold()
                    later {
                        run.send(value, to: sink)
                        pending?.release()
                    }
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
    /// Delivers values and the completion later by an interval, in order.
    ///
    /// For more information, see ``SignalProducer/delay(_:on:)``.
    ///
    /// - Parameters:
    ///   - interval: The delay. Negative values are treated as zero.
    ///   - scheduler: The scheduler that measures the time and delivers all events.
    /// - Returns: A signal that sends the delayed values.
    public func delay(_ interval: Duration, on scheduler: any TimedScheduler) -> Signal {
        lift { $0.delay(interval, on: scheduler) }
    }
}
