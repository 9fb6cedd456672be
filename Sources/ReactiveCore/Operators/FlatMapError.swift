extension SignalProducer {
    /// Goes on with another producer when this one fails.
    ///
    /// ```
    /// source        ──1──2──✗
    /// replacement           ──8──9──|
    /// flatMapError  ──1──2────8──9──|
    /// ```
    ///
    /// The replacement is disposed of with the start it belongs to, whatever the threads do (decision 4). Completion and
    /// interruption go through.
    @inlinable
    @available(swift, introduced: 6)
    public func flatMapError<NewFailure: Error>(
        _ replacement: @escaping @Sendable (Failure) -> SignalProducer<Value, NewFailure>
    ) -> SignalProducer<Value, NewFailure> {
        SignalProducer<Value, NewFailure> { [body] sink, run in
            guard run.open(interrupt: { sink.terminate(.interrupted) }) else { return }
            let current = SerialDisposable()
            run.adopt(current)
            let source = Run(feeding: run)
            current.inner = source
            body(
                Sink { value in
                    run.send(value, to: sink)
                } terminate: { termination in
                    switch termination {
                    case .failed(let error):
                        guard !run.isStopped else { return }
                        let substitute = Run(feeding: run)
                        current.inner = substitute
                        replacement(error).body(sink.entering(run), substitute)
                    case .completed: run.terminate(sink, with: .completed)
                    case .interrupted: run.terminate(sink, with: .interrupted)
                    }
                },
                source
            )
        }
    }

    /// Goes on with another producer, or a signal or property, when this one fails.
    @inlinable
    @_disfavoredOverload
    @available(swift, introduced: 6)
    public func flatMapError<NewFailure: Error>(
        _ replacement: @escaping @Sendable (Failure) -> some SignalProducerConvertible<Value, NewFailure>
    ) -> SignalProducer<Value, NewFailure> {
        flatMapError { replacement($0).producer }
    }
}

extension Signal {
    /// See ``SignalProducer/flatMapError(_:)-((Failure)->SignalProducer<Value,NewFailure>)``.
    @inlinable
    @available(swift, introduced: 6)
    public func flatMapError<NewFailure: Error>(
        _ replacement: @escaping @Sendable (Failure) -> SignalProducer<Value, NewFailure>
    ) -> Signal<Value, NewFailure> {
        lift { $0.flatMapError(replacement) }
    }

    /// See ``SignalProducer/flatMapError(_:)-((Failure)->SignalProducer<Value,NewFailure>)``.
    @inlinable
    @_disfavoredOverload
    @available(swift, introduced: 6)
    public func flatMapError<NewFailure: Error>(
        _ replacement: @escaping @Sendable (Failure) -> some SignalProducerConvertible<Value, NewFailure>
    ) -> Signal<Value, NewFailure> {
        lift { $0.flatMapError { replacement($0).producer } }
    }
}
