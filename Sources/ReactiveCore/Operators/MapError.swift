extension SignalProducer {
    /// Transforms the failure.
    ///
    /// ```
    /// source    ──1──2──✗ a
    /// mapError  ──1──2──✗ b      { b(a) }
    /// ```
    ///
    /// - Parameter transform: A closure that transforms the failure.
    /// - Returns: A producer that sends the same values and fails with the transformed failure.
    @_disfavoredOverload
    @inlinable
    public func mapError<NewFailure: Error>(
        _ transform: @escaping @Sendable (Failure) -> NewFailure
    ) -> SignalProducer<Value, NewFailure> {
        SignalProducer<Value, NewFailure> { [body] sink, run in
            body(Sink(value: sink.value) { sink.terminate($0.mapError(transform)) }, run)
        }
    }
}

extension Signal {
    /// Transforms the failure.
    ///
    /// For more information, see ``SignalProducer/mapError(_:)``.
    ///
    /// - Parameter transform: A closure that transforms the failure.
    /// - Returns: A signal that sends the same values and fails with the transformed failure.
    @_disfavoredOverload
    @inlinable
    public func mapError<NewFailure: Error>(
        _ transform: @escaping @Sendable (Failure) -> NewFailure
    ) -> Signal<Value, NewFailure> {
        lift { $0.mapError(transform) }
    }
}
