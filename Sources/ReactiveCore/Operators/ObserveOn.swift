extension SignalProducer {
    /// Delivers all events on a scheduler, in order.
    ///
    /// ```
    /// source       ──1──2──3──|
    /// observe(on:) ───1──2──3──|      each on the scheduler
    /// ```
    ///
    /// Each event is scheduled separately. Disposing of the start disposes of the source at once and drops pending
    /// events; `interrupted` is then delivered on the scheduler, even if the source has completed. A source that waits
    /// for a loop over ``values(buffering:)`` waits for the scheduler, too.
    ///
    /// - Parameter scheduler: The scheduler that delivers the events.
    /// - Returns: A producer that sends the same events on the scheduler.
    @inlinable
    public func observe(on scheduler: any Scheduler) -> SignalProducer {
        observe(on: scheduler, startingIn: nil)
    }

    /// Delivers all events on `scheduler`, and starts this producer in `context`, or in the context of the chain if it
    /// is `nil`.
    @inlinable
    package func observe(on scheduler: any Scheduler, startingIn context: StartContext?) -> SignalProducer {
        SignalProducer { [body] sink, run in
            let (scheduler, onTheWay) = (scheduler.inOrder, run.demandForKeeping())
            let source = Run(feeding: run, in: context, with: onTheWay)
            guard run.open(on: scheduler, over: source, interrupt: { sink.terminate(.interrupted) }) else { return }
            // An immediate scheduler delivers on the stack of the source, whose context then differs from the
            // consumer's.
            let isForeign = context != nil
            body(
                Sink { value in
                    onTheWay?.hold()
                    scheduler.schedule {
                        if isForeign { run.inContext { run.send(value, to: sink) } } else { run.send(value, to: sink) }
                        onTheWay?.release()
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
    /// Delivers all events on a scheduler, in order.
    ///
    /// For more information, see ``SignalProducer/observe(on:)``.
    ///
    /// - Parameter scheduler: The scheduler that delivers the events.
    /// - Returns: A signal that sends the same events on the scheduler.
    @inlinable
    public func observe(on scheduler: any Scheduler) -> Signal {
        lift { $0.observe(on: scheduler) }
    }
}
