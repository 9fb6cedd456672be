extension SignalProducer where Value: EventProtocol, Failure == Never {
    /// Converts events that are sent as values back into events.
    ///
    /// This operator is the inverse of ``SignalProducer/materialize()``. The first terminal event ends the stream and
    /// stops the source.
    ///
    /// - Returns: A producer of the events.
    @inlinable
    public func dematerialize() -> SignalProducer<Value.Value, Value.Failure> {
        dematerializing { $0.event }
    }
}

extension SignalProducer where Failure == Never {
    /// Converts results that are sent as values back into values and a failure.
    ///
    /// This operator is the inverse of ``SignalProducer/materializeResults()``. The first failure ends the stream and
    /// stops the source.
    ///
    /// - Returns: A producer of the values and the failure.
    @inlinable
    public func dematerializeResults<Success: Sendable, NewFailure>() -> SignalProducer<Success, NewFailure>
    where Value == Result<Success, NewFailure> {
        dematerializing { result in
            switch result {
            case .success(let value): .value(value)
            case .failure(let error): .failed(error)
            }
        }
    }

    @inlinable
    func dematerializing<New, NewFailure>(
        _ event: @escaping @Sendable (Value) -> Signal<New, NewFailure>.Event
    ) -> SignalProducer<New, NewFailure> {
        SignalProducer<New, NewFailure> { [body] sink, run in
            body(
                Sink { value in
                    guard !run.isEnded else { return }
                    switch event(value) {
                    case .value(let value): sink.value(value)
                    case .failed(let error): run.finish(sink, with: .failed(error))
                    case .completed: run.finish(sink, with: .completed)
                    case .interrupted: run.finish(sink, with: .interrupted)
                    }
                } terminate: { termination in
                    if !run.isEnded { sink.terminate(termination.mapError(Never.promoted)) }
                },
                run
            )
        }
    }
}

extension Signal where Value: EventProtocol, Failure == Never {
    /// Converts events that are sent as values back into events.
    ///
    /// For more information, see ``SignalProducer/dematerialize()``.
    ///
    /// - Returns: A signal of the events.
    @inlinable
    public func dematerialize() -> Signal<Value.Value, Value.Failure> {
        lift { $0.dematerialize() }
    }
}

extension Signal where Failure == Never {
    /// Converts results that are sent as values back into values and a failure.
    ///
    /// For more information, see ``SignalProducer/dematerializeResults()``.
    ///
    /// - Returns: A signal of the values and the failure.
    @inlinable
    public func dematerializeResults<Success: Sendable, NewFailure>() -> Signal<Success, NewFailure>
    where Value == Result<Success, NewFailure> {
        lift { $0.dematerializeResults() }
    }
}
