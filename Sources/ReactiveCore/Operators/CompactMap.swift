extension SignalProducer {
    /// Transforms each value and drops those for which the transform returns `nil`.
    ///
    /// ```
    /// source      ──"1"──"x"──"3"──|
    /// compactMap  ──1─────────3────|      { Int($0) }
    /// ```
    ///
    /// - Parameter transform: A closure that returns the transformed value, or `nil` to drop the value.
    /// - Returns: A producer of the transformed values.
    @_disfavoredOverload
    @inlinable
    public func compactMap<New: Sendable>(
        _ transform: @escaping @Sendable (Value) -> New?
    ) -> SignalProducer<New, Failure> {
        SignalProducer<New, Failure> { [body] sink, run in
            body(Sink(value: { if let new = transform($0) { sink.value(new) } }, terminate: sink.terminate), run)
        }
    }

    /// Transforms each value and drops those for which the transform returns `nil`.
    ///
    /// This method is the former name of ``compactMap(_:)``.
    ///
    /// - Parameter transform: A closure that returns the transformed value, or `nil` to drop the value.
    /// - Returns: A producer of the transformed values.
    @_disfavoredOverload
    @available(*, deprecated, renamed: "compactMap(_:)")
    @inlinable
    public func filterMap<New: Sendable>(
        _ transform: @escaping @Sendable (Value) -> New?
    ) -> SignalProducer<New, Failure> {
        compactMap(transform)
    }

    /// Drops `nil` and unwraps all other values.
    ///
    /// ```
    /// source   ──1──nil──3──|
    /// skipNil  ──1───────3──|
    /// ```
    ///
    /// - Returns: A producer of the unwrapped values.
    @inlinable
    public func skipNil<Wrapped: Sendable>() -> SignalProducer<Wrapped, Failure> where Value == Wrapped? {
        compactMap { $0 }
    }
}

extension Signal {
    /// Transforms each value and drops those for which the transform returns `nil`.
    ///
    /// For more information, see ``SignalProducer/compactMap(_:)``.
    ///
    /// - Parameter transform: A closure that returns the transformed value, or `nil` to drop the value.
    /// - Returns: A signal of the transformed values.
    @_disfavoredOverload
    @inlinable
    public func compactMap<New: Sendable>(_ transform: @escaping @Sendable (Value) -> New?) -> Signal<New, Failure> {
        lift { $0.compactMap(transform) }
    }

    /// Transforms each value and drops those for which the transform returns `nil`.
    ///
    /// This method is the former name of ``compactMap(_:)``.
    ///
    /// - Parameter transform: A closure that returns the transformed value, or `nil` to drop the value.
    /// - Returns: A signal of the transformed values.
    @_disfavoredOverload
    @available(*, deprecated, renamed: "compactMap(_:)")
    @inlinable
    public func filterMap<New: Sendable>(_ transform: @escaping @Sendable (Value) -> New?) -> Signal<New, Failure> {
        compactMap(transform)
    }

    /// Drops `nil` and unwraps all other values.
    ///
    /// For more information, see ``SignalProducer/skipNil()``.
    ///
    /// - Returns: A signal of the unwrapped values.
    @inlinable
    public func skipNil<Wrapped: Sendable>() -> Signal<Wrapped, Failure> where Value == Wrapped? {
        lift { $0.skipNil() }
    }
}
