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
    @inlinable
    @available(swift, introduced: 6)
    public func attempt(_ action: @escaping @Sendable (Value) -> Result<Void, Failure>) -> SignalProducer {
        attemptMap { value in action(value).map { value } }
    }
}

extension SignalProducer where Failure == any Error {
    /// Checks each value with an operation that can throw.
    ///
    /// A value that passes the check is sent on. The first thrown error ends the stream and stops the source.
    ///
    /// - Parameter action: A closure that throws if a value fails the check.
    /// - Returns: A producer that fails with the first error that `action` throws.
    @inlinable
    @_disfavoredOverload
    @available(swift, introduced: 6)
    public func attempt(_ action: @escaping @Sendable (Value) throws -> Void) -> SignalProducer<Value, any Error> {
        attempting({ $0 }, { value in Result { try action(value) }.map { value } })
    }
}

extension SignalProducer where Failure == Never {
    /// Checks each value of a producer that cannot fail with an operation that can throw.
    ///
    /// A value that passes the check is sent on. The first thrown error ends the stream and stops the source.
    ///
    /// - Parameter action: A closure that throws if a value fails the check.
    /// - Returns: A producer that fails with the first error that `action` throws.
    @inlinable
    @_disfavoredOverload
    @available(swift, introduced: 6)
    public func attempt(_ action: @escaping @Sendable (Value) throws -> Void) -> SignalProducer<Value, any Error> {
        attempting(Never.promoted, { value in Result { try action(value) }.map { value } })
    }
}

extension Signal {
    /// Checks each value with an operation that can fail.
    ///
    /// For more information, see `attempt(_:)` of ``SignalProducer``.
    ///
    /// - Parameter action: A closure that returns success or the failure of a value.
    /// - Returns: A signal that fails with the first failure of `action`.
    @inlinable
    @available(swift, introduced: 6)
    public func attempt(_ action: @escaping @Sendable (Value) -> Result<Void, Failure>) -> Signal {
        lift { $0.attempt(action) }
    }
}

extension Signal where Failure == any Error {
    /// Checks each value with an operation that can throw.
    ///
    /// For more information, see `attempt(_:)` of ``SignalProducer``.
    ///
    /// - Parameter action: A closure that throws if a value fails the check.
    /// - Returns: A signal that fails with the first error that `action` throws.
    @inlinable
    @_disfavoredOverload
    @available(swift, introduced: 6)
    public func attempt(_ action: @escaping @Sendable (Value) throws -> Void) -> Signal<Value, any Error> {
        lift { $0.attempt(action) }
    }
}

extension Signal where Failure == Never {
    /// Checks each value of a signal that cannot fail with an operation that can throw.
    ///
    /// For more information, see `attempt(_:)` of ``SignalProducer``.
    ///
    /// - Parameter action: A closure that throws if a value fails the check.
    /// - Returns: A signal that fails with the first error that `action` throws.
    @inlinable
    @_disfavoredOverload
    @available(swift, introduced: 6)
    public func attempt(_ action: @escaping @Sendable (Value) throws -> Void) -> Signal<Value, any Error> {
        lift { $0.attempt(action) }
    }
}
