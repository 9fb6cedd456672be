extension SignalProducer {
    /// Drops each value that is equivalent to the one sent before it.
    ///
    /// ```
    /// source       ──1──1──2──1──|
    /// skipRepeats  ──1─────2──1──|
    /// ```
    ///
    /// - Parameter isEquivalent: A closure that returns whether a value is equivalent to the last one sent.
    /// - Returns: A producer without consecutive equivalent values.
    @_disfavoredOverload
    @inlinable
    public func skipRepeats(
        _ isEquivalent: @escaping @Sendable (_ previous: Value, _ value: Value) -> Bool
    ) -> SignalProducer {
        SignalProducer { [body] sink, run in
            let previous = Confined(Value?.none, to: run)
            body(
                Sink { value in
                    if let last = previous.state, isEquivalent(last, value) { return }
                    previous.state = value
                    sink.value(value)
                } terminate: {
                    sink.terminate($0)
                },
                run
            )
        }
    }
}

extension SignalProducer where Value: Equatable {
    /// Drops each value that is equal to the one sent before it.
    ///
    /// - Returns: A producer without consecutive equal values.
    @inlinable
    public func skipRepeats() -> SignalProducer {
        skipRepeats { $0 == $1 }
    }
}

extension Signal {
    /// Drops each value that is equivalent to the one sent before it.
    ///
    /// For more information, see ``SignalProducer/skipRepeats(_:)``.
    ///
    /// - Parameter isEquivalent: A closure that returns whether a value is equivalent to the last one sent.
    /// - Returns: A signal without consecutive equivalent values.
    @_disfavoredOverload
    @inlinable
    public func skipRepeats(
        _ isEquivalent: @escaping @Sendable (_ previous: Value, _ value: Value) -> Bool
    ) -> Signal {
        lift { $0.skipRepeats(isEquivalent) }
    }
}

extension Signal where Value: Equatable {
    /// Drops each value that is equal to the one sent before it.
    ///
    /// For more information, see ``SignalProducer/skipRepeats()``.
    ///
    /// - Returns: A signal without consecutive equal values.
    @inlinable
    public func skipRepeats() -> Signal {
        lift { $0.skipRepeats() }
    }
}
