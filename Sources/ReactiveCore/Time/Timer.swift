extension SignalProducer where Value == SchedulerInstant, Failure == Never {
    /// Creates a producer that sends the time of its scheduler repeatedly until it is disposed of.
    ///
    /// ```
    /// timer  ────t1────t2────t3──
    /// ```
    ///
    /// The first value is sent one interval after the start. The times keep to a grid and do not drift.
    ///
    /// - Parameters:
    ///   - interval: The time between two values. It must be positive.
    ///   - scheduler: The scheduler that measures the time and sends the values.
    ///   - leeway: The time by which a value may be late to save energy.
    /// - Returns: A producer of the scheduler's times.
    public static func timer(
        interval: Duration,
        on scheduler: any TimedScheduler,
        leeway: Duration = .zero
    ) -> SignalProducer {
        require(interval > .zero, "A timer needs a positive interval, not \(interval)")
        return SignalProducer { sink, run in
            guard run.open(interrupt: { sink.terminate(.interrupted) }) else { return }
            let scheduler = scheduler.inOrder
            run.add(
                scheduler.schedule(after: interval, interval: interval, leeway: leeway) {
                    run.send(scheduler.now, to: sink)
                }
            )
        }
    }
}

extension SignalProducer where Failure == Never {
    /// Creates a producer that sends the elements of a sequence at regular intervals and then completes.
    ///
    /// ```
    /// interval  ────a────b────c────|
    /// ```
    ///
    /// The first value is sent one interval after the start, and the completion one interval after the last value.
    ///
    /// - Parameters:
    ///   - elements: The values to send. The sequence is iterated one element at a time.
    ///   - interval: The time between two values. It must be positive.
    ///   - scheduler: The scheduler that measures the time and sends the values.
    /// - Returns: A producer of the elements.
    public static func interval<Elements: Sequence & Sendable>(
        _ elements: Elements,
        interval: Duration,
        on scheduler: any TimedScheduler
    ) -> SignalProducer where Elements.Element == Value {
        require(interval > .zero, "Values need a positive interval between them, not \(interval)")
        return SignalProducer { sink, run in
            guard run.open(interrupt: { sink.terminate(.interrupted) }) else { return }
            let iterator = Confined(elements.makeIterator(), to: run)
            run.add(
                scheduler.schedule(after: interval, interval: interval) {
                    run.post {
                        guard !run.isStopped else { return }
                        guard let element = iterator.state.next() else { return run.finish(sink, with: .completed) }
                        sink.value(element)
                    }
                }
            )
        }
    }
}

extension SignalProducer where Value == Int, Failure == Never {
    /// Creates a producer that counts 0, 1, 2, … at regular intervals until it is disposed of.
    ///
    /// - Parameters:
    ///   - interval: The time before the first value and between two values. It must be positive.
    ///   - scheduler: The scheduler that measures the time and sends the values.
    /// - Returns: A producer of increasing integers.
    public static func interval(_ interval: Duration, on scheduler: any TimedScheduler) -> SignalProducer {
        .interval(0..., interval: interval, on: scheduler)
    }
}
