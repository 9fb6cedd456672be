// Streams that cannot fail beside streams that can: the one that cannot is given the failure type of the other.

extension SignalProducer {
    /// The same for a stream that cannot fail; see `combineLatest(with:)`.
    @_disfavoredOverload
    @inlinable
    public func combineLatest<Other: SignalProducerConvertible>(
        with other: Other
    ) -> SignalProducer<(Value, Other.Value), Failure> where Other.Failure == Never {
        combineLatest(with: other.producer.promoteError(Failure.self))
    }

    /// The same for a stream that cannot fail; see `zip(with:)`.
    @_disfavoredOverload
    @inlinable
    public func zip<Other: SignalProducerConvertible>(
        with other: Other
    ) -> SignalProducer<(Value, Other.Value), Failure> where Other.Failure == Never {
        zip(with: other.producer.promoteError(Failure.self))
    }

    /// The same for a stream that cannot fail; see `merge(with:)`.
    @_disfavoredOverload
    @inlinable
    public func merge<Other: SignalProducerConvertible>(
        with other: Other
    ) -> SignalProducer where Other.Value == Value, Other.Failure == Never {
        merge(with: other.producer.promoteError(Failure.self))
    }

    /// The same for a stream that cannot fail; see `concat(_:)`.
    @_disfavoredOverload
    @inlinable
    public func concat<Other: SignalProducerConvertible>(
        _ next: Other
    ) -> SignalProducer where Other.Value == Value, Other.Failure == Never {
        concat(next.producer.promoteError(Failure.self))
    }

    /// The same for a stream that cannot fail; see `prefix(_:)`.
    @_disfavoredOverload
    @inlinable
    public func prefix<Other: SignalProducerConvertible>(
        _ previous: Other
    ) -> SignalProducer where Other.Value == Value, Other.Failure == Never {
        prefix(previous.producer.promoteError(Failure.self))
    }

    /// The same for a stream that cannot fail; see `take(untilReplacement:)`.
    @_disfavoredOverload
    @inlinable
    public func take<Other: SignalProducerConvertible>(
        untilReplacement replacement: Other
    ) -> SignalProducer where Other.Value == Value, Other.Failure == Never {
        take(untilReplacement: replacement.producer.promoteError(Failure.self))
    }
}

extension SignalProducer where Failure == Never {
    /// The same for a stream that can fail where this one cannot; see `combineLatest(with:)`.
    @_disfavoredOverload
    @inlinable
    public func combineLatest<Other: SignalProducerConvertible>(
        with other: Other
    ) -> SignalProducer<(Value, Other.Value), Other.Failure> {
        promoteError(Other.Failure.self).combineLatest(with: other.producer)
    }

    /// The same where nothing can fail.
    @_disfavoredOverload
    @inlinable
    public func combineLatest<Other: SignalProducerConvertible>(
        with other: Other
    ) -> SignalProducer<(Value, Other.Value), Never> where Other.Failure == Never {
        combineLatest(with: other.producer)
    }

    /// The same for a stream that can fail where this one cannot; see `zip(with:)`.
    @_disfavoredOverload
    @inlinable
    public func zip<Other: SignalProducerConvertible>(
        with other: Other
    ) -> SignalProducer<(Value, Other.Value), Other.Failure> {
        promoteError(Other.Failure.self).zip(with: other.producer)
    }

    /// The same where nothing can fail.
    @_disfavoredOverload
    @inlinable
    public func zip<Other: SignalProducerConvertible>(
        with other: Other
    ) -> SignalProducer<(Value, Other.Value), Never> where Other.Failure == Never {
        zip(with: other.producer)
    }

    /// The same for a stream that can fail where this one cannot; see `merge(with:)`.
    @_disfavoredOverload
    @inlinable
    public func merge<Other: SignalProducerConvertible>(
        with other: Other
    ) -> SignalProducer<Value, Other.Failure> where Other.Value == Value {
        promoteError(Other.Failure.self).merge(with: other.producer)
    }

    /// The same where nothing can fail.
    @_disfavoredOverload
    @inlinable
    public func merge<Other: SignalProducerConvertible>(
        with other: Other
    ) -> SignalProducer<Value, Never> where Other.Value == Value, Other.Failure == Never {
        merge(with: other.producer)
    }

    /// The same for a stream that can fail where this one cannot; see `concat(_:)`.
    @_disfavoredOverload
    @inlinable
    public func concat<Other: SignalProducerConvertible>(
        _ next: Other
    ) -> SignalProducer<Value, Other.Failure> where Other.Value == Value {
        promoteError(Other.Failure.self).concat(next.producer)
    }

