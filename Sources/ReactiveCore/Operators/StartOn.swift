extension SignalProducer {
    /// Starts the producer on `scheduler`. Only the start moves: events arrive wherever the producer sends them.
    ///
    /// Disposing of the start before the scheduler gets to it interrupts at once, and nothing is ever started.
    @inlinable
    public func start(on scheduler: any Scheduler) -> SignalProducer {
        SignalProducer { [body] sink, run in
            guard run.open(interrupt: { sink.terminate(.interrupted) }) else { return }
            run.add(
                scheduler.schedule {
                    guard !run.isStopped else { return }
                    let source = Run(feeding: run)
                    run.adopt(source)
                    body(sink.entering(run), source)
                }
            )
        }
    }
}
