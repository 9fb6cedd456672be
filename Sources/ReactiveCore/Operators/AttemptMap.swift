extension SignalProducer {
    /// Transforms every value by an operation that can fail; its failure ends the stream, and the source is stopped.
    ///
    /// ```
    /// source      ──"1"──"2"──"x"──"4"──|
    /// attemptMap  ──1────2────✗
    /// ```
    @inlinable
    @available(swift, introduced: 6)
    public func attemptMap<New: Sendable>(
        _ transform: @escaping @Sendable (Value) -> Result<New, Failure>
    ) -> SignalProducer<New, Failure> {
        attempting({ $0 }, transform)
    }

    /// What all forms come down to; `lift` is the source's failure as one of the result.
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

extension SignalProducer where Failure == any Error {
    /// Transforms every value by an operation that can throw; what it throws is the failure of the stream.
    @inlinable
    @_disfavoredOverload
    @available(swift, introduced: 6)
    public func attemptMap<New: Sendable>(
        _ transform: @escaping @Sendable (Value) throws -> New
    ) -> SignalProducer<New, any Error> {
        attempting({ $0 }, { value in Result { try transform(value) } })
    }
}

extension SignalProducer where Failure == Never {
    /// Transforms every value by an operation that can throw; what it throws is the failure of the stream.
    @inlinable
    @_disfavoredOverload
    @available(swift, introduced: 6)
    public func attemptMap<New: Sendable>(
        _ transform: @escaping @Sendable (Value) throws -> New
    ) -> SignalProducer<New, any Error> {
        attempting({ (never: Never) -> any Error in }, { value in Result { try transform(value) } })
    }
}

extension Signal {
    /// See `attemptMap(_:)`.
    @inlinable
    @available(swift, introduced: 6)
    public func attemptMap<New: Sendable>(
        _ transform: @escaping @Sendable (Value) -> Result<New, Failure>
    ) -> Signal<New, Failure> {
        lift { $0.attemptMap(transform) }
    }
}

extension Signal where Failure == any Error {
    /// See `attemptMap(_:)`.
    @inlinable
    @_disfavoredOverload
    @available(swift, introduced: 6)
    public func attemptMap<New: Sendable>(
        _ transform: @escaping @Sendable (Value) throws -> New
    ) -> Signal<New, any Error> {
        lift { $0.attemptMap(transform) }
    }
}

extension Signal where Failure == Never {
    /// See `attemptMap(_:)`.
    @inlinable
    @_disfavoredOverload
    @available(swift, introduced: 6)
    public func attemptMap<New: Sendable>(
        _ transform: @escaping @Sendable (Value) throws -> New
    ) -> Signal<New, any Error> {
        lift { $0.attemptMap(transform) }
    }
}
