extension SignalProducer where Value == SchedulerInstant, Failure == Never {
    /// Sends the time every `interval`, beginning one interval after the start, until it is disposed of.
    ///
    /// ```
    /// timer  ────t1────t2────t3──
    /// ```
    ///
    /// The times keep to a grid; they do not drift.
    ///
    /// - Parameters:
    ///   - interval: the time between two values; must be positive.
    ///   - scheduler: measures the time, and is where the values are sent.
    ///   - leeway: by how much a value may come late where that saves energy.
    public static func timer(
        interval: Duration,
        on scheduler: any TimedScheduler,
        leeway: Duration = .zero
    ) -> SignalProducer {
        precondition(interval > .zero, "A timer needs a positive interval, not \(interval)")
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
    /// Sends the elements of a sequence one `interval` apart, and completes one interval after the last.
    ///
    /// ```
    /// interval  ────a────b────c────|
    /// ```
    ///
    /// - Parameters:
    ///   - elements: what to send; asked for one element at a time.
    ///   - interval: the time between two values, and before the first; must be positive.
    ///   - scheduler: measures the time, and is where the values are sent.
    public static func interval<Elements: Sequence & Sendable>(
        _ elements: Elements,
        interval: Duration,
        on scheduler: any TimedScheduler
    ) -> SignalProducer where Elements.Element == Value {
        precondition(interval > .zero, "Values need a positive interval between them, not \(interval)")
        return SignalProducer { sink, run in
            guard run.open(interrupt: { sink.terminate(.interrupted) }) else { return }
            let iterator = Guarded(elements.makeIterator())
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
    /// Counts 0, 1, 2 …, one value every `interval`, until it is disposed of.
    public static func interval(_ interval: Duration, on scheduler: any TimedScheduler) -> SignalProducer {
        .interval(0..., interval: interval, on: scheduler)
    }
}
