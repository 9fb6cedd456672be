extension SignalProducer {
    /// Pairs each value with the previous one.
    ///
    /// ```
    /// source           ──1──2──────3──────|
    /// combinePrevious  ─────(1,2)──(2,3)──|
    /// ```
    ///
    /// The first value has no predecessor and is only part of the next pair.
    ///
    /// - Returns: A producer of the previous and the current value.
    @inlinable
    public func combinePrevious() -> SignalProducer<(Value, Value), Failure> {
        scanMap(into: Value?.none) { previous, value in
            defer { previous = value }
            return previous.map { ($0, value) }
        }
        .skipNil()
    }

    /// Pairs each value with the previous one, and the first value with an initial value.
    ///
    /// - Parameter initial: The value to pair with the first one.
    /// - Returns: A producer of the previous and the current value.
    @inlinable
    public func combinePrevious(_ initial: Value) -> SignalProducer<(Value, Value), Failure> {
        scanMap(into: initial) { previous, value in
            defer { previous = value }
            return (previous, value)
        }
    }
}

extension Signal {
    /// Pairs each value with the previous one.
    ///
    /// For more information, see ``SignalProducer/combinePrevious()``.
    ///
    /// - Returns: A signal of the previous and the current value.
    @inlinable
    public func combinePrevious() -> Signal<(Value, Value), Failure> {
        lift { $0.combinePrevious() }
    }

    /// Pairs each value with the previous one, and the first value with an initial value.
    ///
    /// For more information, see ``SignalProducer/combinePrevious(_:)``.
    ///
    /// - Parameter initial: The value to pair with the first one.
    /// - Returns: A signal of the previous and the current value.
    @inlinable
    public func combinePrevious(_ initial: Value) -> Signal<(Value, Value), Failure> {
        lift { $0.combinePrevious(initial) }
    }
}
