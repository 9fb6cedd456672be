extension SignalProducer {
    /// Sends all events as values, including the terminal event, and then completes.
    ///
    /// ```
    /// source       ──1──2──✗
    /// materialize  ──.value(1)──.value(2)──.failed|
    /// ```
    ///
    /// After the value that represents an interruption of the source, the result is interrupted too. An interruption
    /// that is caused by disposing of the start is not sent as a value.
    ///
    /// - Returns: A producer of events, which never fails.
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

    /// Sends all events as values with the time since the start, including the terminal event, and then completes.
    ///
    /// ```
    /// source           ──1──────2──✗
    /// materialize(on:) ──(2s,1)─(5s,2)─(6s,failed)|
    /// ```
    ///
    /// `dematerialize()` converts the values back into events. An interruption that is caused by disposing of the start
    /// is not sent as a value.
    ///
    /// - Parameter scheduler: The scheduler that provides the time. Events are still delivered where the source sends
    ///   them.
    /// - Returns: A producer of recorded events, which never fails.
    @inlinable
    public func materialize(on scheduler: any TimedScheduler) -> SignalProducer<Recorded<Value, Failure>, Never> {
        SignalProducer<Recorded<Value, Failure>, Never> { sink, run in
            let start = scheduler.now
            self.materialize().map { Recorded(at: start.duration(to: scheduler.now), $0) }.body(sink, run)
        }
    }

    /// Sends all values and the failure as results, and then completes.
    ///
    /// ```
    /// source              ──1──2──✗
    /// materializeResults  ──.success(1)──.success(2)──.failure|
    /// ```
    ///
    /// - Returns: A producer of results, which never fails.
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
    /// Sends all events as values, including the terminal event, and then completes.
    ///
    /// For more information, see ``SignalProducer/materialize()``.
    ///
    /// - Returns: A signal of events, which never fails.
    @inlinable
    public func materialize() -> Signal<Event, Never> {
        lift { $0.materialize() }
    }

    /// Sends all events as values with the time since this call, including the terminal event, and then completes.
    ///
    /// For more information, see ``SignalProducer/materialize(on:)``.
    ///
    /// - Parameter scheduler: The scheduler that provides the time. Events are still delivered where the source sends
    ///   them.
    /// - Returns: A signal of recorded events, which never fails.
    @inlinable
    public func materialize(on scheduler: any TimedScheduler) -> Signal<Recorded<Value, Failure>, Never> {
        lift { $0.materialize(on: scheduler) }
    }

    /// Sends all values and the failure as results, and then completes.
    ///
    /// For more information, see ``SignalProducer/materializeResults()``.
    ///
    /// - Returns: A signal of results, which never fails.
    @inlinable
    public func materializeResults() -> Signal<Result<Value, Failure>, Never> {
        lift { $0.materializeResults() }
    }
}
