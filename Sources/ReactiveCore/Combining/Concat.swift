extension SignalProducer {
    /// Starts `next` when this producer has ended, and sends the values of both.
    ///
    /// An interruption of this producer counts as its end; its failure ends both.
    ///
    /// ```
    /// source  ──1──2──|
    /// next            ──3──|
    /// concat  ──1──2────3──|
    /// ```
    @inlinable
    public func concat(_ next: SignalProducer) -> SignalProducer {
        .merging([self, next], .concat)
    }

    /// The same for anything that stands for a producer.
    @_disfavoredOverload
    @inlinable
    public func concat(_ next: some SignalProducerConvertible<Value, Failure>) -> SignalProducer {
        concat(next.producer)
    }

    /// Sends `value` when this producer has ended.
    @inlinable
    public func concat(value: Value) -> SignalProducer {
        concat(SignalProducer(value: value))
    }

    /// Fails with `error` when this producer has ended.
    @inlinable
    public func concat(error: Failure) -> SignalProducer {
        concat(SignalProducer(error: error))
    }

    /// Runs `previous` first, then this producer: `previous.concat(self)`.
    @inlinable
    public func prefix(_ previous: SignalProducer) -> SignalProducer {
        previous.concat(self)
    }

    /// The same for anything that stands for a producer.
    @_disfavoredOverload
    @inlinable
    public func prefix(_ previous: some SignalProducerConvertible<Value, Failure>) -> SignalProducer {
        previous.producer.concat(self)
    }

    /// Sends `value` first, then runs this producer.
    @inlinable
    public func prefix(value: Value) -> SignalProducer {
        prefix(SignalProducer(value: value))
    }
}

extension Signal {
    /// Starts `next` when this signal has ended; see `concat(_:)`.
    @inlinable
    public func concat(_ next: SignalProducer<Value, Failure>) -> Signal {
        lift { $0.concat(next) }
    }

    /// The same for anything that stands for a producer.
    @_disfavoredOverload
    @inlinable
    public func concat(_ next: some SignalProducerConvertible<Value, Failure>) -> Signal {
        lift { $0.concat(next.producer) }
    }

    /// See ``SignalProducer/concat(value:)``.
    @inlinable
    public func concat(value: Value) -> Signal {
        lift { $0.concat(value: value) }
    }

    /// See ``SignalProducer/concat(error:)``.
    @inlinable
    public func concat(error: Failure) -> Signal {
        lift { $0.concat(error: error) }
    }
}

extension SignalProducer where Failure == Never {
    /// Fails with `error` when this producer, which cannot fail, has ended.
    @_disfavoredOverload
    @inlinable
    public func concat<NewFailure: Error>(error: NewFailure) -> SignalProducer<Value, NewFailure> {
        promoteError(NewFailure.self).concat(error: error)
    }
}

extension Signal where Failure == Never {
    /// Fails with `error` when this signal, which cannot fail, has ended.
    @_disfavoredOverload
    @inlinable
    public func concat<NewFailure: Error>(error: NewFailure) -> Signal<Value, NewFailure> {
        lift { $0.concat(error: error) }
    }
}
