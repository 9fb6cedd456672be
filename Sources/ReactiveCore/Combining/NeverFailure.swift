// Streams that cannot fail beside streams that can: the stream that cannot fail takes the failure type of the other
// one. These forms are disfavored, so that a plain form wins wherever the failures are equal.

extension SignalProducer {
    /// Combines the latest values of this producer and an input that cannot fail.
    ///
    /// - Parameter other: The input that cannot fail, which is started second.
    /// - Returns: A producer of pairs.
    @_disfavoredOverload
    @inlinable
    public func combineLatest<Other: SignalProducerConvertible>(
        with other: Other
    ) -> SignalProducer<(Value, Other.Value), Failure> where Other.Failure == Never {
        combineLatest(with: other.producer.promoteError(Failure.self))
    }

    /// Combines the nth values of this producer and an input that cannot fail.
    ///
    /// - Parameter other: The input that cannot fail, which is started second.
    /// - Returns: A producer of pairs.
    @_disfavoredOverload
    @inlinable
    public func zip<Other: SignalProducerConvertible>(
        with other: Other
    ) -> SignalProducer<(Value, Other.Value), Failure> where Other.Failure == Never {
        zip(with: other.producer.promoteError(Failure.self))
    }

    /// Sends the values of this producer and an input that cannot fail.
    ///
    /// - Parameter other: The input that cannot fail, which is started second.
    /// - Returns: A producer of the values of both.
    @_disfavoredOverload
    @inlinable
    public func merge<Other: SignalProducerConvertible>(
        with other: Other
    ) -> SignalProducer where Other.Value == Value, Other.Failure == Never {
        merge(with: other.producer.promoteError(Failure.self))
    }

    /// Combines the latest values of three inputs, the second of which cannot fail.
    ///
    /// - Parameters:
    ///   - first: The input that is started first.
    ///   - second: The input that cannot fail, such as a property.
    ///   - third: The input that is started last.
    /// - Returns: A producer of triples.
    @_disfavoredOverload
    @inlinable
    public static func combineLatest<Second, Third>(
        _ first: some SignalProducerConvertible<Value, Failure>,
        _ second: any SignalProducerConvertible<Second, Never>,
        _ third: some SignalProducerConvertible<Third, Failure>
    ) -> SignalProducer<(Value, Second, Third), Failure> {
        combineLatest(first.producer, second.producer.promoteError(Failure.self), third.producer)
    }

    /// Combines the nth values of three inputs, the second of which cannot fail.
    ///
    /// - Parameters:
    ///   - first: The input that is started first.
    ///   - second: The input that cannot fail, such as a property.
    ///   - third: The input that is started last.
    /// - Returns: A producer of triples.
    @_disfavoredOverload
    @inlinable
    public static func zip<Second, Third>(
        _ first: some SignalProducerConvertible<Value, Failure>,
        _ second: any SignalProducerConvertible<Second, Never>,
        _ third: some SignalProducerConvertible<Third, Failure>
    ) -> SignalProducer<(Value, Second, Third), Failure> {
        zip(first.producer, second.producer.promoteError(Failure.self), third.producer)
    }
}

extension SignalProducer where Failure == Never {
    /// Combines the latest values of this producer, which cannot fail, and an input that can.
    ///
    /// - Parameter other: The input that can fail, which is started second.
    /// - Returns: A producer of pairs. It fails as `other` does.
    @_disfavoredOverload
    @inlinable
    public func combineLatest<Other: SignalProducerConvertible>(
        with other: Other
    ) -> SignalProducer<(Value, Other.Value), Other.Failure> {
        promoteError(Other.Failure.self).combineLatest(with: other.producer)
    }

    /// Combines the nth values of this producer, which cannot fail, and an input that can.
    ///
    /// - Parameter other: The input that can fail, which is started second.
    /// - Returns: A producer of pairs. It fails as `other` does.
    @_disfavoredOverload
    @inlinable
    public func zip<Other: SignalProducerConvertible>(
        with other: Other
    ) -> SignalProducer<(Value, Other.Value), Other.Failure> {
        promoteError(Other.Failure.self).zip(with: other.producer)
    }

    /// Sends the values of this producer, which cannot fail, and an input that can.
    ///
    /// - Parameter other: The input that can fail, which is started second.
    /// - Returns: A producer of the values of both. It fails as `other` does.
    @_disfavoredOverload
    @inlinable
    public func merge<Other: SignalProducerConvertible>(
        with other: Other
    ) -> SignalProducer<Value, Other.Failure> where Other.Value == Value {
        promoteError(Other.Failure.self).merge(with: other.producer)
    }
}

extension Signal {
    /// Combines the latest values of this signal and a signal that cannot fail.
    ///
    /// - Parameter other: The signal that cannot fail.
    /// - Returns: A signal of pairs.
    @_disfavoredOverload
    @inlinable
    public func combineLatest<Other>(with other: Signal<Other, Never>) -> Signal<(Value, Other), Failure> {
        lift { $0.combineLatest(with: other) }
    }

    /// Combines the nth values of this signal and a signal that cannot fail.
    ///
    /// - Parameter other: The signal that cannot fail.
    /// - Returns: A signal of pairs.
    @_disfavoredOverload
    @inlinable
    public func zip<Other>(with other: Signal<Other, Never>) -> Signal<(Value, Other), Failure> {
        lift { $0.zip(with: other) }
    }

    /// Sends the values of this signal and a signal that cannot fail.
    ///
    /// - Parameter other: The signal that cannot fail.
    /// - Returns: A signal of the values of both.
    @_disfavoredOverload
    @inlinable
    public func merge(with other: Signal<Value, Never>) -> Signal {
        lift { $0.merge(with: other) }
    }
}

extension Signal where Failure == Never {
    /// Combines the latest values of this signal, which cannot fail, and a signal that can.
    ///
    /// - Parameter other: The signal that can fail.
    /// - Returns: A signal of pairs. It fails as `other` does.
    @_disfavoredOverload
    @inlinable
    public func combineLatest<Other, NewFailure>(
        with other: Signal<Other, NewFailure>
    ) -> Signal<(Value, Other), NewFailure> {
        lift { $0.combineLatest(with: other) }
    }

    /// Combines the nth values of this signal, which cannot fail, and a signal that can.
    ///
    /// - Parameter other: The signal that can fail.
    /// - Returns: A signal of pairs. It fails as `other` does.
    @_disfavoredOverload
    @inlinable
    public func zip<Other, NewFailure>(
        with other: Signal<Other, NewFailure>
    ) -> Signal<(Value, Other), NewFailure> {
        lift { $0.zip(with: other) }
    }

    /// Sends the values of this signal, which cannot fail, and a signal that can.
    ///
    /// - Parameter other: The signal that can fail.
    /// - Returns: A signal of the values of both. It fails as `other` does.
    @_disfavoredOverload
    @inlinable
    public func merge<NewFailure>(with other: Signal<Value, NewFailure>) -> Signal<Value, NewFailure> {
        lift { $0.merge(with: other) }
    }
}
