extension SignalProducer {
    /// Drops each value whose identity has occurred before in this start.
    ///
    /// ```
    /// source        ──1──2──1──3──|
    /// uniqueValues  ──1──2─────3──|
    /// ```
    ///
    /// The operator remembers all identities, so memory grows with their number.
    ///
    /// - Parameter identity: A closure that returns the identity of a value.
    /// - Returns: A producer of the values with new identities.
    @_disfavoredOverload
    @inlinable
    public func uniqueValues<Identity: Hashable & Sendable>(
        _ identity: @escaping @Sendable (Value) -> Identity
    ) -> SignalProducer {
        SignalProducer { [body] sink, run in
            let seen = Confined(Set<Identity>(), to: run)
            body(
                Sink { value in
                    if seen.state.insert(identity(value)).inserted { sink.value(value) }
                } terminate: {
                    sink.terminate($0)
                },
                run
            )
        }
    }
}

extension SignalProducer where Value: Hashable {
    /// Drops each value that was sent before in this start.
    ///
    /// The operator remembers all values, so memory grows with their number.
    ///
    /// - Returns: A producer of new values.
    @inlinable
    public func uniqueValues() -> SignalProducer {
        uniqueValues { $0 }
    }
}

extension Signal {
    /// Drops each value whose identity has occurred before.
    ///
    /// For more information, see ``SignalProducer/uniqueValues(_:)``.
    ///
    /// - Parameter identity: A closure that returns the identity of a value.
    /// - Returns: A signal of the values with new identities.
    @_disfavoredOverload
    @inlinable
    public func uniqueValues<Identity: Hashable & Sendable>(
        _ identity: @escaping @Sendable (Value) -> Identity
    ) -> Signal {
        lift { $0.uniqueValues(identity) }
    }
}

extension Signal where Value: Hashable {
    /// Drops each value that was sent before.
    ///
    /// For more information, see ``SignalProducer/uniqueValues()``.
    ///
    /// - Returns: A signal of new values.
    @inlinable
    public func uniqueValues() -> Signal {
        lift { $0.uniqueValues() }
    }
}
