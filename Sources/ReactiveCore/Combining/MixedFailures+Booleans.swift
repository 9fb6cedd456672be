// The Boolean operators of streams that cannot fail beside streams that can.

extension SignalProducer where Value == Bool {
    /// Whether both are true, the other one being unable to fail.
    @_disfavoredOverload
    @inlinable
    public func and<Other: SignalProducerConvertible>(
        _ other: Other
    ) -> SignalProducer where Other.Value == Bool, Other.Failure == Never {
        and(other.producer.promoteError(Failure.self))
    }

    /// Whether one of both is true, the other one being unable to fail.
    @_disfavoredOverload
    @inlinable
    public func or<Other: SignalProducerConvertible>(
        _ other: Other
    ) -> SignalProducer where Other.Value == Bool, Other.Failure == Never {
        or(other.producer.promoteError(Failure.self))
    }
}

extension SignalProducer where Value == Bool, Failure == Never {
    /// Whether both are true, this one being unable to fail.
    @_disfavoredOverload
    @inlinable
    public func and<Other: SignalProducerConvertible>(
        _ other: Other
    ) -> SignalProducer<Bool, Other.Failure> where Other.Value == Bool {
        promoteError(Other.Failure.self).and(other.producer)
    }

    /// Whether both are true, neither being able to fail.
    @_disfavoredOverload
    @inlinable
    public func and<Other: SignalProducerConvertible>(
        _ other: Other
    ) -> SignalProducer where Other.Value == Bool, Other.Failure == Never {
        and(other.producer)
    }

    /// Whether one of both is true, this one being unable to fail.
    @_disfavoredOverload
    @inlinable
    public func or<Other: SignalProducerConvertible>(
        _ other: Other
    ) -> SignalProducer<Bool, Other.Failure> where Other.Value == Bool {
        promoteError(Other.Failure.self).or(other.producer)
    }

    /// Whether one of both is true, neither being able to fail.
    @_disfavoredOverload
    @inlinable
    public func or<Other: SignalProducerConvertible>(
        _ other: Other
    ) -> SignalProducer where Other.Value == Bool, Other.Failure == Never {
        or(other.producer)
    }
}
