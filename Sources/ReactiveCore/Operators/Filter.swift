extension SignalProducer {
    /// Sends only the values that satisfy a predicate.
    ///
    /// ```
    /// source  ──1──2──3──4──|
    /// filter  ─────2─────4──|      { $0.isMultiple(of: 2) }
    /// ```
    ///
    /// - Parameter isIncluded: A closure that returns whether to send a value.
    /// - Returns: A producer of the included values.
    @_disfavoredOverload
    @inlinable
    public func filter(_ isIncluded: @escaping @Sendable (Value) -> Bool) -> SignalProducer {
        SignalProducer { [body] sink, run in
            body(Sink(value: { if isIncluded($0) { sink.value($0) } }, terminate: sink.terminate), run)
        }
    }
}

extension Signal {
    /// Sends only the values that satisfy a predicate.
    ///
    /// For more information, see ``SignalProducer/filter(_:)``.
    ///
    /// - Parameter isIncluded: A closure that returns whether to send a value.
    /// - Returns: A signal of the included values.
    @_disfavoredOverload
    @inlinable
    public func filter(_ isIncluded: @escaping @Sendable (Value) -> Bool) -> Signal {
        lift { $0.filter(isIncluded) }
    }
}
