extension SignalProducer {
    /// Implements `repeat` and all forms of `retry`.
    ///
    /// - Parameter scheduler: The scheduler of the delays, or `nil` to start again without delay.
    @inlinable
    func restarting(
        on scheduler: (any TimedScheduler)?,
        _ decide: @escaping Restarting<Value, Failure>.Decide
    ) -> SignalProducer {
        SignalProducer { sink, run in
            guard run.open(interrupt: { sink.terminate(.interrupted) }) else { return }
            Restarting(self, sink, run, scheduler, decide).begin()
        }
    }
}

/// One start of a producer that is repeated or retried: a sequence of attempts, one of which is active at a time.
@usableFromInline
final class Restarting<Value: Sendable, Failure: Error>: Sendable {
    /// Decides at the end of an attempt. The first attempt has the number 1.
    @usableFromInline typealias Decide =
        @Sendable (_ end: Termination<Failure>, _ attempt: Int, _ previousDelay: Duration?) -> RetryDecision

    @usableFromInline
    struct State: Sendable {
        @usableFromInline var attempt = 0
        @usableFromInline var previousDelay: Duration?

        @inlinable init() {}
    }

    @usableFromInline let producer: SignalProducer<Value, Failure>
    @usableFromInline let sink: Sink<Value, Failure>
    @usableFromInline let run: Run
    @usableFromInline let scheduler: (any TimedScheduler)?
    @usableFromInline let decide: Decide
    @usableFromInline let current = SerialDisposable()
    @usableFromInline let trampoline = Trampoline()
    @usableFromInline let state = InlineLocked(State())

    @inlinable
    init(
        _ producer: SignalProducer<Value, Failure>,
        _ sink: Sink<Value, Failure>,
        _ run: Run,
        _ scheduler: (any TimedScheduler)?,
        _ decide: @escaping Decide
    ) {
        self.producer = producer
        self.sink = sink
        self.run = run
        self.scheduler = scheduler
        self.decide = decide
    }

    @inlinable
    func begin() {
        run.adopt(current)
        attempt()
    }

    @inlinable
    func attempt() {
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

    @inlinable
    func receive(_ termination: Termination<Failure>) {
        let (attempt, previousDelay) = state.withLock { state in
            state.attempt += 1
            return (state.attempt, state.previousDelay)
        }
        guard !run.isStopped, case .retry(let delay) = decide(termination, attempt, previousDelay) else {
            return run.terminate(sink, with: termination)
        }
        guard let scheduler else { return self.attempt() }
        state.withLock { $0.previousDelay = delay }
        run.schedule(on: scheduler, at: scheduler.now.advanced(by: max(delay, .zero))) { self.attempt() }
    }
}
