extension SignalProducer {
    /// Keeps the values that satisfy `isIncluded`.
    ///
    /// ```
    /// source  ──1──2──3──4──|
    /// filter  ─────2─────4──|      { $0.isMultiple(of: 2) }
    /// ```
    @inlinable
    @available(swift, introduced: 6)
    public func filter(_ isIncluded: @escaping @Sendable (Value) -> Bool) -> SignalProducer {
        SignalProducer { [body] sink, run in
            body(Sink(value: { if isIncluded($0) { sink.value($0) } }, terminate: sink.terminate), run)
        }
    }
}

extension Signal {
    /// See ``SignalProducer/filter(_:)``.
    @inlinable
    @available(swift, introduced: 6)
    public func filter(_ isIncluded: @escaping @Sendable (Value) -> Bool) -> Signal {
        lift { $0.filter(isIncluded) }
    }
}
