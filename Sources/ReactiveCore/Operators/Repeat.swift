extension SignalProducer {
    /// Starts the producer a number of times, each time after the previous run has completed.
    ///
    /// ```
    /// source     ──1──2──|
    /// repeat(2)  ──1──2────1──2──|
    /// ```
    ///
    /// A failure or an interruption ends the repetition. Stack and memory use is constant even for a million
    /// synchronous repetitions.
    ///
    /// - Parameter count: The total number of starts. It must not be negative. If it is zero, the result completes
    ///   immediately.
    /// - Returns: A producer that sends the events of all runs.
    public func `repeat`(_ count: Int) -> SignalProducer {
        precondition(count >= 0, "A producer cannot be repeated \(count) times")
        guard count > 0 else { return .empty }
        return SignalProducer { sink, run in
            guard run.open(interrupt: { sink.terminate(.interrupted) }) else { return }
            Repeating(self, count: count, sink, run).begin()
        }
    }
}

/// One start of a producer that is repeated: a sequence of runs, one of which is active at a time.
private final class Repeating<Value: Sendable, Failure: Error>: Sendable {
    private let producer: SignalProducer<Value, Failure>
    private let sink: Sink<Value, Failure>
    private let run: Run
    private let current = SerialDisposable()
    private let trampoline = Trampoline()
    private let remainingCount: InlineLocked<Int>

    init(
        _ producer: SignalProducer<Value, Failure>,
        count: Int,
        _ sink: Sink<Value, Failure>,
        _ run: Run
    ) {
        self.producer = producer
        self.sink = sink
        self.run = run
        remainingCount = InlineLocked(count)
    }

    func begin() {
        run.adopt(current)
        startRound()
    }

    private func startRound() {
        trampoline.bounce {
            guard !run.isStopped else { return }
            let source = Run(feeding: run)
            current.inner = source
            producer.body(
                Sink(value: { self.run.send($0, to: self.sink) }, terminate: { self.receive($0) }),
                source
            )
        }
    }

    private func receive(_ termination: Termination<Failure>) {
        let isLast = remainingCount.withLock { count in
            count -= 1
            return count == 0
        }
        if case .completed = termination, !isLast { return startRound() }
        run.terminate(sink, with: termination)
    }
}
