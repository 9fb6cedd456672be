extension SignalProducer {
    /// Checks each value with an operation that can fail.
    ///
    /// A value that passes the check is sent on. The first failure ends the stream and stops the source.
    ///
    /// ```
    /// source   ──1──2──3──|
    /// attempt  ──1──✗
    /// ```
    ///
    /// - Parameter action: A closure that returns success or the failure of a value.
    /// - Returns: A producer that fails with the first failure of `action`.
    @_disfavoredOverload
    @inlinable
    public func attempt(_ action: @escaping @Sendable (Value) -> Result<Void, Failure>) -> SignalProducer {
        attemptMap { value in action(value).map { value } }
    }
}

extension SignalProducerProtocol where Failure == any Error {
    /// Checks each value with an operation that can throw.
    ///
    /// A value that passes the check is sent on. The first thrown error ends the stream and stops the source.
    ///
    /// - Parameter action: A closure that throws if a value fails the check.
    /// - Returns: A producer that fails with the first error that `action` throws.
    @_disfavoredOverload
    @inlinable
    public func attempt(_ action: @escaping @Sendable (Value) throws -> Void) -> SignalProducer<Value, any Error> {
        producer.attempting({ $0 }, { value in Result { try action(value) }.map { value } })
    }
}

extension SignalProducerProtocol where Failure == Never {
    /// Checks each value of a producer that cannot fail with an operation that can throw.
    ///
    /// A value that passes the check is sent on. The first thrown error ends the stream and stops the source.
    ///
    /// - Parameter action: A closure that throws if a value fails the check.
    /// - Returns: A producer that fails with the first error that `action` throws.
    @_disfavoredOverload
    @inlinable
    public func attempt(_ action: @escaping @Sendable (Value) throws -> Void) -> SignalProducer<Value, any Error> {
        producer.attempting(Never.promoted, { value in Result { try action(value) }.map { value } })
    }
}

extension Signal {
    /// Checks each value with an operation that can fail.
    ///
    /// For more information, see `attempt(_:)` of ``SignalProducer``.
    ///
    /// - Parameter action: A closure that returns success or the failure of a value.
    /// - Returns: A signal that fails with the first failure of `action`.
    @_disfavoredOverload
    @inlinable
    public func attempt(_ action: @escaping @Sendable (Value) -> Result<Void, Failure>) -> Signal {
        lift { $0.attempt(action) }
    }
}

extension SignalProtocol where Failure == any Error {
    /// Checks each value with an operation that can throw.
    ///
    /// For more information, see `attempt(_:)` of ``SignalProducer``.
    ///
    /// - Parameter action: A closure that throws if a value fails the check.
    /// - Returns: A signal that fails with the first error that `action` throws.
    @_disfavoredOverload
    @inlinable
    public func attempt(_ action: @escaping @Sendable (Value) throws -> Void) -> Signal<Value, any Error> {
        signal.lift { $0.attempt(action) }
    }
}

extension SignalProtocol where Failure == Never {
    /// Checks each value of a signal that cannot fail with an operation that can throw.
    ///
    /// For more information, see `attempt(_:)` of ``SignalProducer``.
    ///
    /// - Parameter action: A closure that throws if a value fails the check.
    /// - Returns: A signal that fails with the first error that `action` throws.
    @_disfavoredOverload
    @inlinable
    public func attempt(_ action: @escaping @Sendable (Value) throws -> Void) -> Signal<Value, any Error> {
        signal.lift { $0.attempt(action) }
    }
}
