// All but the first form are disfavoured: `combined.map { $0 + $1 }` has to find the closure first, or the compiler calls
// the operator ambiguous.

extension SignalProducer {
    /// Transforms every value. A key-path literal will do for the closure: `.map(\.name)`.
    ///
    /// ```
    /// source  ──1──2──3──|
    /// map     ──10─20─30─|      { $0 * 10 }
    /// ```
    @inlinable
    @available(swift, introduced: 6)
    public func map<New: Sendable>(_ transform: @escaping @Sendable (Value) -> New) -> SignalProducer<New, Failure> {
        SignalProducer<New, Failure> { [body] sink, run in
            body(Sink(value: { sink.value(transform($0)) }, terminate: sink.terminate), run)
        }
    }

    /// The same for a key path that is kept in a variable.
    @_disfavoredOverload
    @inlinable
    @available(swift, introduced: 6)
    public func map<New: Sendable>(_ keyPath: any KeyPath<Value, New> & Sendable) -> SignalProducer<New, Failure> {
        map { $0[keyPath: keyPath] }
    }

    /// Replaces every value by `value`.
    @_disfavoredOverload
    @inlinable
    public func map<New: Sendable>(value: New) -> SignalProducer<New, Failure> {
        map { _ in value }
    }
}

extension Signal {
    /// See ``SignalProducer/map(_:)``.
    @inlinable
    @available(swift, introduced: 6)
    public func map<New: Sendable>(_ transform: @escaping @Sendable (Value) -> New) -> Signal<New, Failure> {
        lift { $0.map(transform) }
    }

    /// The same for a key path that is kept in a variable.
    @_disfavoredOverload
    @inlinable
    @available(swift, introduced: 6)
    public func map<New: Sendable>(_ keyPath: any KeyPath<Value, New> & Sendable) -> Signal<New, Failure> {
        lift { $0.map(keyPath) }
    }

    /// See ``SignalProducer/map(value:)``.
    @_disfavoredOverload
    @inlinable
    public func map<New: Sendable>(value: New) -> Signal<New, Failure> {
        lift { $0.map(value: value) }
    }
}
