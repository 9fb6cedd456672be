extension SignalProducer {
    /// Starts the producer on a scheduler.
    ///
    /// Only the start moves to the scheduler: events are delivered where the producer sends them. If the start is
    /// disposed of before the scheduler runs it, the result is interrupted at once and the producer is not started.
    ///
    /// - Parameter scheduler: The scheduler that starts the producer.
    /// - Returns: A producer that sends the same events.
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
