extension SignalProducer where Value: SignalProducerConvertible, Value.Failure == Failure {
    /// Runs the producers this one sends, as `strategy` says; their values are those of the result.
    ///
    /// A failure or an interruption of this producer, or the failure of an inner one, ends everything at once; see
    /// ``FlattenStrategy`` for the rest, and `flatMap(_:_:)` for what holds under all strategies.
    @inlinable
    public func flatten(_ strategy: FlattenStrategy) -> SignalProducer<Value.Value, Failure> {
        flattening(strategy, outer: { $0 }, inner: { $0 }, { $0.producer })
    }
}

extension SignalProducer where Value: SignalProducerConvertible, Failure == Never {
    /// The same for inner producers that can fail where this one cannot.
    @inlinable
    public func flatten(_ strategy: FlattenStrategy) -> SignalProducer<Value.Value, Value.Failure> {
        flattening(strategy, outer: Never.promoted, inner: { $0 }, { $0.producer })
    }
}

extension SignalProducer where Value: SignalProducerConvertible, Value.Failure == Never {
    /// The same for inner producers that cannot fail.
    @inlinable
    public func flatten(_ strategy: FlattenStrategy) -> SignalProducer<Value.Value, Failure> {
        flattening(strategy, outer: { $0 }, inner: Never.promoted, { $0.producer })
    }
}

extension SignalProducer where Value: SignalProducerConvertible, Value.Failure == Never, Failure == Never {
    /// The same where nothing can fail.
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
    /// See `SignalProducer.flatten(_:)`.
    @inlinable
    public func flatten(_ strategy: FlattenStrategy) -> Signal<Value.Value, Failure> {
        lift { $0.flatten(strategy) }
    }
}

extension Signal where Value: SignalProducerConvertible, Failure == Never {
    /// See `SignalProducer.flatten(_:)`.
    @inlinable
    public func flatten(_ strategy: FlattenStrategy) -> Signal<Value.Value, Value.Failure> {
        lift { $0.flatten(strategy) }
    }
}

extension Signal where Value: SignalProducerConvertible, Value.Failure == Never {
    /// See `SignalProducer.flatten(_:)`.
    @inlinable
    public func flatten(_ strategy: FlattenStrategy) -> Signal<Value.Value, Failure> {
        lift { $0.flatten(strategy) }
    }
}

extension Signal where Value: SignalProducerConvertible, Value.Failure == Never, Failure == Never {
    /// See `SignalProducer.flatten(_:)`.
    @inlinable
    public func flatten(_ strategy: FlattenStrategy) -> Signal<Value.Value, Never> {
        lift { $0.flatten(strategy) }
    }
}

extension Signal where Value: Sequence, Value.Element: Sendable {
    /// See ``SignalProducer/flatten()``.
    @inlinable
    public func flatten() -> Signal<Value.Element, Failure> {
        lift { $0.flatten() }
    }
}
