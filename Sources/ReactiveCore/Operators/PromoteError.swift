extension SignalProducer where Failure == Never {
    /// Gives a producer that cannot fail a failure type, so that it can be combined with producers that can fail.
    ///
    /// ```swift
    /// answers.flatMapError { _ in defaults.promoteError() }
    /// ```
    ///
    /// The failure type is inferred, or passed as the argument.
    ///
    /// - Returns: A producer that sends the same events.
    @inlinable
    public func promoteError<NewFailure: Error>(
        _: NewFailure.Type = NewFailure.self
    ) -> SignalProducer<Value, NewFailure> {
        mapError { (never: Never) -> NewFailure in }
    }
}

extension SignalProducer where Value == Never {
    /// Gives a producer that sends no values a value type, so that it can be combined with producers that send values.
    ///
    /// The value type is inferred, or passed as the argument.
    ///
    /// - Returns: A producer that sends the same events.
    @inlinable
    public func promoteValue<New: Sendable>(_: New.Type = New.self) -> SignalProducer<New, Failure> {
        map { (never: Never) -> New in }
    }
}

extension Signal where Failure == Never {
    /// Gives a signal that cannot fail a failure type, so that it can be combined with streams that can fail.
    ///
    /// For more information, see ``SignalProducer/promoteError(_:)``.
    ///
    /// - Returns: A signal that sends the same events.
    @inlinable
    public func promoteError<NewFailure: Error>(_: NewFailure.Type = NewFailure.self) -> Signal<Value, NewFailure> {
        lift { $0.promoteError(NewFailure.self) }
    }
}

extension Signal where Value == Never {
    /// Gives a signal that sends no values a value type, so that it can be combined with streams that send values.
    ///
    /// For more information, see ``SignalProducer/promoteValue(_:)``.
    ///
    /// - Returns: A signal that sends the same events.
    @inlinable
    public func promoteValue<New: Sendable>(_: New.Type = New.self) -> Signal<New, Failure> {
        lift { $0.promoteValue(New.self) }
    }
}
