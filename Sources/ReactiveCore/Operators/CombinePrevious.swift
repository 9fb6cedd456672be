extension SignalProducer {
    /// Pairs every value with the one before it; the first has none and only begins the next pair.
    ///
    /// ```
    /// source           ──1──2──────3──────|
    /// combinePrevious  ─────(1,2)──(2,3)──|
    /// ```
    @inlinable
    public func combinePrevious() -> SignalProducer<(Value, Value), Failure> {
        scanMap(into: Value?.none) { previous, value in
            defer { previous = value }
            return previous.map { ($0, value) }
        }
        .skipNil()
    }

    /// Pairs every value with the one before it, and the first with `initial`.
    @inlinable
    public func combinePrevious(_ initial: Value) -> SignalProducer<(Value, Value), Failure> {
        scanMap(into: initial) { previous, value in
            defer { previous = value }
            return (previous, value)
        }
    }
}

extension Signal {
    /// See ``SignalProducer/combinePrevious()``.
    @inlinable
    public func combinePrevious() -> Signal<(Value, Value), Failure> {
        lift { $0.combinePrevious() }
    }

    /// See ``SignalProducer/combinePrevious(_:)``.
    @inlinable
    public func combinePrevious(_ initial: Value) -> Signal<(Value, Value), Failure> {
        lift { $0.combinePrevious(initial) }
    }
}
