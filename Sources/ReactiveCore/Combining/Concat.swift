extension SignalProducer {
    /// Starts another producer when this one has ended, and sends the values of both.
    ///
    /// An interruption of this producer counts as its end. A failure of this producer ends the result.
    ///
    /// ```
    /// source  ──1──2──|
    /// next            ──3──|
    /// concat  ──1──2────3──|
    /// ```
    ///
    /// - Parameter next: The producer to start when this producer has ended.
    /// - Returns: A producer of the values of both.
    @inlinable
    public func concat(_ next: SignalProducer) -> SignalProducer {
        .merging([self, next], .concat)
    }

    /// Starts an input such as a signal or a property when this producer has ended, and sends the values of both.
    ///
    /// - Parameter next: The input to start when this producer has ended.
    /// - Returns: A producer of the values of both.
    @inlinable
    public func concat(_ next: some SignalProducerConvertible<Value, Failure>) -> SignalProducer {
        concat(next.producer)
    }

    /// Sends a value when this producer has ended.
    ///
    /// - Parameter value: The value to send last.
    /// - Returns: A producer that completes after `value`.
    @inlinable
    public func concat(value: Value) -> SignalProducer {
        concat(SignalProducer(value: value))
    }

    /// Fails when this producer has ended.
    ///
    /// - Parameter error: The failure to end with.
    /// - Returns: A producer that fails after the values of this producer.
    @inlinable
    public func concat(error: Failure) -> SignalProducer {
        concat(SignalProducer(error: error))
    }

    /// Starts another producer first, and this producer when that one has ended.
    ///
    /// - Parameter previous: The producer to start first.
    /// - Returns: A producer of the values of both.
    @inlinable
    public func prefix(_ previous: SignalProducer) -> SignalProducer {
        previous.concat(self)
    }

    /// Starts an input such as a signal or a property first, and this producer when the input has ended.
    ///
    /// - Parameter previous: The input to start first.
    /// - Returns: A producer of the values of both.
    @inlinable
    public func prefix(_ previous: some SignalProducerConvertible<Value, Failure>) -> SignalProducer {
        previous.producer.concat(self)
    }

    /// Sends a value first, and then starts this producer.
    ///
    /// - Parameter value: The value to send first.
    /// - Returns: A producer that begins with `value`.
    @inlinable
    public func prefix(value: Value) -> SignalProducer {
        prefix(SignalProducer(value: value))
    }
}

extension Signal {
    /// Starts a producer when this signal has ended, and sends the values of both.
    ///
    /// - Parameter next: The producer to start when this signal has ended.
    /// - Returns: A signal of the values of both.
    @inlinable
    public func concat(_ next: SignalProducer<Value, Failure>) -> Signal {
        lift { $0.concat(next) }
    }

    /// Starts an input such as a signal or a property when this signal has ended, and sends the values of both.
    ///
    /// - Parameter next: The input to start when this signal has ended.
    /// - Returns: A signal of the values of both.
    @inlinable
    public func concat(_ next: some SignalProducerConvertible<Value, Failure>) -> Signal {
        lift { $0.concat(next.producer) }
    }

    /// Sends a value when this signal has ended.
    ///
    /// - Parameter value: The value to send last.
    /// - Returns: A signal that completes after `value`.
    @inlinable
    public func concat(value: Value) -> Signal {
        lift { $0.concat(value: value) }
    }

    /// Fails when this signal has ended.
    ///
    /// - Parameter error: The failure to end with.
    /// - Returns: A signal that fails after the values of this signal.
    @inlinable
    public func concat(error: Failure) -> Signal {
        lift { $0.concat(error: error) }
    }
}

extension SignalProducer where Failure == Never {
    /// Fails when this producer, which cannot fail, has ended.
    ///
    /// - Parameter error: The failure to end with.
    /// - Returns: A producer that fails after the values of this producer.
    @_disfavoredOverload
    @inlinable
    public func concat<NewFailure: Error>(error: NewFailure) -> SignalProducer<Value, NewFailure> {
        promoteError(NewFailure.self).concat(error: error)
    }
}

extension Signal where Failure == Never {
    /// Fails when this signal, which cannot fail, has ended.
    ///
    /// - Parameter error: The failure to end with.
    /// - Returns: A signal that fails after the values of this signal.
    @_disfavoredOverload
    @inlinable
    public func concat<NewFailure: Error>(error: NewFailure) -> Signal<Value, NewFailure> {
        lift { $0.concat(error: error) }
    }
}