    /// The same where nothing can fail.
    @_disfavoredOverload
    @inlinable
    public func concat<Other: SignalProducerConvertible>(
        _ next: Other
    ) -> SignalProducer<Value, Never> where Other.Value == Value, Other.Failure == Never {
        concat(next.producer)
    }

    /// The same for a stream that can fail where this one cannot; see `prefix(_:)`.
    @_disfavoredOverload
    @inlinable
    public func prefix<Other: SignalProducerConvertible>(
        _ previous: Other
    ) -> SignalProducer<Value, Other.Failure> where Other.Value == Value {
        promoteError(Other.Failure.self).prefix(previous.producer)
    }

    /// The same where nothing can fail.
    @_disfavoredOverload
    @inlinable
    public func prefix<Other: SignalProducerConvertible>(
        _ previous: Other
    ) -> SignalProducer<Value, Never> where Other.Value == Value, Other.Failure == Never {
        prefix(previous.producer)
    }

    /// The same for a stream that can fail where this one cannot; see `take(untilReplacement:)`.
    @_disfavoredOverload
    @inlinable
    public func take<Other: SignalProducerConvertible>(
        untilReplacement replacement: Other
    ) -> SignalProducer<Value, Other.Failure> where Other.Value == Value {
        promoteError(Other.Failure.self).take(untilReplacement: replacement.producer)
    }

    /// The same where nothing can fail.
    @_disfavoredOverload
    @inlinable
    public func take<Other: SignalProducerConvertible>(
        untilReplacement replacement: Other
    ) -> SignalProducer<Value, Never> where Other.Value == Value, Other.Failure == Never {
        take(untilReplacement: replacement.producer)
    }
}

extension Signal {
    /// The same for a signal that cannot fail; see `combineLatest(with:)`.
    @_disfavoredOverload
    @inlinable
    public func combineLatest<Other>(with other: Signal<Other, Never>) -> Signal<(Value, Other), Failure> {
        lift { $0.combineLatest(with: other) }
    }

    /// The same for a signal that cannot fail; see `zip(with:)`.
    @_disfavoredOverload
    @inlinable
    public func zip<Other>(with other: Signal<Other, Never>) -> Signal<(Value, Other), Failure> {
        lift { $0.zip(with: other) }
    }

    /// The same for a signal that cannot fail; see `merge(with:)`.
    @_disfavoredOverload
    @inlinable
    public func merge(with other: Signal<Value, Never>) -> Signal {
        lift { $0.merge(with: other) }
    }

    /// The same for a stream that cannot fail; see `concat(_:)`.
    @_disfavoredOverload
    @inlinable
    public func concat<Other: SignalProducerConvertible>(
        _ next: Other
    ) -> Signal where Other.Value == Value, Other.Failure == Never {
        lift { $0.concat(next) }
    }
}

extension Signal where Failure == Never {
    /// The same for a signal that can fail where this one cannot; see `combineLatest(with:)`.
    @_disfavoredOverload
    @inlinable
    public func combineLatest<Other, NewFailure>(
        with other: Signal<Other, NewFailure>
    ) -> Signal<(Value, Other), NewFailure> {
        lift { $0.combineLatest(with: other) }
    }

    /// The same for a signal that can fail where this one cannot; see `zip(with:)`.
    @_disfavoredOverload
    @inlinable
    public func zip<Other, NewFailure>(with other: Signal<Other, NewFailure>) -> Signal<(Value, Other), NewFailure> {
        lift { $0.zip(with: other) }
    }

    /// The same for a signal that can fail where this one cannot; see `merge(with:)`.
    @_disfavoredOverload
    @inlinable
    public func merge<NewFailure>(with other: Signal<Value, NewFailure>) -> Signal<Value, NewFailure> {
        lift { $0.merge(with: other) }
    }

    /// The same for a stream that can fail where this one cannot; see `concat(_:)`.
    @_disfavoredOverload
    @inlinable
    public func concat<Other: SignalProducerConvertible>(
        _ next: Other
    ) -> Signal<Value, Other.Failure> where Other.Value == Value {
        lift { $0.concat(next) }
    }

    /// The same where nothing can fail.
    @_disfavoredOverload
    @inlinable
    public func concat<Other: SignalProducerConvertible>(
        _ next: Other
    ) -> Signal where Other.Value == Value, Other.Failure == Never {
        lift { $0.concat(next) }
    }
}
