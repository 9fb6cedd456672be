extension SignalProducer {
    /// Sends every event as a value, the terminal one included, and then completes.
    ///
    /// ```
    /// source       ──1──2──✗
    /// materialize  ──.value(1)──.value(2)──.failed|
    /// ```
    ///
    /// After the value that stands for an interruption of the source, the result is interrupted too. An interruption that the
    /// consumer asked for has no value (decision 6).
    @inlinable
    public func materialize() -> SignalProducer<Signal<Value, Failure>.Event, Never> {
        SignalProducer<Signal<Value, Failure>.Event, Never> { [body] sink, run in
            body(
                Sink { value in
                    sink.value(.value(value))
                } terminate: { termination in
                    guard case .interrupted = termination else {
                        return run.flush(CollectionOfOne(.init(termination)), to: sink, then: .completed)
                    }
                    if run.isCancelled { return sink.terminate(.interrupted) }
                    run.flush(CollectionOfOne(.interrupted), to: sink, then: .interrupted)
                },
                run
            )
        }
    }

    /// Sends every event as a value with the time since the start, the terminal one included, and then completes.
    ///
    /// ```
    /// source           ──1──────2──✗
    /// materialize(on:) ──(2s,1)─(5s,2)─(6s,failed)|
    /// ```
    ///
    /// `dematerialize()` turns these back into events. An interruption that the consumer asked for goes through as such
    /// (decision 6).
    ///
    /// - Parameter scheduler: tells the time, and nothing else: events arrive wherever the source sends them.
    @inlinable
    public func materialize(on scheduler: any TimedScheduler) -> SignalProducer<Recorded<Value, Failure>, Never> {
        SignalProducer<Recorded<Value, Failure>, Never> { sink, run in
            let start = scheduler.now
            self.materialize().map { Recorded(at: start.duration(to: scheduler.now), $0) }.body(sink, run)
        }
    }

    /// Sends every value and the failure as results, and then completes. Never fails.
    ///
    /// ```
    /// source              ──1──2──✗
    /// materializeResults  ──.success(1)──.success(2)──.failure|
    /// ```
    @inlinable
    public func materializeResults() -> SignalProducer<Result<Value, Failure>, Never> {
        SignalProducer<Result<Value, Failure>, Never> { [body] sink, run in
            body(
                Sink { value in
                    sink.value(.success(value))
                } terminate: { termination in
                    switch termination {
                    case .failed(let error): run.flush(CollectionOfOne(.failure(error)), to: sink, then: .completed)
                    case .completed: sink.terminate(.completed)
                    case .interrupted: sink.terminate(.interrupted)
                    }
                },
                run
            )
        }
    }
}

extension Signal {
    /// See ``SignalProducer/materialize()``.
    @inlinable
    public func materialize() -> Signal<Event, Never> {
        lift { $0.materialize() }
    }

    /// See ``SignalProducer/materialize(on:)``; the time is that since this call.
    @inlinable
    public func materialize(on scheduler: any TimedScheduler) -> Signal<Recorded<Value, Failure>, Never> {
        lift { $0.materialize(on: scheduler) }
    }

    /// See ``SignalProducer/materializeResults()``.
    @inlinable
    public func materializeResults() -> Signal<Result<Value, Failure>, Never> {
        lift { $0.materializeResults() }
    }
}
