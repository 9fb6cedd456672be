// The unused last parameter of `map(value:)` takes a trailing closure away from `value`: otherwise the compiler blames
// the types of a closure in which a member is misspelled, and not the member.

extension SignalProducer {
    /// Transforms every value with a closure or a key-path literal such as `\.name`.
    ///
    /// ```
    /// source  ──1──2──3──|
    /// map     ──10─20─30─|      { $0 * 10 }
    /// ```
    ///
    /// - Parameter transform: A closure that returns the new value.
    /// - Returns: A producer of the transformed values.
    @_disfavoredOverload
    @inlinable
    public func map<New: Sendable>(_ transform: @escaping @Sendable (Value) -> New) -> SignalProducer<New, Failure> {
        SignalProducer<New, Failure> { [body] sink, run in
            body(Sink(value: { sink.value(transform($0)) }, terminate: sink.terminate), run)
        }
    }

    /// Replaces every value with the same value.
    ///
    /// - Parameters:
    ///   - value: The value to send.
    ///   - unused: A parameter that improves error messages. Do not pass an argument.
    /// - Returns: A producer that sends `value` for every value of this producer.
    @_disfavoredOverload
    @inlinable
    public func map<New: Sendable>(value: New, _ unused: ((Never) -> Void)? = nil) -> SignalProducer<New, Failure> {
        map { _ in value }
    }
}

extension Signal {
    /// Transforms every value with a closure or a key-path literal such as `\.name`.
    ///
    /// - Parameter transform: A closure that returns the new value.
    /// - Returns: A signal of the transformed values.
    @_disfavoredOverload
    @inlinable
    public func map<New: Sendable>(_ transform: @escaping @Sendable (Value) -> New) -> Signal<New, Failure> {
        lift { $0.map(transform) }
    }

    /// Replaces every value with the same value.
    ///
    /// - Parameters:
    ///   - value: The value to send.
    ///   - unused: A parameter that improves error messages. Do not pass an argument.
    /// - Returns: A signal that sends `value` for every value of this signal.
    @_disfavoredOverload
    @inlinable
    public func map<New: Sendable>(value: New, _ unused: ((Never) -> Void)? = nil) -> Signal<New, Failure> {
        lift { $0.map(value: value) }
    }
}

extension SignalProducerProtocol {
    /// Sends the value at a key path that is stored in a variable.
    ///
    /// - Parameter keyPath: The key path to read from every value.
    /// - Returns: A producer of the values at `keyPath`.
    @_disfavoredOverload
    @inlinable
    public func map<New: Sendable>(_ keyPath: any KeyPath<Value, New> & Sendable) -> SignalProducer<New, Failure> {
        producer.map { $0[keyPath: keyPath] }
    }
}

extension SignalProtocol {
    /// Sends the value at a key path that is stored in a variable.
    ///
    /// - Parameter keyPath: The key path to read from every value.
    /// - Returns: A signal of the values at `keyPath`.
    @_disfavoredOverload
    @inlinable
    public func map<New: Sendable>(_ keyPath: any KeyPath<Value, New> & Sendable) -> Signal<New, Failure> {
        signal.map { $0[keyPath: keyPath] }
    }
}
