extension SignalProducer {
    /// Transforms every value into a producer or another input, such as a signal or a property, and sends the values of
    /// these inputs.
    ///
    /// A failure or an interruption of this producer, or a failure of an inner producer, ends everything at once.
    /// Disposing of a start disposes of this producer and of all inner producers. Any number of inner producers that
    /// complete immediately need constant stack and memory. Events that inner producers send at the same time on
    /// several threads are serialized.
    ///
    /// ```
    /// source            ──1─────2──────────|
    /// flatMap(.merge)   ────10──10─20──20──|     { SignalProducer(values: $0 * 10, $0 * 10) }
    /// ```
    ///
    /// - Parameters:
    ///   - strategy: The rule that decides which inner producers run at the same time.
    ///   - transform: A closure that makes an input of a value.
    /// - Returns: A producer of the inner values.
    @_disfavoredOverload
    @inlinable
    public func flatMap<Inner: SignalProducerConvertible>(
        _ strategy: FlattenStrategy,
        _ transform: @escaping @Sendable (Value) -> Inner
    ) -> SignalProducer<Inner.Value, Failure> where Inner.Failure == Failure {
        flattening(strategy, outer: { $0 }, inner: { $0 }, { transform($0).producer })
    }

    /// Transforms every value into a producer of the same type, and sends the values of these producers.
    ///
    /// With this form, `{ _ in .empty }` needs no type annotation.
    ///
    /// - Parameters:
    ///   - strategy: The rule that decides which inner producers run at the same time.
    ///   - transform: A closure that makes a producer of a value.
    /// - Returns: A producer of the inner values.
    @_disfavoredOverload
    @inlinable
    public func flatMap(
        _ strategy: FlattenStrategy,
        _ transform: @escaping @Sendable (Value) -> SignalProducer
    ) -> SignalProducer {
        flattening(strategy, outer: { $0 }, inner: { $0 }, transform)
    }
}

// Streams that cannot fail beside streams that can. The forms are members of the protocol, so that a form of the type
// itself wins wherever the failures are equal.

extension SignalProducerProtocol {
    /// Transforms every value into an input that cannot fail, such as a property, and sends the values of these inputs.
    ///
    /// - Parameters:
    ///   - strategy: The rule that decides which inner producers run at the same time.
    ///   - transform: A closure that makes an input of a value.
    /// - Returns: A producer of the inner values.
    @_disfavoredOverload
    @inlinable
    public func flatMap<Inner: SignalProducerConvertible>(
        _ strategy: FlattenStrategy,
        _ transform: @escaping @Sendable (Value) -> Inner
    ) -> SignalProducer<Inner.Value, Failure> where Inner.Failure == Never {
        producer.flattening(strategy, outer: { $0 }, inner: Never.promoted, { transform($0).producer })
    }
}

extension SignalProducerProtocol where Failure == Never {
    /// Transforms every value into an input that can fail, such as a signal, and sends the values of these inputs.
    ///
    /// - Parameters:
    ///   - strategy: The rule that decides which inner producers run at the same time.
    ///   - transform: A closure that makes an input of a value.
    /// - Returns: A producer of the inner values. It fails as the inputs do.
    @_disfavoredOverload
    @inlinable
    public func flatMap<Inner: SignalProducerConvertible>(
        _ strategy: FlattenStrategy,
        _ transform: @escaping @Sendable (Value) -> Inner
    ) -> SignalProducer<Inner.Value, Inner.Failure> {
        producer.flattening(strategy, outer: Never.promoted, inner: { $0 }, { transform($0).producer })
    }
}

extension Signal {
    /// Transforms every value into an input such as a signal or a property, and sends the values of these inputs.
    ///
    /// - Parameters:
    ///   - strategy: The rule that decides which inner producers run at the same time.
    ///   - transform: A closure that makes an input of a value.
    /// - Returns: A signal of the inner values.
    @_disfavoredOverload
    @inlinable
    public func flatMap<Inner: SignalProducerConvertible>(
        _ strategy: FlattenStrategy,
        _ transform: @escaping @Sendable (Value) -> Inner
    ) -> Signal<Inner.Value, Failure> where Inner.Failure == Failure {
        lift { $0.flatMap(strategy, transform) }
    }

    /// Transforms every value into a producer of the same type, and sends the values of these producers.
    ///
    /// With this form, `{ _ in .empty }` needs no type annotation.
    ///
    /// - Parameters:
    ///   - strategy: The rule that decides which inner producers run at the same time.
    ///   - transform: A closure that makes a producer of a value.
    /// - Returns: A signal of the inner values.
    @_disfavoredOverload
    @inlinable
    public func flatMap(
        _ strategy: FlattenStrategy,
        _ transform: @escaping @Sendable (Value) -> SignalProducer<Value, Failure>
    ) -> Signal {
        lift { $0.flatMap(strategy, transform) }
    }
}

extension SignalProtocol {
    /// Transforms every value into an input that cannot fail, such as a property, and sends the values of these inputs.
    ///
    /// - Parameters:
    ///   - strategy: The rule that decides which inner producers run at the same time.
    ///   - transform: A closure that makes an input of a value.
    /// - Returns: A signal of the inner values.
    @_disfavoredOverload
    @inlinable
    public func flatMap<Inner: SignalProducerConvertible>(
        _ strategy: FlattenStrategy,
        _ transform: @escaping @Sendable (Value) -> Inner
    ) -> Signal<Inner.Value, Failure> where Inner.Failure == Never {
        signal.lift { $0.flatMap(strategy, transform) }
    }
}

extension SignalProtocol where Failure == Never {
    /// Transforms every value into an input that can fail, such as a signal, and sends the values of these inputs.
    ///
    /// - Parameters:
    ///   - strategy: The rule that decides which inner producers run at the same time.
    ///   - transform: A closure that makes an input of a value.
    /// - Returns: A signal of the inner values. It fails as the inputs do.
    @_disfavoredOverload
    @inlinable
    public func flatMap<Inner: SignalProducerConvertible>(
        _ strategy: FlattenStrategy,
        _ transform: @escaping @Sendable (Value) -> Inner
    ) -> Signal<Inner.Value, Inner.Failure> {
        signal.lift { $0.flatMap(strategy, transform) }
    }
}
