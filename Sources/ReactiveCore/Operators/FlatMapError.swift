extension SignalProducer {
    /// Continues with another producer when this producer fails.
    ///
    /// ```
    /// source        ──1──2──✗
    /// replacement           ──8──9──|
    /// flatMapError  ──1──2────8──9──|
    /// ```
    ///
    /// The replacement is disposed of with the start that it belongs to. Completions and interruptions are forwarded.
    ///
    /// - Parameter replacement: A closure that returns the producer to continue with after a failure.
    /// - Returns: A producer that sends the events of the replacement after a failure.
    @_disfavoredOverload
    @inlinable
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

    /// Continues with a signal, a property, or another ``SignalProducerConvertible`` when this producer fails.
    ///
    /// - Parameter replacement: A closure that returns the stream to continue with after a failure.
    /// - Returns: A producer that sends the events of the replacement after a failure.
    @_disfavoredOverload
    @inlinable
    public func flatMapError<NewFailure: Error>(
        _ replacement: @escaping @Sendable (Failure) -> some SignalProducerConvertible<Value, NewFailure>
    ) -> SignalProducer<Value, NewFailure> {
        flatMapError { replacement($0).producer }
    }
}

extension Signal {
    /// Continues with a producer when this signal fails.
    ///
    /// For more information, see ``SignalProducer/flatMapError(_:)-((Failure)->SignalProducer<Value,NewFailure>)``.
    ///
    /// - Parameter replacement: A closure that returns the signal to continue with after a failure.
    /// - Returns: A signal that sends the events of the replacement after a failure.
    @_disfavoredOverload
    @inlinable
    public func flatMapError<NewFailure: Error>(
        _ replacement: @escaping @Sendable (Failure) -> SignalProducer<Value, NewFailure>
    ) -> Signal<Value, NewFailure> {
        lift { $0.flatMapError(replacement) }
    }

    /// Continues with a signal, a property, or another ``SignalProducerConvertible`` when this signal fails.
    ///
    /// For more information, see ``SignalProducer/flatMapError(_:)-((Failure)->SignalProducer<Value,NewFailure>)``.
    ///
    /// - Parameter replacement: A closure that returns the stream to continue with after a failure.
    /// - Returns: A signal that sends the events of the replacement after a failure.
    @_disfavoredOverload
    @inlinable
    public func flatMapError<NewFailure: Error>(
        _ replacement: @escaping @Sendable (Failure) -> some SignalProducerConvertible<Value, NewFailure>
    ) -> Signal<Value, NewFailure> {
        lift { $0.flatMapError { replacement($0).producer } }
    }
}
