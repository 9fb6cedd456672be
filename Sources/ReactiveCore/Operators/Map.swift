extension SignalProducer {
    /// Transforms every value. A key-path literal will do for the closure: `.map(\.name)`.
    ///
    /// ```
    /// source  ──1──2──3──|
    /// map     ──10─20─30─|      { $0 * 10 }
    /// ```
    @inlinable
    @preconcurrency
    public func map<New: Sendable>(_ transform: @escaping @Sendable (Value) -> New) -> SignalProducer<New, Failure> {
        SignalProducer<New, Failure> { [body] sink, run in
            body(Sink(value: { sink.value(transform($0)) }, terminate: sink.terminate), run)
        }
    }

    /// Replaces every value by `value`.
    @inlinable
    public func map<New: Sendable>(value: New) -> SignalProducer<New, Failure> {
        map { _ in value }
    }
}

extension Signal {
    /// See ``SignalProducer/map(_:)``.
    @inlinable
    @preconcurrency
    public func map<New: Sendable>(_ transform: @escaping @Sendable (Value) -> New) -> Signal<New, Failure> {
        lift { $0.map(transform) }
    }

    /// See ``SignalProducer/map(value:)``.
    @inlinable
    public func map<New: Sendable>(value: New) -> Signal<New, Failure> {
        lift { $0.map(value: value) }
    }
}
