extension SignalProducer where Value == Bool {
    /// Negates every value.
    ///
    /// ```
    /// source  ──true──false──|
    /// negate  ──false─true───|
    /// ```
    ///
    /// - Returns: A producer of the negated values.
    @inlinable
    public func negate() -> SignalProducer {
        map { !$0 }
    }

    /// Combines the latest values of this producer and another one by logical AND.
    ///
    /// ```
    /// source  ──true─────────false──|
    /// other   ───────true───────────|
    /// and     ───────true────false──|
    /// ```
    ///
    /// - Parameter other: The other producer.
    /// - Returns: A producer that sends whenever one of both does, once both have sent a value.
    @inlinable
    public func and(_ other: SignalProducer) -> SignalProducer {
        combineLatest(with: other).map { $0 && $1 }
    }

    /// Combines the latest values of this producer and another input, such as a property, by logical AND.
    ///
    /// - Parameter other: The other input.
    /// - Returns: A producer that sends whenever one of both does, once both have sent a value.
    @inlinable
    public func and(_ other: some SignalProducerConvertible<Bool, Failure>) -> SignalProducer {
        and(other.producer)
    }

    /// Combines the latest values of this producer and another one by logical OR.
    ///
    /// ```
    /// source  ──true─────────false──|
    /// other   ───────false──────────|
    /// or      ───────true────false──|
    /// ```
    ///
    /// - Parameter other: The other producer.
    /// - Returns: A producer that sends whenever one of both does, once both have sent a value.
    @inlinable
    public func or(_ other: SignalProducer) -> SignalProducer {
        combineLatest(with: other).map { $0 || $1 }
    }

    /// Combines the latest values of this producer and another input, such as a property, by logical OR.
    ///
    /// - Parameter other: The other input.
    /// - Returns: A producer that sends whenever one of both does, once both have sent a value.
    @inlinable
    public func or(_ other: some SignalProducerConvertible<Bool, Failure>) -> SignalProducer {
        or(other.producer)
    }

    /// Sends whether the latest values of all producers are true.
    ///
    /// - Parameter inputs: The producers.
    /// - Returns: A producer that sends whenever an input does, once all inputs have sent a value.
    @inlinable
    public static func all(_ inputs: SignalProducer...) -> SignalProducer {
        all(inputs)
    }

    /// Sends whether the latest values of all inputs, such as signals and properties, are true.
    ///
    /// - Parameter inputs: The inputs.
    /// - Returns: A producer that sends whenever an input does, once all inputs have sent a value.
    @_disfavoredOverload
    @inlinable
    public static func all(_ inputs: any SignalProducerConvertible<Bool, Failure>...) -> SignalProducer {
        all(inputs.map { $0.producer })
    }

    /// Sends whether the latest values of all elements of a sequence are true.
    ///
    /// - Parameter inputs: The inputs.
    /// - Returns: A producer that sends whenever an input does, once all inputs have sent a value. If there are no
    ///   inputs, it sends `true` once.
    @inlinable
    public static func all<Inputs: Sequence>(_ inputs: Inputs) -> SignalProducer
    where
        Inputs.Element: SignalProducerConvertible,
        Inputs.Element.Value == Bool,
        Inputs.Element.Failure == Failure
    {
        combineLatest(inputs, emptySentinel: []).map { !$0.contains(false) }
    }

    /// Sends whether one of the latest values of all producers is true.
    ///
    /// - Parameter inputs: The producers.
    /// - Returns: A producer that sends whenever an input does, once all inputs have sent a value.
    @inlinable
    public static func any(_ inputs: SignalProducer...) -> SignalProducer {
        any(inputs)
    }

    /// Sends whether one of the latest values of all inputs, such as signals and properties, is true.
    ///
    /// - Parameter inputs: The inputs.
    /// - Returns: A producer that sends whenever an input does, once all inputs have sent a value.
    @_disfavoredOverload
    @inlinable
    public static func any(_ inputs: any SignalProducerConvertible<Bool, Failure>...) -> SignalProducer {
        any(inputs.map { $0.producer })
    }

    /// Sends whether one of the latest values of all elements of a sequence is true.
    ///
    /// - Parameter inputs: The inputs.
    /// - Returns: A producer that sends whenever an input does, once all inputs have sent a value. If there are no
    ///   inputs, it sends `false` once.
    @inlinable
    public static func any<Inputs: Sequence>(_ inputs: Inputs) -> SignalProducer
    where
        Inputs.Element: SignalProducerConvertible,
        Inputs.Element.Value == Bool,
        Inputs.Element.Failure == Failure
    {
        combineLatest(inputs, emptySentinel: []).map { $0.contains(true) }
    }
}

extension Signal where Value == Bool {
    /// Negates every value.
    ///
    /// - Returns: A signal of the negated values.
    @inlinable
    public func negate() -> Signal {
        lift { $0.negate() }
    }

    /// Combines the latest values of this signal and another one by logical AND.
    ///
    /// - Parameter other: The other signal.
    /// - Returns: A signal that sends whenever one of both does, once both have sent a value.
    @inlinable
    public func and(_ other: Signal) -> Signal {
        lift { $0.and(other) }
    }

    /// Combines the latest values of this signal and another one by logical OR.
    ///
    /// - Parameter other: The other signal.
    /// - Returns: A signal that sends whenever one of both does, once both have sent a value.
    @inlinable
    public func or(_ other: Signal) -> Signal {
        lift { $0.or(other) }
    }

    /// Sends whether the latest values of all signals are true.
    ///
    /// - Parameter inputs: The signals.
    /// - Returns: A signal that sends whenever an input does, once all inputs have sent a value.
    @inlinable
    public static func all(_ inputs: Signal...) -> Signal {
        all(inputs)
    }

    /// Sends whether the latest values of all elements of a sequence are true.
    ///
    /// - Parameter inputs: The signals.
    /// - Returns: A signal that sends whenever an input does, once all inputs have sent a value. If there are no
    ///   inputs, it has completed.
    @inlinable
    public static func all(_ inputs: some Sequence<Signal>) -> Signal {
        Signal(starting: .all(inputs))
    }

    /// Sends whether one of the latest values of all signals is true.
    ///
    /// - Parameter inputs: The signals.
    /// - Returns: A signal that sends whenever an input does, once all inputs have sent a value.
    @inlinable
    public static func any(_ inputs: Signal...) -> Signal {
        any(inputs)
    }

    /// Sends whether one of the latest values of all elements of a sequence is true.
    ///
    /// - Parameter inputs: The signals.
    /// - Returns: A signal that sends whenever an input does, once all inputs have sent a value. If there are no
    ///   inputs, it has completed.
    @inlinable
    public static func any(_ inputs: some Sequence<Signal>) -> Signal {
        Signal(starting: .any(inputs))
    }
}
