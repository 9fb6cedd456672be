extension SignalProducer where Failure == Never {
    /// Gives a producer that cannot fail a failure type, so that it fits beside producers that can.
    ///
    /// ```swift
    /// answers.flatMapError { _ in defaults.promoteError() }
    /// ```
    @inlinable
    public func promoteError<NewFailure: Error>(
        _: NewFailure.Type = NewFailure.self
    ) -> SignalProducer<Value, NewFailure> {
        mapError { (never: Never) -> NewFailure in }
    }
}

extension SignalProducer where Value == Never {
    /// Gives a producer that sends no values a value type, so that it fits beside producers that do.
    @inlinable
    public func promoteValue<New: Sendable>(_: New.Type = New.self) -> SignalProducer<New, Failure> {
        map { (never: Never) -> New in }
    }
}

extension Signal where Failure == Never {
    /// See ``SignalProducer/promoteError(_:)``.
    @inlinable
    public func promoteError<NewFailure: Error>(_: NewFailure.Type = NewFailure.self) -> Signal<Value, NewFailure> {
        lift { $0.promoteError(NewFailure.self) }
    }
}

extension Signal where Value == Never {
    /// See ``SignalProducer/promoteValue(_:)``.
    @inlinable
    public func promoteValue<New: Sendable>(_: New.Type = New.self) -> Signal<New, Failure> {
        lift { $0.promoteValue(New.self) }
    }
}
