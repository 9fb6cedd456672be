extension SignalProducer {
    /// Transforms every value, and drops those for which the transform has no answer.
    ///
    /// ```
    /// source      ──"1"──"x"──"3"──|
    /// compactMap  ──1─────────3────|      { Int($0) }
    /// ```
    @inlinable
    @available(swift, introduced: 6)
    public func compactMap<New: Sendable>(
        _ transform: @escaping @Sendable (Value) -> New?
    ) -> SignalProducer<New, Failure> {
        SignalProducer<New, Failure> { [body] sink, run in
            body(Sink(value: { if let new = transform($0) { sink.value(new) } }, terminate: sink.terminate), run)
        }
    }

    /// The name of ``compactMap(_:)`` in old code.
    @available(*, deprecated, renamed: "compactMap(_:)")
    @inlinable
    @available(swift, introduced: 6)
    public func filterMap<New: Sendable>(
        _ transform: @escaping @Sendable (Value) -> New?
    ) -> SignalProducer<New, Failure> {
        compactMap(transform)
    }

    /// Drops `nil` and unwraps the other values.
    ///
    /// ```
    /// source   ──1──nil──3──|
    /// skipNil  ──1───────3──|
    /// ```
    @inlinable
    public func skipNil<Wrapped: Sendable>() -> SignalProducer<Wrapped, Failure> where Value == Wrapped? {
        compactMap { $0 }
    }
}

extension Signal {
    /// See ``SignalProducer/compactMap(_:)``.
    @inlinable
    @available(swift, introduced: 6)
    public func compactMap<New: Sendable>(_ transform: @escaping @Sendable (Value) -> New?) -> Signal<New, Failure> {
        lift { $0.compactMap(transform) }
    }

    /// The name of ``compactMap(_:)`` in old code.
    @available(*, deprecated, renamed: "compactMap(_:)")
    @inlinable
    @available(swift, introduced: 6)
    public func filterMap<New: Sendable>(_ transform: @escaping @Sendable (Value) -> New?) -> Signal<New, Failure> {
        compactMap(transform)
    }

    /// See ``SignalProducer/skipNil()``.
    @inlinable
    public func skipNil<Wrapped: Sendable>() -> Signal<Wrapped, Failure> where Value == Wrapped? {
        lift { $0.skipNil() }
    }
}
