extension SignalProducer where Value: SignalProducerConvertible, Value.Failure == Failure {
    /// Starts the producers that this producer sends, and sends their values.
    ///
    /// A failure or an interruption of this producer, or a failure of an inner producer, ends everything at once. See
    /// ``FlattenStrategy`` for the strategies.
    ///
    /// - Parameter strategy: The rule that decides which inner producers run at the same time.
    /// - Returns: A producer of the inner values.
    @inlinable
    public func flatten(_ strategy: FlattenStrategy) -> SignalProducer<Value.Value, Failure> {
        flattening(strategy, outer: { $0 }, inner: { $0 }, { $0.producer })
    }
}

extension SignalProducer where Value: SignalProducerConvertible, Failure == Never {
    /// Starts the producers sent by this producer, which itself cannot fail, and sends their values.
    ///
    /// - Parameter strategy: The rule that decides which inner producers run at the same time.
    /// - Returns: A producer of the inner values. It fails as the inner producers do.
    @inlinable
    public func flatten(_ strategy: FlattenStrategy) -> SignalProducer<Value.Value, Value.Failure> {
        flattening(strategy, outer: Never.promoted, inner: { $0 }, { $0.producer })
    }
}

extension SignalProducer where Value: SignalProducerConvertible, Value.Failure == Never {
    /// Starts the producers sent by this producer, none of which can fail, and sends their values.
    ///
    /// - Parameter strategy: The rule that decides which inner producers run at the same time.
    /// - Returns: A producer of the inner values.
    @inlinable
    public func flatten(_ strategy: FlattenStrategy) -> SignalProducer<Value.Value, Failure> {
        flattening(strategy, outer: { $0 }, inner: Never.promoted, { $0.producer })
    }
}

extension SignalProducer where Value: SignalProducerConvertible, Value.Failure == Never, Failure == Never {
    /// Starts the producers sent by this producer, and sends their values; neither this producer nor they can fail.
    ///
    /// - Parameter strategy: The rule that decides which inner producers run at the same time.
    /// - Returns: A producer of the inner values.
    @inlinable
    public func flatten(_ strategy: FlattenStrategy) -> SignalProducer<Value.Value, Never> {
        flattening(strategy, outer: Never.promoted, inner: Never.promoted, { $0.producer })
    }
}

extension SignalProducer where Value: Sequence, Value.Element: Sendable {
    /// Sends the elements of every sequence, one by one.
    ///
    /// ```
    /// source   ──[1, 2]──[3]──|
    /// flatten  ───1─2─────3───|
    /// ```
    ///
    /// - Returns: A producer of the elements.
    @inlinable
    public func flatten() -> SignalProducer<Value.Element, Failure> {
        SignalProducer<Value.Element, Failure> { [body] sink, run in
            let source = Sink<Value, Failure>(
                value: { elements in
                    for element in elements {
                        if run.isStopped { break }
                        sink.value(element)
                    }
                },
                terminate: sink.terminate
            )
            body(source, run)
        }
    }
}

extension Signal where Value: SignalProducerConvertible, Value.Failure == Failure {
    /// Starts the producers that this signal sends, and sends their values.
    ///
    /// - Parameter strategy: The rule that decides which inner producers run at the same time.
    /// - Returns: A signal of the inner values.
    @inlinable
    public func flatten(_ strategy: FlattenStrategy) -> Signal<Value.Value, Failure> {
        lift { $0.flatten(strategy) }
    }
}

extension Signal where Value: SignalProducerConvertible, Failure == Never {
    /// Starts the producers sent by this signal, which itself cannot fail, and sends their values.
    ///
    /// - Parameter strategy: The rule that decides which inner producers run at the same time.
    /// - Returns: A signal of the inner values.
    @inlinable
    public func flatten(_ strategy: FlattenStrategy) -> Signal<Value.Value, Value.Failure> {
        lift { $0.flatten(strategy) }
    }
}

extension Signal where Value: SignalProducerConvertible, Value.Failure == Never {
    /// Starts the producers sent by this signal, none of which can fail, and sends their values.
    ///
    /// - Parameter strategy: The rule that decides which inner producers run at the same time.
    /// - Returns: A signal of the inner values.
    @inlinable
    public func flatten(_ strategy: FlattenStrategy) -> Signal<Value.Value, Failure> {
        lift { $0.flatten(strategy) }
    }
}

extension Signal where Value: SignalProducerConvertible, Value.Failure == Never, Failure == Never {
    /// Starts the producers sent by this signal, and sends their values; neither this signal nor they can fail.
    ///
    /// - Parameter strategy: The rule that decides which inner producers run at the same time.
    /// - Returns: A signal of the inner values.
    @inlinable
    public func flatten(_ strategy: FlattenStrategy) -> Signal<Value.Value, Never> {
        lift { $0.flatten(strategy) }
    }
}

extension Signal where Value: Sequence, Value.Element: Sendable {
    /// Sends the elements of every sequence, one by one.
    ///
    /// - Returns: A signal of the elements.
    @inlinable
    public func flatten() -> Signal<Value.Element, Failure> {
        lift { $0.flatten() }
    }
}
