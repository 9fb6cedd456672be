extension SignalProducer {
    /// Transforms each value with an operation that can fail.
    ///
    /// The first failure ends the stream and stops the source.
    ///
    /// ```
    /// source      ──"1"──"2"──"x"──"4"──|
    /// attemptMap  ──1────2────✗
    /// ```
    ///
    /// - Parameter transform: A closure that returns the transformed value or a failure.
    /// - Returns: A producer of the transformed values, which fails with the first failure of `transform`.
    @_disfavoredOverload
    @inlinable
    public func attemptMap<New: Sendable>(
        _ transform: @escaping @Sendable (Value) -> Result<New, Failure>
    ) -> SignalProducer<New, Failure> {
        attempting({ $0 }, transform)
    }

    /// Implements all forms; `lift` converts a failure of the source to one of the result.
    @inlinable
    func attempting<New, NewFailure>(
        _ lift: @escaping @Sendable (Failure) -> NewFailure,
        _ transform: @escaping @Sendable (Value) -> Result<New, NewFailure>
    ) -> SignalProducer<New, NewFailure> {
        SignalProducer<New, NewFailure> { [body] sink, run in
            body(
                Sink { value in
                    guard !run.isEnded else { return }
                    switch transform(value) {
                    case .success(let new): sink.value(new)
                    case .failure(let error): run.finish(sink, with: .failed(error))
                    }
                } terminate: { termination in
                    if !run.isEnded { sink.terminate(termination.mapError(lift)) }
                },
                run
            )
        }
    }
}

extension SignalProducerProtocol where Failure == any Error {
    /// Transforms each value with an operation that can throw.
    ///
    /// The first thrown error ends the stream and stops the source.
    ///
    /// - Parameter transform: A closure that returns the transformed value or throws.
    /// - Returns: A producer of the transformed values, which fails with the first error that `transform` throws.
    @_disfavoredOverload
    @inlinable
    public func attemptMap<New: Sendable>(
        _ transform: @escaping @Sendable (Value) throws -> New
    ) -> SignalProducer<New, any Error> {
        producer.attempting({ $0 }, { value in Result { try transform(value) } })
    }
}

extension SignalProducerProtocol where Failure == Never {
    /// Transforms each value of a producer that cannot fail with an operation that can throw.
    ///
    /// The first thrown error ends the stream and stops the source.
    ///
    /// - Parameter transform: A closure that returns the transformed value or throws.
    /// - Returns: A producer of the transformed values, which fails with the first error that `transform` throws.
    @_disfavoredOverload
    @inlinable
    public func attemptMap<New: Sendable>(
        _ transform: @escaping @Sendable (Value) throws -> New
    ) -> SignalProducer<New, any Error> {
        producer.attempting(Never.promoted, { value in Result { try transform(value) } })
    }
}

extension Signal {
    /// Transforms each value with an operation that can fail.
    ///
    /// For more information, see `attemptMap(_:)` of ``SignalProducer``.
    ///
    /// - Parameter transform: A closure that returns the transformed value or a failure.
    /// - Returns: A signal of the transformed values, which fails with the first failure of `transform`.
    @_disfavoredOverload
    @inlinable
    public func attemptMap<New: Sendable>(
        _ transform: @escaping @Sendable (Value) -> Result<New, Failure>
    ) -> Signal<New, Failure> {
        lift { $0.attemptMap(transform) }
    }
}

extension SignalProtocol where Failure == any Error {
    /// Transforms each value with an operation that can throw.
    ///
    /// For more information, see `attemptMap(_:)` of ``SignalProducer``.
    ///
    /// - Parameter transform: A closure that returns the transformed value or throws.
    /// - Returns: A signal of the transformed values, which fails with the first error that `transform` throws.
    @_disfavoredOverload
    @inlinable
    public func attemptMap<New: Sendable>(
        _ transform: @escaping @Sendable (Value) throws -> New
    ) -> Signal<New, any Error> {
        signal.lift { $0.attemptMap(transform) }
    }
}

extension SignalProtocol where Failure == Never {
    /// Transforms each value of a signal that cannot fail with an operation that can throw.
    ///
    /// For more information, see `attemptMap(_:)` of ``SignalProducer``.
    ///
    /// - Parameter transform: A closure that returns the transformed value or throws.
    /// - Returns: A signal of the transformed values, which fails with the first error that `transform` throws.
    @_disfavoredOverload
    @inlinable
    public func attemptMap<New: Sendable>(
        _ transform: @escaping @Sendable (Value) throws -> New
    ) -> Signal<New, any Error> {
        signal.lift { $0.attemptMap(transform) }
    }
}
