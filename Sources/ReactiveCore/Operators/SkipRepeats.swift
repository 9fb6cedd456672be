extension SignalProducer {
    /// Drops every value that is equivalent to the one sent before it.
    ///
    /// ```
    /// source       ──1──1──2──1──|
    /// skipRepeats  ──1─────2──1──|
    /// ```
    @inlinable
    @available(swift, introduced: 6)
    public func skipRepeats(
        _ isEquivalent: @escaping @Sendable (_ previous: Value, _ value: Value) -> Bool
    ) -> SignalProducer {
        SignalProducer { [body] sink, run in
            let previous = Guarded(Value?.none)
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
    /// Drops every value that equals the one before it.
    @inlinable
    public func skipRepeats() -> SignalProducer {
        skipRepeats { $0 == $1 }
    }
}

extension Signal {
    /// See ``SignalProducer/skipRepeats(_:)``.
    @inlinable
    @available(swift, introduced: 6)
    public func skipRepeats(
        _ isEquivalent: @escaping @Sendable (_ previous: Value, _ value: Value) -> Bool
    ) -> Signal {
        lift { $0.skipRepeats(isEquivalent) }
    }
}

extension Signal where Value: Equatable {
    /// See ``SignalProducer/skipRepeats()``.
    @inlinable
    public func skipRepeats() -> Signal {
        lift { $0.skipRepeats() }
    }
}
