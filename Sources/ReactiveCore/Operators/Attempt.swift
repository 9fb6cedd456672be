extension SignalProducer {
    /// Puts every value to a test that can fail: a value that passes goes on, the first failure ends the stream, and the
    /// source is stopped.
    ///
    /// ```
    /// source   ──1──2──3──|
    /// attempt  ──1──✗
    /// ```
    @inlinable
    @available(swift, introduced: 6)
    public func attempt(_ action: @escaping @Sendable (Value) -> Result<Void, Failure>) -> SignalProducer {
        attemptMap { value in action(value).map { value } }
    }
}

extension SignalProducer where Failure == any Error {
    /// Puts every value to a test that can throw; what it throws is the failure of the stream.
    @inlinable
    @_disfavoredOverload
    @available(swift, introduced: 6)
    public func attempt(_ action: @escaping @Sendable (Value) throws -> Void) -> SignalProducer<Value, any Error> {
        attempting({ $0 }, { value in Result { try action(value) }.map { value } })
    }
}

extension SignalProducer where Failure == Never {
    /// Puts every value to a test that can throw; what it throws is the failure of the stream.
    @inlinable
    @_disfavoredOverload
    @available(swift, introduced: 6)
    public func attempt(_ action: @escaping @Sendable (Value) throws -> Void) -> SignalProducer<Value, any Error> {
        attempting({ (never: Never) -> any Error in }, { value in Result { try action(value) }.map { value } })
    }
}

extension Signal {
    /// See `attempt(_:)`.
    @inlinable
    @available(swift, introduced: 6)
    public func attempt(_ action: @escaping @Sendable (Value) -> Result<Void, Failure>) -> Signal {
        lift { $0.attempt(action) }
    }
}

extension Signal where Failure == any Error {
    /// See `attempt(_:)`.
    @inlinable
    @_disfavoredOverload
    @available(swift, introduced: 6)
    public func attempt(_ action: @escaping @Sendable (Value) throws -> Void) -> Signal<Value, any Error> {
        lift { $0.attempt(action) }
    }
}

extension Signal where Failure == Never {
    /// See `attempt(_:)`.
    @inlinable
    @_disfavoredOverload
    @available(swift, introduced: 6)
    public func attempt(_ action: @escaping @Sendable (Value) throws -> Void) -> Signal<Value, any Error> {
        lift { $0.attempt(action) }
    }
}
