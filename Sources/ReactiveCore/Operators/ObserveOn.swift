extension SignalProducer {
    /// Delivers every event on `scheduler`, in order.
    ///
    /// ```
    /// source       ──1──2──3──|
    /// observe(on:) ───1──2──3──|      each on the scheduler
    /// ```
    ///
    /// Each event is one piece of work on the scheduler (R24). Disposing of the start disposes of the source at once and
    /// drops what still waits; `interrupted` is then delivered on the scheduler, even if the source has completed (R13).
    @inlinable
    public func observe(on scheduler: any Scheduler) -> SignalProducer {
        observe(on: scheduler, startingIn: nil)
    }

    /// Delivers every event on `scheduler`, and starts this producer in `context`; in that of the chain if `nil`.
    @inlinable
    package func observe(on scheduler: any Scheduler, startingIn context: StartContext?) -> SignalProducer {
        SignalProducer { [body] sink, run in
            let (scheduler, source) = (scheduler.inOrder, Run(for: context ?? run.context))
            guard run.open(on: scheduler, over: source, interrupt: { sink.terminate(.interrupted) }) else { return }
            // An immediate scheduler delivers on the stack of the source, whose context is not the consumer's then.
            let isForeign = context != nil
            body(
                Sink { value in
                    scheduler.schedule {
                        if isForeign { run.inContext { run.send(value, to: sink) } } else { run.send(value, to: sink) }
                    }
                } terminate: { termination in
                    scheduler.schedule {
                        if isForeign {
                            run.inContext { run.terminate(sink, with: termination) }
                        } else {
                            run.terminate(sink, with: termination)
                        }
                    }
                },
                source
            )
        }
    }
}

extension Signal {
    /// See ``SignalProducer/observe(on:)``.
    @inlinable
    public func observe(on scheduler: any Scheduler) -> Signal {
        lift { $0.observe(on: scheduler) }
    }
}
