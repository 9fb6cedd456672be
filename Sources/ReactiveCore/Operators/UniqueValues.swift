extension SignalProducer {
    /// Drops every value whose identity was seen before in this start.
    ///
    /// ```
    /// source        ──1──2──1──3──|
    /// uniqueValues  ──1──2─────3──|
    /// ```
    ///
    /// All identities are remembered: memory grows with their number.
    @inlinable
    @available(swift, introduced: 6)
    public func uniqueValues<Identity: Hashable & Sendable>(
        _ identity: @escaping @Sendable (Value) -> Identity
    ) -> SignalProducer {
        SignalProducer { [body] sink, run in
            let seen = Guarded(Set<Identity>())
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
    /// Drops every value that was sent before in this start; see ``uniqueValues(_:)``.
    @inlinable
    public func uniqueValues() -> SignalProducer {
        uniqueValues { $0 }
    }
}

extension Signal {
    /// See ``SignalProducer/uniqueValues(_:)``.
    @inlinable
    @available(swift, introduced: 6)
    public func uniqueValues<Identity: Hashable & Sendable>(
        _ identity: @escaping @Sendable (Value) -> Identity
    ) -> Signal {
        lift { $0.uniqueValues(identity) }
    }
}

extension Signal where Value: Hashable {
    /// See ``SignalProducer/uniqueValues()``.
    @inlinable
    public func uniqueValues() -> Signal {
        lift { $0.uniqueValues() }
    }
}
