extension SignalProducer where Value == Bool {
    /// Turns true into false, and false into true.
    ///
    /// ```
    /// source  ──true──false──|
    /// negate  ──false─true───|
    /// ```
    @inlinable
    public func negate() -> SignalProducer {
        map { !$0 }
    }

    /// Whether both are true, whenever one of them sends; see `combineLatest(with:)` for when that begins and ends (R22).
    ///
    /// ```
    /// source  ──true─────────false──|
    /// other   ───────true───────────|
    /// and     ───────true────false──|
    /// ```
    @inlinable
    public func and(_ other: SignalProducer) -> SignalProducer {
        combineLatest(with: other).map { $0 && $1 }
    }

    /// Takes a signal or a property in place of a producer.
    @_disfavoredOverload
    @inlinable
    public func and(_ other: some SignalProducerConvertible<Bool, Failure>) -> SignalProducer {
        and(other.producer)
    }

    /// Whether one of both is true, whenever one of them sends; see `combineLatest(with:)` for when that begins and
    /// ends (R22).
    ///
    /// ```
    /// source  ──true─────────false──|
    /// other   ───────false──────────|
    /// or      ───────true────false──|
    /// ```
    @inlinable
    public func or(_ other: SignalProducer) -> SignalProducer {
        combineLatest(with: other).map { $0 || $1 }
    }

    /// Takes a signal or a property in place of a producer.
    @_disfavoredOverload
    @inlinable
    public func or(_ other: some SignalProducerConvertible<Bool, Failure>) -> SignalProducer {
        or(other.producer)
    }

    /// Whether all are true, whenever one of them sends; see `combineLatest(_:)` for when that begins and ends (R22).
    @inlinable
    public static func all(_ inputs: SignalProducer...) -> SignalProducer {
        all(inputs)
    }

    /// The same for anything that stands for a producer: signals, properties, or some of each.
    @_disfavoredOverload
    @inlinable
    public static func all(_ inputs: any SignalProducerConvertible<Bool, Failure>...) -> SignalProducer {
        all(inputs.map { $0.producer })
    }

    /// The same for the elements of a sequence. Of none all are true: that is sent once.
    @inlinable
    public static func all<Inputs: Sequence>(_ inputs: Inputs) -> SignalProducer
    where
        Inputs.Element: SignalProducerConvertible,
        Inputs.Element.Value == Bool,
        Inputs.Element.Failure == Failure
    {
        combineLatest(inputs, emptySentinel: []).map { !$0.contains(false) }
    }

    /// Whether any is true, whenever one of them sends; see `combineLatest(_:)` for when that begins and ends (R22).
    @inlinable
    public static func any(_ inputs: SignalProducer...) -> SignalProducer {
        any(inputs)
    }

    /// The same for anything that stands for a producer: signals, properties, or some of each.
    @_disfavoredOverload
    @inlinable
    public static func any(_ inputs: any SignalProducerConvertible<Bool, Failure>...) -> SignalProducer {
        any(inputs.map { $0.producer })
    }

    /// The same for the elements of a sequence. Of none not any is true: false is sent once.
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
    /// See ``SignalProducer/negate()``.
    @inlinable
    public func negate() -> Signal {
        lift { $0.negate() }
    }

    /// See `and(_:)` of ``SignalProducer``.
    @inlinable
    public func and(_ other: Signal) -> Signal {
        lift { $0.and(other) }
    }

    /// See `or(_:)` of ``SignalProducer``.
    @inlinable
    public func or(_ other: Signal) -> Signal {
        lift { $0.or(other) }
    }

    /// See `all(_:)` of ``SignalProducer``.
    @inlinable
    public static func all(_ inputs: Signal...) -> Signal {
        all(inputs)
    }

    /// The same for the elements of a sequence. A signal that has completed if there are none.
    @inlinable
    public static func all(_ inputs: some Sequence<Signal>) -> Signal {
        Signal(starting: .all(inputs))
    }

    /// See `any(_:)` of ``SignalProducer``.
    @inlinable
    public static func any(_ inputs: Signal...) -> Signal {
        any(inputs)
    }

    /// The same for the elements of a sequence. A signal that has completed if there are none.
    @inlinable
    public static func any(_ inputs: some Sequence<Signal>) -> Signal {
        Signal(starting: .any(inputs))
    }
}
